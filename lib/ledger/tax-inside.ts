import { Decimal, decimalText, splitByShares } from "@/lib/money/money";
import type { BillRow } from "./schema";

/** Places beyond the amount's own that the parts of an amount with tax are exact to; they sum to it. */
const TAX_SCALE = 6;

/**
 * A row whose amounts include tax, as its net row and its tax row: exact, and summing to it on both bases. `rate` is tax by
 * net amount (0.23); `taxPart` numbers the tax within its record.
 */
export function withoutTax(row: BillRow, rate: Decimal, taxPart: number): readonly [net: BillRow, tax: BillRow] {
  const split = (amount: string): readonly [string, string] => {
    const parts = splitByShares(new Decimal(amount), [new Decimal(1), rate], TAX_SCALE);
    return [decimalText(parts?.[0] ?? amount), decimalText(parts?.[1] ?? "0")];
  };
  const [billedAmount, billedTax] = split(row.billedAmount);
  const [effectiveAmount, effectiveTax] = split(row.effectiveAmount);
  const tax: BillRow = {
    ...row,
    part: taxPart,
    billedAmount: billedTax,
    effectiveAmount: effectiveTax,
    chargeCategory: "Tax",
    statedComponent: "tax",
    statedKind: "tax",
  };
  return [{ ...row, billedAmount, effectiveAmount }, tax];
}
