/**
 * Imports bills with the application's own code in a process of its own, which a test may kill at any moment: reads one
 * line of JSON from standard input per bill, says "begin" before it starts and "done" after each. With `staged` it plans as
 * for a large bill, so that the commit takes what the plan left.
 *
 * node import-child.mjs BUNDLE
 */
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";

const app = await import(process.argv[2]);
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { actor, bill, staged } = JSON.parse(line);
  const ctx = { actor, now: new Date("2026-11-30T12:00:00Z"), newId: randomUUID };
  console.log("begin");
  if (staged) {
    const stored = await app.runRead(ctx, (tx) => app.findBill(tx, bill));
    await app.planInBackground(ctx, stored, { bill, basis: "effective" }, "USD");
  }
  const digest = await app.runRead(ctx, (tx) => app.planDigestOf(tx, bill, "effective", "USD"));
  await app.runBulk(ctx, app.commitImport, { bill, basis: "effective", digest, keepUnclassified: false });
  console.log("done");
}
