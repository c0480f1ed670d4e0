import { Decimal, decimalText } from "@/lib/money/money";
import type { BillRow } from "../../schema";

/**
 * A block of capacity is bought ahead; its hours carry the block's share as effective cost, and what is billed on them is
 * a licence (a paid operating system). Such an hour becomes two lines: the capacity, and the licence.
 */
export function linesWithLicence(row: BillRow, bought: ReadonlySet<string>): readonly BillRow[] {
  return bought.size > 0 && isCoveredWithLicence(row, bought) ? split(row) : [row];
}

/** The block of capacity that a row buys ahead, or null. */
export const capacityBought = (row: BillRow): string | null =>
  row.chargeCategory === "Purchase" && row.capacityId ? row.capacityId : null;

function isCoveredWithLicence(row: BillRow, bought: ReadonlySet<string>): boolean {
  if (row.chargeCategory !== "Usage" || row.capacityStatus !== "Used") return false;
  if (row.capacityId === null || !bought.has(row.capacityId)) return false;
  const billed = new Decimal(row.billedAmount);
  return billed.gt(0) && new Decimal(row.effectiveAmount).gt(billed);
}

function split(row: BillRow): [BillRow, BillRow] {
  const capacity = decimalText(new Decimal(row.effectiveAmount).minus(row.billedAmount));
  const licence: BillRow = {
    ...row,
    part: 1,
    effectiveAmount: row.billedAmount,
    skuMeter: [row.skuMeter, "licence"].filter((text) => text !== null).join(" "),
    statedComponent: "support",
    statedKind: "licence",
  };
  return [{ ...row, billedAmount: "0", effectiveAmount: capacity }, licence];
}
