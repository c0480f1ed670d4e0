/** Next.js calls this once when the server starts; jobs need the Node.js runtime. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startJobs } = await import("@/lib/jobs/start");
  await startJobs();
}
