import type { Component } from "../../components";
import { instantText } from "../../period";
import type { BillRow } from "../../schema";
import { blankRow } from "../blank-row";
import type { BillRecord } from "../records";
import { Refusal } from "../values";

/** Types of the invoice list: money that moved into the wallet. */
const FUNDING =
  /^(stripe|bitpay|coinbase|crypto|paypal|transfer|instance_prepay|payout|payment|deposit|invoice|credit_card)/i;

const COMPONENTS: readonly (readonly [RegExp, Component])[] = [
  [/disk|storage|volume/i, "storage"],
  [/bandwidth|inet|internet|upload|download|network|egress|ingress/i, "network"],
  [/gpu|instance|serverless|compute|dph/i, "accelerator"],
];

export function chargeRow(record: BillRecord): BillRow {
  const type = record.text("item", "type") ?? "";
  const amount = record.amount("amount");
  const period = periodOf(record);
  const funding = FUNDING.test(record.text("service") ?? "") || FUNDING.test(record.text("type") ?? "");
  const description = record.text("description");
  const words = type === "charge" ? (description ?? type) : type;
  const component = COMPONENTS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
  return {
    ...blankRow({
      record: record.record,
      billedAmount: amount,
      effectiveAmount: amount,
      currency: record.currency("currency"),
      ...period,
      chargeCategory: "Usage",
      raw: record.fields,
    }),
    rowType: funding ? "funding" : record.text("is_parent") === "yes" ? "parent" : "charge",
    issuer: "Vast.ai",
    billingAccount: "vast",
    resource: record.text("source", "instance_id", "contract_id"),
    sku: words,
    skuMeter: record.text("id", "charge_id"),
    description: description ?? words,
    statedComponent: component,
    statedKind: amount.startsWith("-") ? "correction" : null,
  };
}

/** Seconds since 1970 or a written instant; an item without an end is one that ends where it starts plus a second. */
function periodOf(record: BillRecord): { chargeStart: string; chargeEnd: string } {
  const start = timeOf(record, "start", "start_date", "day", "timestamp", "when");
  const stated = record.text("end", "end_date");
  const end =
    stated === null ? { text: instantText(start.ms + 1000), ms: start.ms + 1000 } : timeOf(record, "end", "end_date");
  return record.period(start, end, "end");
}

function timeOf(record: BillRecord, ...columns: readonly [string, ...string[]]): { text: string; ms: number } {
  const column = columns.find((name) => record.text(name) !== null) ?? columns[0];
  const text = record.text(column);
  if (text === null) throw new Refusal("missing-value", column, column);
  if (!/^\d{9,10}(\.\d+)?$/.test(text)) return record.instant(column);
  const ms = Math.round(Number(text)) * 1000;
  return { text: instantText(ms), ms };
}
