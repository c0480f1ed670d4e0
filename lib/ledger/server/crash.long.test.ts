import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { bytesOf, countOf, finance, HEADER, line, netOf, openLedgerDatabase, root, upload } from "@/lib/testing/ledger";

openLedgerDatabase();

const KILLS = 50;
const ROWS = 3000;
const project = path.resolve(import.meta.dirname, "../../..");
const bundle = path.join(project, ".build/import-child-app.mjs");

beforeAll(async () => {
  await build({
    stdin: {
      contents: `export { runBulk, runRead } from "@/lib/gate/run";
export { findBill } from "@/lib/ledger/server/data/bills";
export { planDigestOf } from "@/lib/ledger/server/data/planned";
export { planInBackground } from "@/lib/ledger/server/mutations/plan-bill";
export { commitImport } from "@/lib/ledger/server/mutations/commit-import";`,
      resolveDir: project,
      loader: "ts",
    },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": project, "server-only": path.join(project, "lib/testing/empty.ts") },
    logLevel: "error",
  });
});

/** One child with the words that it says, awaited in order. */
function importer(): { child: ChildProcessWithoutNullStreams; heard: (word: string) => Promise<void> } {
  const child = spawn(process.execPath, [path.join(project, "lib/testing/import-child.mjs"), bundle], {
    env: process.env,
  });
  const words: string[] = [];
  let wake = () => {};
  createInterface({ input: child.stdout }).on("line", (word) => {
    words.push(word);
    wake();
  });
  let errors = "";
  child.stderr.on("data", (d) => {
    errors += d;
  });
  const heard = async (word: string): Promise<void> => {
    while (!words.includes(word)) {
      if (child.exitCode !== null) throw new Error(`the importer stopped before "${word}": ${errors}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        child.once("exit", () => resolve());
      });
    }
  };
  return { child, heard };
}

const gone = (child: ChildProcessWithoutNullStreams): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()));

/** The server notices a dead client only when it next speaks to it. */
async function untilNobodyWrites(): Promise<void> {
  for (;;) {
    const { rows } = await root.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'",
    );
    if (rows[0].n === 0) return;
    await new Promise((r) => setTimeout(r, 50));
  }
}

it(`killed ${KILLS} times at random points, an import leaves nothing or all, and every total is exact`, async () => {
  const { ctx, actor } = await finance();
  let committed = 0;
  let killedBefore = 0;
  let duration = 1500;
  for (let i = 0; i < KILLS; i++) {
    const rows = Array.from({ length: ROWS }, (_, r) => {
      const hour = new Date(Date.UTC(2026, 8, 1) + (r % 700) * 3_600_000);
      const end = new Date(hour.getTime() + 3_600_000);
      return line({
        cost: "0.1",
        resource: `gpu-${i}-${Math.floor(r / 700)}`,
        start: hour.toISOString().replace(".000Z", "Z"),
        end: end.toISOString().replace(".000Z", "Z"),
      });
    });
    const bill = await upload(ctx, bytesOf(`${[HEADER, ...rows].join("\n")}\n`), `bill-${i}.csv`);
    const first = importer();
    await first.heard("ready");
    first.child.stdin.write(`${JSON.stringify({ actor, bill, staged: i % 2 === 1 })}\n`);
    await first.heard("begin");
    const begun = performance.now();
    const delay = Math.random() * duration;
    await Promise.race([new Promise((r) => setTimeout(r, delay)), first.heard("done").catch(() => {})]);
    first.child.kill("SIGKILL");
    await gone(first.child);
    await untilNobodyWrites();
    const { rows: state } = await root.query(
      "SELECT committed_at IS NOT NULL AS committed FROM bill_import WHERE workspace_id = $1 AND number = $2",
      [actor.workspaceId, bill],
    );
    const all = state[0].committed as boolean;
    if (all) committed += 1;
    else killedBefore += 1;
    const expected = (i + (all ? 1 : 0)) * ROWS;
    expect(await countOf("ledger_entry", actor.workspaceId), `after kill ${i + 1} at ${delay.toFixed(0)} ms`).toBe(
      expected,
    );
    if (!all) {
      const second = importer();
      await second.heard("ready");
      second.child.stdin.write(`${JSON.stringify({ actor, bill, staged: i % 2 === 1 })}\n`);
      const start = performance.now();
      await second.heard("done");
      duration = performance.now() - start;
      second.child.kill("SIGKILL");
      await gone(second.child);
    } else duration = Math.min(duration, performance.now() - begun) * 1.2;
    const done = (i + 1) * ROWS;
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(done);
    expect(await netOf(ctx)).toEqual([["USD", String(done / 10)]]);
  }
  const { rows: sums } = await root.query(
    `SELECT (SELECT sum(billed)::text FROM ledger_entry WHERE workspace_id = $1) AS entries,
            (SELECT sum(billed)::text FROM ledger_rollup WHERE workspace_id = $1) AS rolled,
            (SELECT count(*)::int FROM claim WHERE workspace_id = $1) AS claims`,
    [actor.workspaceId],
  );
  expect(sums[0].rolled).toBe(sums[0].entries);
  expect(sums[0].claims).toBe(KILLS * Math.ceil(ROWS / 700));
  console.log(`killed ${KILLS} times: ${killedBefore} left nothing, ${committed} had everything in`);
  expect(killedBefore).toBeGreaterThan(KILLS / 5);
});
