import "server-only";
import { Decimal, decimalText } from "@/lib/money/money";
import type { ImportPlan } from "../../plan";
import type { BillRow } from "../../schema";
import type { Classes, ReadFile } from "./bill-plan";

/** Rows that no rule placed and that look alike: one class for all of them. */
export interface UnclassifiedGroup {
  readonly service: string | null;
  readonly sku: string | null;
  readonly meter: string | null;
  readonly description: string | null;
  readonly records: readonly number[];
  readonly sums: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
  /** The class that a person chose, when all rows have the same. */
  readonly chosen: string | null;
}

/** Groups of rows without a class, or with one that a person gave them, by service, SKU and meter. */
export function unclassifiedGroups(file: ReadFile, plan: ImportPlan, classes: Classes): UnclassifiedGroup[] {
  const open = new Set(
    plan.entries.filter((e) => e.component === "unclassified" || e.rule === "assigned-by-person").map((e) => e.record),
  );
  const groups = new Map<string, BillRow[]>();
  for (const row of file.bill.rows) {
    if (!open.has(row.record)) continue;
    const key = JSON.stringify([row.serviceName, row.sku, row.skuMeter]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((rows) => groupOf(rows, classes));
}

function groupOf(rows: readonly BillRow[], classes: Classes): UnclassifiedGroup {
  const sums = new Map<string, { billed: Decimal; effective: Decimal }>();
  for (const row of rows) {
    const sum = sums.get(row.currency) ?? { billed: new Decimal(0), effective: new Decimal(0) };
    sums.set(row.currency, {
      billed: sum.billed.plus(row.billedAmount),
      effective: sum.effective.plus(row.effectiveAmount),
    });
  }
  const first = rows[0];
  const chosen = new Set(rows.map((row) => classes[String(row.record)] ?? null));
  return {
    service: first?.serviceName ?? null,
    sku: first?.sku ?? null,
    meter: first?.skuMeter ?? null,
    description: first?.description ?? null,
    records: rows.map((row) => row.record),
    sums: [...sums].map(([currency, s]) => ({
      currency,
      billed: decimalText(s.billed),
      effective: decimalText(s.effective),
    })),
    chosen: chosen.size === 1 ? (chosen.values().next().value ?? null) : null,
  };
}
