import { parseDecimal } from "@/lib/money/money";
import { isObject } from "../json-objects";
import type { BillRecord } from "../records";
import { Refusal } from "../values";

export interface Credit {
  readonly name: string;
  readonly amount: string;
  /** A discount of the price (committed or sustained use, negotiated), as against a promotion. */
  readonly priceLike: boolean;
}

const PRICE_LIKE =
  /^(committed_usage_discount|sustained_usage_discount|discount|subscription_benefit|reseller_margin|fee_utilization_offset)/i;

/** The nested credits of a row, or the single column that a flattened export has. Amounts are negative. */
export function creditsOf(record: BillRecord): Credit[] {
  const text = record.text("credits");
  if (text !== null) return listOf(text);
  const amount = record.amountOrZero("credits_amount", "credit_amount");
  if (amount === "0") return [];
  const type = record.text("credits_type", "credit_type") ?? "";
  return [{ name: record.text("credits_name") ?? type, amount, priceLike: PRICE_LIKE.test(type) }];
}

function listOf(text: string): Credit[] {
  if (parseDecimal(text) !== null) return [{ name: "credits", amount: text, priceLike: false }];
  let list: unknown;
  try {
    // Amounts may have been numbers: they are read as text.
    list = JSON.parse(text.replace(/("amount"\s*:\s*)(-?[0-9.eE-]+)/g, '$1"$2"'));
  } catch {
    throw new Refusal("value-unreadable", "credits", text.slice(0, 60));
  }
  if (!Array.isArray(list)) throw new Refusal("value-unreadable", "credits", text.slice(0, 60));
  return list.filter(isObject).map((credit) => {
    const amount = String(credit.amount ?? "0");
    if (parseDecimal(amount) === null) throw new Refusal("number-format", "credits", amount.slice(0, 60));
    const type = String(credit.type ?? "");
    const name = String(credit.full_name ?? credit.name ?? type);
    return { name, amount, priceLike: PRICE_LIKE.test(type) };
  });
}
