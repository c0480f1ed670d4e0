import { WARNINGS } from "./codes";
import { TextNumbers } from "./columns";
import { LikeBefore } from "./like-before";
import type { BillRow, Warning } from "./schema";

/** Warnings that need the whole row or other rows. */
export class RowWarnings {
  private readonly charges = new TextNumbers();
  private readonly charge = new LikeBefore((row) => this.charges.of(whatIsCharged(row)));
  private readonly seen = new TextNumbers();
  private readonly found: Record<string, { records: number[]; count: number }> = {};

  /** @param kept how many records of one warning are named; all are counted */
  constructor(private readonly kept = Number.POSITIVE_INFINITY) {}

  see(row: BillRow): void {
    const covers = row.commitmentId !== null || row.capacityId !== null;
    if (row.chargeCategory === "Purchase" && covers && row.effectiveAmount !== "0") this.add("covering", row.record);
    if (row.commitmentStatus === "Used" && row.billedAmount !== "0") this.add("billedUsed", row.record);
    const before = this.seen.size;
    this.seen.of(
      `${this.charge.of(row)} ${row.chargeStart} ${row.chargeEnd} ${row.billedAmount} ${row.effectiveAmount}`,
    );
    if (this.seen.size === before) this.add("identical", row.record);
  }

  private add(what: string, record: number): void {
    const known = this.found[what] ?? { records: [], count: 0 };
    this.found[what] = known;
    known.count += 1;
    if (known.records.length < this.kept) known.records.push(record);
  }

  list(): Warning[] {
    const warning = (code: Warning["code"], field: string | null, what: string): Warning[] => {
      const known = this.found[what];
      if (known === undefined) return [];
      const { records, count } = known;
      return [{ code, field, message: WARNINGS[code], records, ...(count > records.length ? { count } : {}) }];
    };
    return [
      ...warning("effective-on-covering-purchase", "EffectiveCost", "covering"),
      ...warning("used-commitment-billed", "BilledCost", "billedUsed"),
      ...warning("identical-rows", null, "identical"),
    ];
  }
}

/** What of a row is compared, without its time and money. */
const whatIsCharged = (row: BillRow): string =>
  [
    row.billingAccount,
    row.subAccount,
    row.resource,
    row.sku,
    row.chargeCategory,
    row.correction,
    row.commitmentId,
    row.commitmentStatus,
    row.currency,
    row.description,
  ].join("\u0000");

export function rowWarnings(rows: readonly BillRow[]): Warning[] {
  const warnings = new RowWarnings();
  for (const row of rows) warnings.see(row);
  return warnings.list();
}
