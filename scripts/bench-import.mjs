/**
 * One importing process of `npm run bench:ledger`: uploads a file, plans it, commits it, with the application's own code.
 * Prints one line of JSON: seconds of each step and the most memory that the process ever held.
 *
 * node scripts/bench-import.mjs BUNDLE FILE WORKSPACE PERSON
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import path from "node:path";

const [bundle, file, workspaceId, personId] = process.argv.slice(2);
const app = await import(bundle);
const ctx = {
  actor: { workspaceId, personId, roles: ["finance", "author"], via: "session" },
  now: new Date(),
  newId: randomUUID,
};

async function timed(run) {
  const start = performance.now();
  const before = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(before);
  return { value, seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
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
const bill = await app.runRead(ctx, (tx) => app.billFile(tx, number));
const terms = { basis: "effective", currency: "USD", classes: {} };
const plan = await timed(() =>
  app.withWorkspaceConnection(workspaceId, (client) => app.planView(app.onClient(client), bill, terms)),
);
const planMb = peakMb();
const input = { bill: number, basis: "effective", digest: plan.value.view.digest, keepUnclassified: true };
const commit = await timed(() => app.runBulk(ctx, app.commitImport, input));
await app.closeConnections();
console.log(
  JSON.stringify({
    upload: upload.seconds,
    plan: plan.seconds,
    commit: commit.seconds,
    planCpu: plan.cpu,
    cpu: upload.cpu + commit.cpu,
    entries: commit.value.entries,
    claims: commit.value.claims,
    startMb: atStart,
    uploadMb,
    planMb,
    peakMb: peakMb(),
  }),
);
process.exit(0);
