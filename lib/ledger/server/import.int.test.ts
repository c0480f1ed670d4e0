import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import { runBulk } from "@/lib/gate/run";
import {
  bytesOf,
  commitDigest,
  countOf,
  fileOf,
  finance,
  HEADER,
  importFile,
  inside,
  line,
  netOf,
  openLedgerDatabase,
  planOf,
  question,
  root,
  upload,
} from "@/lib/testing/ledger";
import { withSharedData } from "@/lib/testing/shared-data";
import { costReport } from "../cost-report";
import { PIECE_BYTES, plainPiece, type StoredPiece } from "./data/bill-piece";
import { costFacts } from "./data/costs";
import { setClasses } from "./mutations/class-change";
import { commitImport } from "./mutations/commit-import";
import { discardBill, restoreBill } from "./mutations/prepare-bill";

openLedgerDatabase();

describe("an import", () => {
  it("of the synthetic bill holds its expected totals to the last digit", async () => {
    await withSharedData(async (dir) => {
      const { ctx, actor } = await finance();
      const file = readFileSync(path.join(dir, "billing/synthetic/focus_gpu_1_2.csv"));
      const expected = JSON.parse(
        readFileSync(path.join(dir, "billing/synthetic/focus_gpu_1_2.expected.json"), "utf8"),
      );
      const { plan, committed } = await importFile(ctx, file);
      expect(plan.piles.overlapping).toEqual({});
      expect(plan.piles.alreadyClaimed).toEqual({});
      expect(committed.entries).toBe(expected.rows);
      for (const basis of ["billed", "effective"] as const) {
        const { rows } = await root.query(
          `SELECT component, trim_scale(sum(${basis}))::text AS sum FROM ledger_entry WHERE workspace_id = $1 GROUP BY 1`,
          [actor.workspaceId],
        );
        const stored = Object.fromEntries(rows.map((r) => [r.component, r.sum]));
        const wanted = Object.fromEntries(
          Object.entries<string>(expected[`${basis}_by_component`]).map(([c, v]) => [c, v.replace(/\.?0+$/, "")]),
        );
        expect(stored).toEqual(wanted);
      }
      const facts = await inside(ctx, (tx) => costFacts(tx, question()));
      const months = Object.fromEntries(costReport(facts.sums, {})[0]!.byMonth.map((m) => [m.month, m.net]));
      const { "(tax+credit)": _, ...wantedMonths } = expected.effective_five_components_by_charge_month;
      expect(months).toEqual(wantedMonths);
      const { rows } = await root.query(
        "SELECT count(*)::int AS rows, sum(upper(period) - lower(period)) AS time FROM claim WHERE workspace_id = $1",
        [actor.workspaceId],
      );
      expect(rows[0].rows).toBe(committed.claims);
      expect(committed.claims).toBeLessThan(expected.rows);
    });
  });

  it("of one file twice is one import, by another name and from another person too", async () => {
    const { ctx, actor } = await finance();
    const bytes = fileOf({}, { resource: "gpu-1" });
    await importFile(ctx, bytes);
    const again = await upload(ctx, bytes, "copy.csv");
    const plan = await planOf(ctx, again);
    expect(plan.piles.alreadyClaimed.USD?.rows).toBe(2);
    await expect(commitDigest(ctx, again, plan.digest)).rejects.toMatchObject({ code: "ALREADY_IMPORTED" });
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(2);
    expect(await netOf(ctx)).toEqual([["USD", "20"]]);
  });

  it("of the same rows in another file counts them once and says which", async () => {
    const { ctx } = await finance();
    await importFile(ctx, fileOf({}, { resource: "", cost: "3", what: "H100 GPU fee" }));
    const wider = fileOf({}, { resource: "", cost: "3", what: "H100 GPU fee" }, { resource: "gpu-7", cost: "5" });
    const { plan } = await importFile(ctx, wider);
    expect(plan.setAside.map((r) => r.reason)).toEqual(["row-already-imported", "row-already-imported"]);
    expect(await netOf(ctx)).toEqual([["USD", "18"]]);
  });

  it("of a longer or a shorter file of the same hour counts each row once, in either order", async () => {
    const files = [fileOf({ cost: "1" }), fileOf({ cost: "5" }, { cost: "1" })];
    for (const order of [files, [...files].reverse()]) {
      const { ctx } = await finance();
      await importFile(ctx, order[0]!);
      const bill = await upload(ctx, order[1]!);
      const plan = await planOf(ctx, bill);
      if (plan.entries.length > 0) await commitDigest(ctx, bill, plan.digest);
      expect(await netOf(ctx)).toEqual([["USD", "6"]]);
    }
  });

  it("of a row that was kept unclassified and is classed in a later file counts it once", async () => {
    const { ctx, actor } = await finance();
    const unknown = { category: "Other", sku: "", what: "Something", service: "Stuff" };
    const bill = await upload(ctx, fileOf(unknown));
    await commitDigest(ctx, bill, (await planOf(ctx, bill)).digest, true);
    const longer = await upload(ctx, fileOf(unknown, { resource: "gpu-5" }));
    await inside(ctx, (tx) => setClasses(tx, ctx, { bill: longer, records: [2], component: "accelerator" }));
    const plan = await planOf(ctx, longer);
    expect(plan.setAside.map((r) => r.reason)).toEqual(["row-already-imported"]);
    await commitDigest(ctx, longer, plan.digest);
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(2);
  });

  it("by ten people at once happens exactly once", async () => {
    const { ctx, actor } = await finance();
    const bytes = fileOf({}, { resource: "gpu-1" }, { resource: "gpu-2" });
    const bills = [];
    for (let i = 0; i < 10; i++) bills.push(await upload(ctx, bytes, `bill-${i}.csv`));
    const { digest } = await planOf(ctx, bills[0]!);
    const race = await Promise.allSettled(bills.map((bill) => commitDigest(ctx, bill, digest)));
    expect(race.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    for (const r of race) if (r.status === "rejected") expect(r.reason).toMatchObject({ code: "ALREADY_IMPORTED" });
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(3);
    expect(await netOf(ctx)).toEqual([["USD", "30"]]);
  });

  it("that overlaps another in a race is told that its plan no longer holds", async () => {
    const { ctx, actor } = await finance();
    const bills = [];
    const digests: string[] = [];
    for (let i = 0; i < 10; i++) {
      const start = `2026-09-01T${String(i).padStart(2, "0")}:00:00Z`;
      const bill = await upload(ctx, fileOf({ start, cost: String(i + 1) }));
      bills.push(bill);
      digests.push((await planOf(ctx, bill)).digest);
    }
    const race = await Promise.allSettled(bills.map((bill, i) => commitDigest(ctx, bill, digests[i]!)));
    expect(race.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    for (const r of race) if (r.status === "rejected") expect(r.reason).toMatchObject({ code: "PLAN_CHANGED" });
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(1);
    expect(await countOf("claim", actor.workspaceId)).toBe(1);
  });

  it("broken off in the middle leaves nothing, and the next attempt succeeds", async () => {
    const { ctx, actor } = await finance();
    const bill = await upload(ctx, fileOf({}, { resource: "gpu-1" }));
    const { digest } = await planOf(ctx, bill);
    let ids = 0;
    const breaking: Ctx = {
      ...ctx,
      newId: () => {
        ids += 1;
        if (ids === 2) throw new Error("power cut");
        return randomUUID();
      },
    };
    await expect(commitDigest(breaking, bill, digest)).rejects.toThrow();
    const late = {
      ...commitImport,
      write: async (...args: Parameters<typeof commitImport.write>) => {
        await commitImport.write(...args);
        throw new Error("cut after the last statement");
      },
    };
    const input = { bill, basis: "effective" as const, digest, keepUnclassified: false };
    await expect(runBulk(ctx, late, input)).rejects.toThrow("cut after");
    for (const table of ["ledger_entry", "claim"]) expect(await countOf(table, actor.workspaceId)).toBe(0);
    const before = await root.query("SELECT committed_at FROM bill_import WHERE workspace_id = $1", [
      actor.workspaceId,
    ]);
    expect(before.rows[0].committed_at).toBeNull();
    expect((await commitDigest(ctx, bill, digest)).entries).toBe(2);
  });

  it("refuses rows without a class until they have one or are kept without", async () => {
    const { ctx } = await finance();
    const unknown = { category: "Other", sku: "", what: "Something", service: "Stuff" };
    const bill = await upload(ctx, fileOf({}, unknown, { ...unknown, resource: "x", cost: "7" }));
    const plan = await planOf(ctx, bill);
    expect(plan.piles.unclassified.USD?.rows).toBe(2);
    await expect(commitDigest(ctx, bill, plan.digest)).rejects.toMatchObject({ code: "BILL_UNCLASSIFIED" });
    await inside(ctx, (tx) => setClasses(tx, ctx, { bill, records: [3], component: "host" }));
    await expect(commitDigest(ctx, bill, plan.digest)).rejects.toMatchObject({ code: "PLAN_CHANGED" });
    const classed = await planOf(ctx, bill);
    expect(classed.piles.unclassified.USD?.rows).toBe(1);
    await commitDigest(ctx, bill, classed.digest, true);
    const facts = await inside(ctx, (tx) => costFacts(tx, question()));
    const totals = costReport(facts.sums, {})[0]!.totals;
    expect([totals.components.host, totals.unclassified, totals.net, totals.payable]).toEqual(["10", "7", "20", "27"]);
    await expect(
      inside(ctx, (tx) => setClasses(tx, ctx, { bill, records: [4], component: "host" })),
    ).rejects.toMatchObject({ code: "BILL_CLOSED" });
  });

  it("keeps every file that it cannot read, byte for byte", async () => {
    const { ctx, actor } = await finance();
    const files: Record<string, Uint8Array> = {
      empty: new Uint8Array(),
      binary: Uint8Array.from({ length: 400 }, (_, i) => i % 7),
      "no-rows": bytesOf(`${HEADER}\n`),
      other: bytesOf("a,b\n1,2\n"),
      long: bytesOf("a,b\n1,2\n".repeat(PIECE_BYTES / 4)),
      noise: randomBytes(2 * PIECE_BYTES + 1),
    };
    // What gets no shorter is stored as it is.
    const packedOf: Record<string, boolean[]> = { long: [true, true], noise: [false, false, false] };
    for (const [name, bytes] of Object.entries(files)) {
      const bill = await upload(ctx, bytes, name);
      const digest = "0".repeat(64);
      await expect(commitDigest(ctx, bill, digest), name).rejects.toMatchObject({ code: "BILL_UNREADABLE" });
      const { rows } = await root.query(
        `SELECT c.bytes, c.packed FROM bill_import b JOIN bill_chunk c ON c.workspace_id = b.workspace_id AND c.bill_id = b.id
          WHERE b.workspace_id = $1 AND b.number = $2 ORDER BY c.ordinal`,
        [actor.workspaceId, bill],
      );
      const stored = Buffer.concat(await Promise.all(rows.map((row: StoredPiece) => plainPiece(row))));
      expect(stored.equals(Buffer.from(bytes)), name).toBe(true);
      if (packedOf[name]) expect(rows.map((r) => r.packed)).toEqual(packedOf[name]);
    }
  });

  it("with BOM, CRLF, quoted newlines, NULL, a broken row and two currencies keeps what can be read", async () => {
    const { ctx, actor } = await finance();
    const rows = [
      line({}),
      line({ resource: "gpu-1", what: '"two\r\nlines"' }),
      line({ resource: "gpu-2", tags: "NULL" }),
      line({ resource: "gpu-3" }).replace("USD", "EUR"),
      line({ resource: "gpu-4", cost: "1,234.50" }),
      line({ resource: "gpu-5" }),
    ];
    const { plan, committed } = await importFile(ctx, bytesOf(`\uFEFF${[HEADER, ...rows].join("\r\n")}\r\n`));
    expect(plan.proof.holds).toBe(true);
    expect(plan.setAside.map((r) => [r.record, r.pile])).toEqual([[6, "refused"]]);
    expect(committed.entries).toBe(5);
    expect(await netOf(ctx)).toEqual([
      ["EUR", "10"],
      ["USD", "40"],
    ]);
    const stored = await root.query(
      "SELECT description FROM ledger_entry WHERE workspace_id = $1 AND resource = 'gpu-1'",
      [actor.workspaceId],
    );
    expect(stored.rows[0].description).toBe("two\r\nlines");
  });

  it("with text that no database holds, or keys too long for an index, commits what it counts", async () => {
    const { ctx, actor } = await finance();
    const tags = '{"a\\u0000b":"\\ud800","team":"x"}';
    const letters = (seed: number): string =>
      Array.from({ length: 500 }, (_, i) =>
        String.fromCharCode(0x4e00 + ((seed * 7919 + i * 104_729 + i * i * seed) % 20_000)),
      ).join("");
    const longest = Array.from({ length: 120 }, (_, i) => ({ resource: letters(i + 1), sku: letters(i + 1000) }));
    const rows = [{ tags }, ...longest, { resource: "x".repeat(501) }];
    // A file with a NUL in its first 64 kB is no text at all.
    const filler = Array.from({ length: 600 }, (_, i) => ({ resource: `gpu-n${i}` }));
    const bytes = fileOf(...rows, ...filler, { resource: "nul", what: "H100 \u0000 GPU" });
    const { plan, committed } = await importFile(ctx, bytes);
    expect(plan.setAside).toMatchObject([{ record: 123, pile: "refused", reason: "text-too-long" }]);
    expect(plan.proof.holds).toBe(true);
    expect(committed.entries).toBe(722);
    const stored = await root.query("SELECT tags FROM ledger_entry WHERE workspace_id = $1 AND resource = 'gpu-0'", [
      actor.workspaceId,
    ]);
    expect(stored.rows[0].tags).toEqual({ "a\ufffdb": "\ufffd", team: "x" });
    const nul = await root.query("SELECT description FROM ledger_entry WHERE workspace_id = $1 AND resource = 'nul'", [
      actor.workspaceId,
    ]);
    expect(nul.rows[0].description).toBe("H100 \ufffd GPU");
  });

  it("that was discarded takes no commit, and its bytes stay", async () => {
    const { ctx, actor } = await finance();
    const bill = await upload(ctx, fileOf({}));
    const { digest } = await planOf(ctx, bill);
    await inside(ctx, (tx) => discardBill(tx, ctx, { bill }));
    await expect(commitDigest(ctx, bill, digest)).rejects.toMatchObject({ code: "BILL_CLOSED" });
    expect(await countOf("bill_import", actor.workspaceId)).toBe(1);
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(0);
    // Discarding can be undone until then: what was planned is planned again.
    await inside(ctx, (tx) => restoreBill(tx, ctx, { bill }));
    await commitDigest(ctx, bill, digest);
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(1);
    await expect(inside(ctx, (tx) => restoreBill(tx, ctx, { bill }))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
