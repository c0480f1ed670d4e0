import { Decimal, decimalText, sumDecimals } from "@/lib/money/money";
import type { BillRow, ChargeCategory } from "../../schema";
import type { BillFile, BillFormat, FormatResult, ReadOptions } from "../bill-format";
import { blankRow } from "../blank-row";
import { isList, isObject, listOf, objectsOf } from "../json-objects";
import { type BillRecord, objectReader, type RecordReading, readObjects, readTable, tableOf } from "../records";
import { parseTags } from "../values";
import { type Credit, creditsOf } from "./credits";

const LISTS = ["rows", "records", "data"];
const NEEDED = ["cost", "usage_start_time", "usage_end_time"];

/**
 * Google Cloud billing export, standard or detailed, as JSON (rows of BigQuery) or CSV with the nested names joined by a
 * dot or an underscore. The charge month is that of the usage, never that of the invoice.
 */
export const format: BillFormat = {
  id: "gcp-billing",
  title: "Google Cloud billing export",
  recognise: (file) => {
    const names = file.json === undefined ? file.header.map(plainName) : Object.keys(rowsOf(file)[0] ?? {});
    return [...NEEDED, "cost_type"].every((name) => names.includes(name))
      ? 0.95
      : NEEDED.every((n) => names.includes(n))
        ? 0.8
        : 0;
  },
  read,
  json: ({ lists }, options) => {
    const list = listOf(lists, LISTS);
    if (list === null) return null;
    return {
      holds: (path) => isList(path, list),
      unfold: (row) => [flatRow(row)],
      reader: (log) => objectReader(options, READING, log),
    };
  },
  table: ({ header }, options) => tableOf(header, options, READING, plainName),
};

const READING: RecordReading = {
  needed: NEEDED,
  amountColumns: ["cost"],
  currencyColumns: ["currency"],
  lines: (record) => linesOf(record),
};

const plainName = (name: string): string => name.trim().replaceAll(".", "_").toLowerCase();

function read(file: BillFile, options: ReadOptions): FormatResult {
  return file.json === undefined
    ? readTable(file, options, READING, plainName)
    : readObjects(rowsOf(file), options, READING);
}

/** Nested objects become columns: `sku.description` → `sku_description`. Lists stay as JSON text. */
function flatRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const put = (value: Readonly<Record<string, unknown>>, prefix: string) => {
    for (const [key, inner] of Object.entries(value)) {
      const name = `${prefix}${key}`;
      if (isObject(inner)) put(inner, `${name}_`);
      else flat[name] = inner;
    }
  };
  put(row, "");
  return flat;
}

const rowsOf = ({ json }: BillFile): Record<string, unknown>[] => objectsOf(json, LISTS).map(flatRow);

/** Price-like credits reduce the line; promotions and other credits stand beside it, each credit once. */
function linesOf(record: BillRecord): BillRow[] {
  const cost = record.amount("cost");
  const credits = creditsOf(record);
  const priced = credits.filter((credit) => credit.priceLike).map((credit) => credit.amount);
  const others = credits.filter((credit) => !credit.priceLike);
  const net = decimalText(sumDecimals([cost, ...priced]));
  const base = baseRow(record, net);
  return [base, ...(others.length === 0 ? [] : [creditRow(base, others)])];
}

function creditRow(base: BillRow, credits: readonly Credit[]): BillRow {
  const amount = decimalText(sumDecimals(credits.map((credit) => credit.amount)));
  return {
    ...base,
    billedAmount: amount,
    effectiveAmount: amount,
    chargeCategory: "Credit",
    sku: null,
    description: credits.map((credit) => credit.name).join(", "),
    statedComponent: "credit",
    statedKind: "credit",
  };
}

const CATEGORY: Readonly<Record<string, ChargeCategory>> = { tax: "Tax", rounding_error: "Adjustment" };

function baseRow(record: BillRecord, net: string): BillRow {
  const costType = record.text("cost_type")?.toLowerCase() ?? "regular";
  const period = record.period(record.instant("usage_start_time"), record.instant("usage_end_time"), "usage_end_time");
  const labels = record.text("labels");
  const sku = record.text("sku_description");
  return {
    ...blankRow({
      record: record.record,
      billedAmount: decimalText(new Decimal(net)),
      effectiveAmount: decimalText(new Decimal(net)),
      currency: record.currency("currency"),
      ...period,
      chargeCategory: CATEGORY[costType] ?? "Usage",
      raw: record.fields,
    }),
    correction: costType === "adjustment",
    invoiceId: record.text("invoice_month"),
    issuer: record.text("seller_name") ?? "Google Cloud",
    billingAccount: record.text("billing_account_id"),
    subAccount: record.text("project_id"),
    resource: record.text("resource_global_name", "resource_name"),
    sku: sku ?? record.text("sku_id"),
    skuMeter: record.text("sku_id"),
    serviceCategory: /storage/i.test(record.text("service_description") ?? "") ? "Storage" : null,
    serviceName: record.text("service_description"),
    region: record.text("location_region", "location_location"),
    statedComponent: costType === "rounding_error" ? "rounding" : null,
    statedKind: costType === "rounding_error" ? "rounding" : null,
    tags: labels === null ? null : labelTags(labels),
    tagsText: labels,
    // A second pull of one export tells of it by the time at which the row was exported.
    description: [sku, record.text("export_time")].filter((part) => part !== null).join(" · ") || null,
  };
}

/** Labels are a list of keys and values. */
function labelTags(text: string): Record<string, string> | null {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return parseTags(text);
    const pairs = list.filter(isObject).map((label) => [String(label.key), String(label.value)]);
    return Object.fromEntries(pairs);
  } catch {
    return null;
  }
}
