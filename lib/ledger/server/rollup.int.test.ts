import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemLedgerMonth } from "@/lib/db/system";
import { decimalText, sumDecimals } from "@/lib/money/money";
import { finance, inside, openLedgerDatabase, root } from "@/lib/testing/ledger";
import { entrySums, keyedSums as unrolledSums } from "@/lib/testing/unrolled-sums";
import { instantText, zoneOf } from "../period";
import { ALL_ENTRIES, type EntryFilter, whereOf } from "./data/entry-filter";
import { GROUP_SQL } from "./data/group-sql";
import { listMonths } from "./data/months";
import { countEntries, type KeyedSum, keyedSums, monthSums } from "./data/rollup-sums";
import { onTx, type RunSql } from "./data/run-sql";
import type { MonthSum } from "./data/sums";

openLedgerDatabase();

const HOUR = 3_600_000;
const ZONES = ["UTC", "Europe/Warsaw", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati"];
const FIRST = Date.UTC(2026, 5, 1);
const MONTH_STARTS = [5, 6, 7, 8, 9].map((m) => Date.UTC(2026, m, 1));

/** Charges of every length, many of them around the ends of months in some zone. */
const charge = fc.record({
  startMs: fc.oneof(
    fc.nat(120 * 24).map((h) => FIRST + h * HOUR),
    fc
      .tuple(fc.constantFrom(...MONTH_STARTS), fc.integer({ min: -64, max: 64 }))
      .map(([month, quarter]) => Math.max(FIRST, month + quarter * (HOUR / 4))),
    fc.nat(120 * 24 * 3600).map((s) => FIRST + s * 1000),
  ),
  lengthMs: fc.constantFrom(
    0,
    1000,
    1_200_000,
    HOUR,
    HOUR,
    HOUR,
    2 * HOUR,
    24 * HOUR,
    24 * HOUR,
    30 * 24 * HOUR,
    75 * 24 * HOUR,
  ),
  billed: fc.constantFrom("0", "1", "-2.5", "0.000000000000000001", "123456789.987654321", "3.333333333333333333"),
  effective: fc.constantFrom("0", "1", "7.1", "0.1"),
  currency: fc.constantFrom("USD", "USD", "EUR"),
  component: fc.constantFrom("accelerator", "host", "tax", "unclassified", "funding"),
  kind: fc.constantFrom("usage", "usage", "commitment_purchase"),
  brief: fc.boolean(),
  issuer: fc.constantFrom("Rentco", null),
  resource: fc.constantFrom("gpu-1", "gpu-2", "disk-1", null),
  description: fc.constantFrom("H100 hours", "100% \\ of a_disk", null),
  tags: fc.constantFrom('{"team":"search"}', '{"team":"speech","stage":"train"}', null),
});

type Charge = typeof charge extends fc.Arbitrary<infer T> ? T : never;

const key = (s: MonthSum): string => [s.month, s.currency, s.component, s.briefId].join(" ");

/** Sums by what they are of, exact; which of them are zero does not matter. */
function grouped(sums: readonly MonthSum[]): Record<string, string> {
  const groups = new Map<string, string[]>();
  for (const s of sums) groups.set(key(s), [...(groups.get(key(s)) ?? []), s.amount]);
  const texts = [...groups].map(([k, amounts]): [string, string] => [k, decimalText(sumDecimals(amounts))]);
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function insert(workspaceId: string, person: string, brief: string, charges: readonly Charge[]) {
  for (const c of charges) {
    const month = `${instantText(c.startMs).slice(0, 7)}-01`;
    await root.query(
      `INSERT INTO ledger_entry (workspace_id, id, month, billed, effective, currency, component, kind, rule, account, meter, charge_start, charge_end, brief_id, issuer, created_by, resource, description, tags)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'r', 'a', 'm', $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        ...[workspaceId, randomUUID(), month, c.billed, c.effective, c.currency, c.component, c.kind],
        ...[instantText(c.startMs), instantText(c.startMs + c.lengthMs), c.brief ? brief : null, c.issuer, person],
        ...[c.resource, c.description, c.tags],
      ],
    );
  }
}

/** Months as the entries themselves give them. */
async function unrolledMonths(sql: RunSql, timeZone: string) {
  const rows = await sql<{
    month: string;
    currency: string;
    n: number;
    open: number;
    billed: string;
    effective: string;
  }>(
    `SELECT to_char(e.charge_start AT TIME ZONE $1, 'YYYY-MM') AS month, e.currency, count(*)::int AS n,
            count(*) FILTER (WHERE e.component = 'unclassified')::int AS open,
            coalesce(trim_scale(sum(e.billed) FILTER (WHERE e.component <> 'funding')), 0)::text AS billed,
            coalesce(trim_scale(sum(e.effective) FILTER (WHERE e.component <> 'funding')), 0)::text AS effective
       FROM ledger_entry e GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
    [timeZone],
  );
  return [...new Set(rows.map((r) => r.month))].map((month) => {
    const own = rows.filter((r) => r.month === month);
    return {
      month,
      entries: own.reduce((n, r) => n + r.n, 0),
      unclassified: own.reduce((n, r) => n + r.open, 0),
      sums: own.map(({ currency, billed, effective }) => ({ currency, billed, effective })),
    };
  });
}

describe("the roll-up", () => {
  it("gives the sums and counts of all entries, whatever their time, in every zone and for every question", async () => {
    for (let m = 5; m < 10; m++) await systemLedgerMonth(`2026-${String(m + 1).padStart(2, "0")}-01`);
    const samples = fc.sample(fc.array(charge, { minLength: 60, maxLength: 90 }), { numRuns: 2, seed: 20261130 });
    for (const charges of samples) {
      const { ctx, actor, brief } = await finance();
      await insert(actor.workspaceId, actor.personId, brief, charges);
      await inside(ctx, async (tx) => {
        const sql = onTx(tx);
        for (const id of ZONES) {
          const zone = zoneOf(id)!;
          const months = (await listMonths(sql, id)).map(({ month, entries, unclassified, sums }) => ({
            month,
            entries,
            unclassified,
            sums,
          }));
          expect(months, id).toEqual(await unrolledMonths(sql, id));
          const august = zone.monthOf(Date.UTC(2026, 7, 15));
          const time = { start: instantText(zone.monthStart(august)), end: instantText(zone.monthStart(august + 1)) };
          const filters: EntryFilter[] = [
            ALL_ENTRIES,
            { ...ALL_ENTRIES, brief },
            { ...ALL_ENTRIES, brief: "none", component: "accelerator" },
            { ...ALL_ENTRIES, time },
            { ...ALL_ENTRIES, time, brief },
            { ...ALL_ENTRIES, q: "GPU-1" },
            { ...ALL_ENTRIES, q: "100% \\", time, component: "host" },
            { ...ALL_ENTRIES, bill: "manual", brief: "none" },
            { ...ALL_ENTRIES, group: { by: "team", value: "search" }, time },
            { ...ALL_ENTRIES, group: { by: "provider", value: null } },
          ];
          for (const filter of filters) {
            const inMonth = (s: MonthSum) => filter.time === null || s.month === "2026-08";
            for (const basis of ["billed", "effective"] as const) {
              const unrolled = grouped((await entrySums(sql, filter, basis, zone)).filter(inMonth));
              const rolled = grouped((await monthSums(sql, filter, basis, zone)).filter(inMonth));
              expect(rolled, `${id} ${basis} ${JSON.stringify(filter)}`).toEqual(unrolled);
            }
            const byTeam = { sql: GROUP_SQL.team, ofLine: true };
            const byKey = (sums: readonly KeyedSum[]) =>
              grouped(sums.map(({ key: briefId, ...sum }) => ({ ...sum, briefId })).filter(inMonth));
            expect(byKey(await keyedSums(sql, filter, byTeam, { basis: "billed", zone }))).toEqual(
              byKey(await unrolledSums(sql, filter, { basis: "billed", zone, key: byTeam.sql })),
            );
            const where = whereOf(filter);
            const [row] = await sql<{ n: number }>(
              `SELECT count(*)::int AS n FROM ledger_entry e WHERE ${where.text}`,
              where.values,
            );
            expect(await countEntries(sql, filter), `${id} ${JSON.stringify(filter)}`).toBe(row?.n);
          }
        }
      });
    }
  });

  it("knows what each entry is for, once for all that are for the same", async () => {
    const { ctx, actor, brief } = await finance();
    const charges = fc
      .sample(charge, { numRuns: 40, seed: 7 })
      .map((c, i) => ({ ...c, resource: i % 2 === 0 ? ("gpu-1" as const) : ("gpu-2" as const) }));
    const plain = charges.map((c) => ({ ...c, description: null, tags: null, issuer: null }));
    await insert(actor.workspaceId, actor.personId, brief, plain);
    const lines = await inside(ctx, (tx) =>
      onTx(tx)<{ resource: string }>("SELECT resource FROM ledger_line ORDER BY resource"),
    );
    expect(lines.map((l) => l.resource)).toEqual(["gpu-1", "gpu-2"]);
    const sums = await inside(ctx, (tx) =>
      monthSums(onTx(tx), { ...ALL_ENTRIES, q: "nothing like it" }, "billed", zoneOf("UTC")!),
    );
    expect(sums).toEqual([]);
  });

  it("is written by nobody but the database", async () => {
    const { ctx } = await finance();
    for (const sql of [
      "INSERT INTO ledger_rollup SELECT * FROM ledger_rollup",
      "UPDATE ledger_rollup SET billed = 0",
      "DELETE FROM ledger_rollup",
      "INSERT INTO ledger_line SELECT * FROM ledger_line",
      "UPDATE ledger_line SET resource = 'other'",
      "DELETE FROM ledger_line_rollup",
      "UPDATE ledger_line_rollup SET billed = 0",
    ]) {
      await expect(inside(ctx, (tx) => tx.$executeRawUnsafe(sql))).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });
});
