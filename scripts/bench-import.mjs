/**
 * One importing process of `npm run bench:ledger`: uploads a file, plans it, commits it, with the application's own code.
 * Prints one line of JSON: seconds of each step and the most memory that the process ever held.
 *
 * node scripts/bench-import.mjs BUNDLE FILE WORKSPACE PERSON [FOLDER OF THE OWN SERVER]
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { serverCpu } from "./bench-cpu.mjs";

const [bundle, file, workspaceId, personId, serverDir] = process.argv.slice(2);
const app = await import(bundle);
const ctx = {
  actor: { workspaceId, personId, roles: ["finance", "author"], via: "session" },
  now: new Date(),
  newId: randomUUID,
};

const server = () => (serverDir === undefined ? null : serverCpu(serverDir));

/** Seconds by the clock, and of processor time here and in the server. */
async function timed(run) {
  const [before, serverBefore, start] = [process.cpuUsage(), server(), performance.now()];
  const value = await run();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const serverAfter = server();
  return {
    value,
    step: { seconds, cpu: (user + system) / 1e6, serverCpu: serverAfter === null ? null : serverAfter - serverBefore },
  };
}

const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
const chunks = () => createReadStream(file, { highWaterMark: 256 * 1024 });
const atStart = peakMb();

const upload = await timed(async () => {
  const hash = createHash("sha256");
  for await (const chunk of chunks()) hash.update(chunk);
  const received = { fileName: path.basename(file), sha256: hash.digest("hex"), size: statSync(file).size, chunks };
  return app.runOnConnection(ctx, (client) => app.storeBill(app.onClient(client), ctx, received));
});
const { number } = upload.value;
const uploadMb = peakMb();
const bill = await app.runRead(ctx, (tx) => app.findBill(tx, number));
const plan = await timed(() => app.planInBackground(ctx, bill, { bill: number, basis: "effective" }, "USD"));
const planMb = peakMb();
const work = await app.withWorkspaceConnection(workspaceId, (client) =>
  app.findWork(app.onClient(client), bill.id, "plan-effective", app.plannedWith(bill)),
);
const input = { bill: number, basis: "effective", digest: work.view.digest, keepUnclassified: true };
const commit = await timed(() => app.runBulk(ctx, app.commitImport, input));
await app.closeConnections();
console.log(
  JSON.stringify({
    steps: { upload: upload.step, plan: plan.step, commit: commit.step },
    entries: commit.value.entries,
    claims: commit.value.claims,
    startMb: atStart,
    uploadMb,
    planMb,
    peakMb: peakMb(),
  }),
);
process.exit(0);
