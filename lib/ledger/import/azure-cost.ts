import { Decimal, decimalText } from "@/lib/money/money";
import { instantText, readInstant } from "../period";
import type { BillRow, ChargeCategory, Kind } from "../schema";
import type { BillFile, ReadOptions, TableResult } from "./bill-format";
import { blankRow } from "./blank-row";
import { type CsvRecord, csvRecords } from "./csv";
import { type BillRecord, tableOf } from "./records";
import { parseTags, Refusal, type Tags } from "./values";

/**
 * The two views of one Azure bill share a header. Both are put into one form: billed is what was charged, effective what
 * was used. Rows that both views carry are then equal, so importing both counts each once on either basis.
 */
export type AzureView = "actual" | "amortised";

const COST = ["costinbillingcurrency", "cost", "pretaxcost"] as const;
const CURRENCY = ["billingcurrency", "billingcurrencycode", "currency"];
const DATE = ["date", "usagedate", "usagedatetime"] as const;
const TELLING = ["chargetype", "pricingmodel", "metercategory"];

export const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** How sure a file is of one view. What only one of them can say decides; a file without commitments is of either. */
export function azureLikeness(file: BillFile, view: AzureView): number {
  const names = file.header.map(plainName);
  if (!TELLING.every((name) => names.includes(name)) || !COST.some((name) => names.includes(name))) return 0;
  const seen = viewOf(file, names);
  if (seen === null) return view === "actual" ? 0.9 : 0.85;
  return seen === view ? 0.95 : 0.5;
}

function viewOf(file: BillFile, names: readonly string[]): AzureView | null {
  const view = viewTeller(names);
  for (const record of csvRecords(file.text, file.delimiter)) {
    const told = record.record === 1 ? null : view(record);
    if (told !== null) return told;
  }
  return null;
}

/** Which view a record can only be of, if it is one that tells. */
export function viewTeller(names: readonly string[]): (record: CsvRecord) => AzureView | null {
  const at = (column: string) => names.indexOf(column);
  const [type, model] = [at("chargetype"), at("pricingmodel")];
  const cost = COST.map(at).find((place) => place >= 0) ?? -1;
  return ({ fields }) => {
    if (/^unused/i.test(fields[type] ?? "")) return "amortised";
    if (!isCommitted(fields[model] ?? "")) return null;
    if (/^(purchase|refund)$/i.test(fields[type] ?? "")) return "actual";
    if (/^usage$/i.test(fields[type] ?? "")) return Number(fields[cost]) === 0 ? "actual" : "amortised";
    return null;
  };
}

const isCommitted = (pricingModel: string): boolean => /^(reservation|savings ?plan)$/i.test(pricingModel);

export function azureTable(header: readonly string[], options: ReadOptions, view: AzureView): TableResult {
  const reading = {
    needed: ["chargetype"],
    amountColumns: COST,
    currencyColumns: CURRENCY,
    lines: (record: BillRecord) => [azureRow(record, view)],
  };
  return tableOf(header, options, reading, plainName);
}

interface AzureMoney {
  readonly billed: string;
  readonly effective: string;
  readonly category: ChargeCategory;
  readonly correction: boolean;
  readonly kind: Kind | null;
  readonly status: "Used" | "Unused" | null;
  readonly rowType: BillRow["rowType"];
}

function moneyOf(record: BillRecord, view: AzureView): AzureMoney {
  const cost = decimalText(new Decimal(record.amount(...COST)));
  const type = (record.text("chargetype") ?? "").toLowerCase();
  const committed = isCommitted(record.text("pricingmodel") ?? "");
  const plain = {
    billed: cost,
    effective: cost,
    category: "Usage" as const,
    correction: false,
    kind: null,
    status: null,
    rowType: "charge" as const,
  };
  if (type === "tax") return { ...plain, category: "Tax" };
  if (type === "roundingadjustment") return { ...plain, category: "Adjustment", kind: "rounding" };
  if (type.startsWith("unused")) {
    return { ...plain, billed: "0", status: "Unused", kind: "commitment_unused" };
  }
  if (type === "purchase" || (type === "refund" && committed)) {
    return { ...plain, category: "Purchase", effective: committed ? "0" : cost };
  }
  if (type === "refund") return { ...plain, correction: true };
  if (!committed) return plain;
  if (view === "actual") return { ...plain, effective: "0", status: "Used", rowType: "covered-usage" };
  return { ...plain, billed: "0", status: "Used" };
}

function azureRow(record: BillRecord, view: AzureView): BillRow {
  const money = moneyOf(record, view);
  const day = dayOf(record);
  const tagsText = record.text("tags");
  const committed = money.status !== null || money.category === "Purchase";
  return {
    ...blankRow({
      record: record.record,
      billedAmount: money.billed,
      effectiveAmount: money.effective,
      currency: record.currency(...CURRENCY),
      chargeStart: day.start,
      chargeEnd: day.end,
      chargeCategory: money.category,
      raw: record.fields,
    }),
    rowType: money.rowType,
    correction: money.correction,
    billingPeriodStart: firstDay(record.text("billingperiodstartdate", "billingperiodstart")),
    invoiceId: record.text("invoiceid"),
    issuer: record.text("publishertype") === "Marketplace" ? record.text("publishername") : "Microsoft",
    billingAccount: record.text("billingaccountid", "enrollmentnumber"),
    subAccount: record.text("subscriptionid", "subscriptionguid", "subscription"),
    resource: record.text("resourceid", "instanceid", "instancename"),
    resourceType: record.text("consumedservice"),
    sku: record.text("meterid", "partnumber") ?? record.text("product", "productname"),
    skuMeter: record.text("metername", "meter"),
    skuDetails: record.text("additionalinfo"),
    serviceCategory: categoryOf(record.text("metercategory")),
    serviceSubcategory: record.text("metersubcategory"),
    serviceName: record.text("metercategory"),
    region: record.text("resourcelocation", "resourcelocationnormalized"),
    commitmentId: committed ? record.text("reservationid", "benefitid", "productorderid") : null,
    commitmentStatus: money.status,
    statedKind: money.kind,
    statedComponent: money.kind === "rounding" ? "rounding" : null,
    tags: tagsText === null ? null : azureTags(tagsText),
    tagsText,
    description: record.text("product", "productname", "productordername"),
  };
}

/** Enterprise exports write tags as the inside of a JSON object. */
function azureTags(text: string): Tags | null {
  return parseTags(text) ?? parseTags(`{${text}}`);
}

function categoryOf(meterCategory: string | null): string | null {
  if (meterCategory === null) return null;
  if (/^storage$/i.test(meterCategory)) return "Storage";
  if (/bandwidth|virtual network|load balancer|vpn|expressroute|nat gateway|content delivery/i.test(meterCategory)) {
    return "Networking";
  }
  return meterCategory;
}

/** Azure writes days, month first; its period includes the last day. One row is one day, half-open. */
function dayOf(record: BillRecord): { start: string; end: string } {
  const column = DATE.find((name) => record.text(name) !== null) ?? DATE[0];
  const text = record.text(column);
  if (text === null) throw new Refusal("missing-value", column, column);
  const start = usDay(text);
  if (start === null) throw new Refusal("invalid-date", column, text);
  return { start: instantText(start), end: instantText(start + 86_400_000) };
}

function usDay(text: string): number | null {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: 0?0:00(?::00)?)?$/.exec(text.trim());
  const iso = us ? `${us[3]}-${(us[1] ?? "").padStart(2, "0")}-${(us[2] ?? "").padStart(2, "0")}` : text.trim();
  const read = readInstant(iso);
  return read.ok ? read.ms - (read.ms % 86_400_000) : null;
}

function firstDay(text: string | null): string | null {
  const ms = text === null ? null : usDay(text);
  return ms === null ? null : instantText(ms);
}
