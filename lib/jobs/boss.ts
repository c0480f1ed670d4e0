import "server-only";
import PgBoss from "pg-boss";
import { env } from "@/lib/env/env.mjs";
import { log } from "@/lib/gate/failure";

/** Next.js reloads modules while developing; the one connection to the queues outlives that on globalThis. */
const held = globalThis as unknown as { headroomBoss?: Promise<PgBoss> };

/** The job queues of this installation, as the application may use them: they were made by their owner at start. */
export function boss(): Promise<PgBoss> {
  held.headroomBoss ??= open();
  return held.headroomBoss;
}

async function open(): Promise<PgBoss> {
  const opened = new PgBoss({ connectionString: env.databaseUrl, max: 2, migrate: false });
  opened.on("error", (err) => log.error({ err }, "job queue"));
  await opened.start();
  return opened;
}
