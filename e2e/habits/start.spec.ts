import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";

const root = path.resolve(import.meta.dirname, "../..");
const PORT = 3391;

/** Starts on a fresh folder and waits for the address, which is said once the server answers; what it printed comes back with the process. */
async function start(data: string): Promise<{ child: ChildProcess; said: () => string }> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(PORT),
    HEADROOM_DATA_DIR: data,
    HEADROOM_PG_PORT: "54391",
  };
  for (const name of ["DATABASE_URL", "HEADROOM_APP_DATABASE_URL", "NEXTAUTH_SECRET", "NEXTAUTH_URL"]) delete env[name];
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout?.on("data", (d) => {
    said += d;
  });
  child.stderr?.on("data", (d) => {
    said += d;
  });
  await expect.poll(() => said, { timeout: 60_000 }).toContain(`Headroom: http://127.0.0.1:${PORT}`);
  return { child, said: () => said };
}

const health = () =>
  fetch(`http://127.0.0.1:${PORT}/api/health`).then(
    (r) => r.status,
    () => 0,
  );
const gone = (child: ChildProcess) => new Promise((r) => child.once("exit", r));

test("after kill -9 the next start just works, and Ctrl-C leaves nothing behind", async () => {
  const data = path.join(root, ".data/e2e-start");
  rmSync(data, { recursive: true, force: true });

  const first = await start(data);
  expect(await health(), "whoever follows the address is answered").toBe(200);
  const dead = gone(first.child);
  first.child.kill("SIGKILL");
  await dead;
  // The web server notices that its parent is gone; the database lives on for the next start.
  await expect.poll(health, { timeout: 15_000 }).toBe(0);

  const second = await start(data);
  expect(second.said()).toContain("already running");
  expect(second.said()).toContain("First visit, once:");
  expect(await health()).toBe(200);

  const third = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), HEADROOM_DATA_DIR: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let refused = "";
  third.stderr?.on("data", (d) => {
    refused += d;
  });
  await gone(third);
  expect(refused).toContain("is in use");
  expect(await health(), "a second start leaves the first one alone").toBe(200);

  const stopped = gone(second.child);
  second.child.kill("SIGINT");
  await stopped;
  expect(await health()).toBe(0);
  await expect
    .poll(
      () =>
        fetch("http://127.0.0.1:54391").then(
          () => "answers",
          (e: { cause?: { code?: string } }) => e.cause?.code,
        ),
      { timeout: 15_000 },
    )
    .toBe("ECONNREFUSED");
});
