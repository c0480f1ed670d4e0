import { Decimal, decimalText, MAX_SCALE } from "@/lib/money/money";
import { csvCell } from "@/lib/sheet/csv";
import { type CsvRecord, csvRecords, delimiterOf } from "./import/csv";
import type { MonthHours } from "./month-hours";
import { instantText, readInstant } from "./period";
import { type ListPrice, priceOf } from "./price-list";

/** The columns of our own bill file that valued usage is written in. */
const WRITTEN = [
  "charge_start",
  "charge_end",
  "component",
  "amount",
  "currency",
  "account",
  "resource",
  "sku",
  "issuer",
  "description",
  "tags",
] as const;

/** Names of columns by what they hold: FOCUS first, then what exports without money call them. */
const COLUMNS = {
  start: ["ChargePeriodStart", "start_time", "period_start", "start"],
  end: ["ChargePeriodEnd", "end_time", "period_end", "end"],
  quantity: ["ConsumedQuantity", "PricingQuantity", "accelerator_seconds", "quantity"],
  unit: ["ConsumedUnit", "PricingUnit", "unit"],
  sku: ["SkuId", "SkuMeter", "accelerator_type", "sku", "ServiceName"],
  resource: ["ResourceId", "ResourceName", "resource", "deployment"],
  account: ["BillingAccountId", "SubAccountId", "account", "email"],
  issuer: ["InvoiceIssuerName", "InvoiceIssuer", "ProviderName", "issuer"],
  tags: ["Tags", "tags"],
  cost: ["BilledCost", "EffectiveCost", "cost", "amount"],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = ["start", "end", "quantity", "sku"];

export interface NotValued {
  readonly record: number;
  readonly code: "no-price" | "no-time" | "no-quantity" | "has-cost" | "broken";
  /** The thing and its unit, or the text that could not be read. */
  readonly what: string;
}

export type ValuedUsage =
  | {
      readonly ok: true;
      /** A bill file in our own columns: one row for each row of usage that has a price and costs something. */
      readonly csv: string;
      readonly rows: number;
      /** Rows of quantity or price zero: they cost nothing and are left out. */
      readonly free: number;
      /** Exact sums by currency. */
      readonly sums: Readonly<Record<string, string>>;
      readonly notValued: readonly NotValued[];
    }
  | { readonly ok: false; readonly missing: readonly string[] };

/**
 * Gives usage without money its cost: quantity × list price at the start of the use, exact, each row saying which price and
 * where it is from; a price by the month counts its hours as `monthHours` says. Rows with a cost of their own are not valued again. Throws nothing; what has no price is named.
 */
export function valueUsage(
  usage: string,
  prices: readonly ListPrice[],
  monthHours: MonthHours = "calendar",
): ValuedUsage {
  const [header, ...records] = [...csvRecords(usage.replace(/^\uFEFF/, ""), delimiterOf(usage))];
  const names = (header?.fields ?? []).map((n) => n.trim());
  const at = (column: Column): number =>
    COLUMNS[column].map((n) => names.findIndex((h) => h.toLowerCase() === n.toLowerCase())).find((i) => i >= 0) ?? -1;
  const missing = NEEDED.filter((c) => at(c) < 0);
  if (missing.length > 0) return { ok: false, missing: missing.map((c) => COLUMNS[c].join(" / ")) };
  const index = Object.fromEntries((Object.keys(COLUMNS) as Column[]).map((c) => [c, at(c)])) as Record<Column, number>;
  const secondsAlone = names[index.quantity] === "accelerator_seconds";
  const lines: string[] = [WRITTEN.join(",")];
  const sums = new Map<string, Decimal>();
  const notValued: NotValued[] = [];
  let free = 0;
  for (const r of records) {
    const of = (column: Column): string => (r.fields[index[column]] ?? "").trim();
    const unit = of("unit") || (secondsAlone ? "seconds" : "");
    const valued = valueRow(r, of, { unit, prices, monthHours });
    if (valued === null) free++;
    else if ("code" in valued) notValued.push(valued);
    else {
      lines.push(WRITTEN.map((c) => csvCell(valued.cells[c] ?? "")).join(","));
      sums.set(valued.currency, (sums.get(valued.currency) ?? new Decimal(0)).plus(valued.amount));
    }
  }
  return {
    ok: true,
    csv: `${lines.join("\n")}\n`,
    rows: lines.length - 1,
    free,
    sums: Object.fromEntries([...sums].map(([c, s]) => [c, decimalText(s)])),
    notValued,
  };
}

interface Valued {
  readonly cells: Partial<Record<(typeof WRITTEN)[number], string>>;
  readonly amount: Decimal;
  readonly currency: string;
}

interface Terms {
  readonly unit: string;
  readonly prices: readonly ListPrice[];
  readonly monthHours: MonthHours;
}

function valueRow(
  record: CsvRecord,
  of: (column: Column) => string,
  { unit, prices, monthHours }: Terms,
): Valued | NotValued | null {
  const not = (code: NotValued["code"], what: string): NotValued => ({ record: record.record, code, what });
  if (record.broken) return not("broken", record.fields[0]?.slice(0, 80) ?? "");
  if (/[1-9]/.test(of("cost"))) return not("has-cost", of("cost"));
  const [start, end] = [readInstant(of("start")), readInstant(of("end"))];
  if (!start.ok || !end.ok || end.ms <= start.ms) return not("no-time", `${of("start")} – ${of("end")}`);
  if (!/^\d+(\.\d+)?([eE][-+]?\d{1,3})?$/.test(of("quantity"))) return not("no-quantity", of("quantity"));
  const quantity = new Decimal(of("quantity"));
  if (quantity.isZero()) return null;
  const found = priceOf(prices, { sku: of("sku"), unit, at: start.ms, monthHours });
  if (!found) return not("no-price", unit ? `${of("sku")} (${unit})` : of("sku"));
  const { price, factor } = found;
  const amount = quantity.times(factor).times(price.price).toDecimalPlaces(MAX_SCALE);
  if (amount.isZero()) return null;
  const description = `${of("quantity")} ${unit} of ${of("sku")} at ${price.price} ${price.currency} per ${price.unit}, price list of ${instantText(price.from).slice(0, 10)}: ${price.source}`;
  return {
    amount,
    currency: price.currency,
    cells: {
      charge_start: instantText(start.ms),
      charge_end: instantText(end.ms),
      component: price.component,
      amount: decimalText(amount),
      currency: price.currency,
      account: of("account"),
      resource: of("resource"),
      sku: of("sku"),
      issuer: of("issuer"),
      description,
      tags: of("tags"),
    },
  };
}
