import "server-only";
import { decimalText } from "@/lib/money/money";
import { ExactSum } from "../../exact-sum";
import type { BillRow, Entry } from "../../schema";
import type { Classes } from "./bill-plan";

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

interface Group extends Pick<UnclassifiedGroup, "service" | "sku" | "meter" | "description"> {
  readonly records: number[];
  readonly sums: Map<string, { billed: ExactSum; effective: ExactSum }>;
  readonly chosen: Set<string | null>;
}

/** Groups rows without a class, or with one that a person gave them, by service, SKU and meter. */
export class UnclassifiedGroups {
  private readonly groups = new Map<string, Group>();

  constructor(private readonly classes: Classes) {}

  see(row: BillRow, entry: Entry): void {
    if (entry.component !== "unclassified" && entry.rule !== "assigned-by-person") return;
    const key = JSON.stringify([row.serviceName, row.sku, row.skuMeter]);
    const group = this.groups.get(key) ?? newGroup(row);
    this.groups.set(key, group);
    if (group.records.at(-1) !== row.record) group.records.push(row.record);
    group.chosen.add(this.classes[String(row.record)] ?? null);
    const sum = group.sums.get(row.currency) ?? { billed: new ExactSum(), effective: new ExactSum() };
    group.sums.set(row.currency, sum);
    sum.billed.add(row.billedAmount);
    sum.effective.add(row.effectiveAmount);
  }

  list(): UnclassifiedGroup[] {
    return [...this.groups.values()].map(({ sums, chosen, ...group }) => ({
      ...group,
      sums: [...sums].map(([currency, s]) => ({
        currency,
        billed: decimalText(s.billed.total()),
        effective: decimalText(s.effective.total()),
      })),
      chosen: chosen.size === 1 ? (chosen.values().next().value ?? null) : null,
    }));
  }
}

const newGroup = (row: BillRow): Group => ({
  service: row.serviceName,
  sku: row.sku,
  meter: row.skuMeter,
  description: row.description,
  records: [],
  sums: new Map(),
  chosen: new Set(),
});
