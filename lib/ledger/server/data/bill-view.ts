import "server-only";
import type { Check } from "../../check";
import { lineKey } from "../../line-key";
import type { ImportPlan } from "../../plan";
import type { ProofLine } from "../../proof";
import type { BillRow, PileName, PileSum, RefusedRow, Warning } from "../../schema";
import { PILES } from "../../schema";
import type { Classes, ReadFile } from "./bill-plan";
import { type UnclassifiedGroup, unclassifiedGroups } from "./unclassified";

/** Rows of each pile that a page shows; the counts and sums are always of all rows. */
export const SHOWN_ROWS = 50;
const SHOWN_RECORDS = 20;

export interface ShownRow {
  readonly record: number;
  readonly component: string | null;
  readonly kind: string | null;
  readonly rule: string | null;
  /** Reason code of a row that is not counted. */
  readonly reason: string | null;
  readonly field: string | null;
  readonly billed: string | null;
  readonly effective: string | null;
  readonly currency: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly resource: string | null;
  /** What was sold, or the row as it stood in the file when it could not be read. */
  readonly what: string | null;
}

export interface PileView {
  readonly pile: PileName;
  readonly rows: number;
  readonly sums: readonly ({ readonly currency: string } & PileSum)[];
  readonly shown: readonly ShownRow[];
}

export interface BillView {
  readonly format: string;
  readonly version: string | null;
  readonly header: readonly string[];
  readonly basis: string;
  readonly digest: string;
  readonly rows: number;
  readonly entries: number;
  readonly piles: readonly PileView[];
  readonly proof: { readonly holds: boolean; readonly lines: readonly ProofLine[] };
  readonly checks: readonly Check[];
  readonly warnings: readonly (Omit<Warning, "records"> & {
    readonly records: readonly number[];
    readonly count: number;
  })[];
  readonly groups: readonly UnclassifiedGroup[];
}

/** What a page shows of a plan. It is also what stays of the plan after the commit. */
export function billView(file: ReadFile, plan: ImportPlan, classes: Classes): BillView {
  const shown = shownRows(file, plan);
  return {
    format: plan.file.format,
    version: plan.file.version,
    header: file.bill.header,
    basis: plan.basis,
    digest: plan.digest,
    rows: plan.rows,
    entries: plan.entries.length,
    piles: PILES.map((pile) => {
      const sums = Object.entries(plan.piles[pile]).map(([currency, sum]) => ({ currency, ...sum }));
      return { pile, rows: sums.reduce((n, s) => n + s.rows, 0), sums, shown: shown[pile] };
    }),
    proof: plan.proof,
    checks: plan.checks,
    warnings: plan.warnings.map((w) => ({ ...w, records: w.records.slice(0, SHOWN_RECORDS), count: w.records.length })),
    groups: unclassifiedGroups(file, plan, classes),
  };
}

const what = (row: BillRow): string | null => row.description ?? row.skuMeter ?? row.sku ?? row.serviceName;

function shownRows(file: ReadFile, plan: ImportPlan): Record<PileName, ShownRow[]> {
  const piles = Object.fromEntries(PILES.map((p) => [p, [] as ShownRow[]])) as Record<PileName, ShownRow[]>;
  const aside = new Map(plan.setAside.map((r) => [lineKey(r), r]));
  const entries = new Map(plan.entries.map((e) => [lineKey(e), e]));
  for (const row of file.bill.rows) {
    const set = aside.get(lineKey(row));
    const entry = entries.get(lineKey(row));
    const pile = set?.pile ?? (entry?.component === "unclassified" ? "unclassified" : "new");
    if (piles[pile].length >= SHOWN_ROWS) continue;
    piles[pile].push({
      record: row.record,
      component: entry?.component ?? null,
      kind: entry?.kind ?? null,
      rule: entry?.rule ?? null,
      reason: set?.reason ?? null,
      field: null,
      billed: row.billedAmount,
      effective: row.effectiveAmount,
      currency: row.currency,
      start: row.chargeStart,
      end: row.chargeEnd,
      resource: row.resource,
      what: what(row),
    });
  }
  piles.refused = file.bill.refused.slice(0, SHOWN_ROWS).map(refusedRow);
  return piles;
}

function refusedRow(row: RefusedRow): ShownRow {
  return {
    record: row.record,
    component: null,
    kind: null,
    rule: null,
    reason: row.reason,
    field: row.field,
    billed: row.billedAmount,
    effective: row.effectiveAmount,
    currency: row.currency,
    start: null,
    end: null,
    resource: null,
    what:
      row.raw
        .filter((cell) => cell !== "")
        .join(" | ")
        .slice(0, 400) || row.message,
  };
}
