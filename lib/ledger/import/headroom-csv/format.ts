import { parseDecimal } from "@/lib/money/money";
import type { AnyComponent } from "../../components";
import { anyComponentSchema, type BillRow, type ChargeCategory, kindSchema, ROW_TYPES } from "../../schema";
import { withoutTax } from "../../tax-inside";
import {
  type BillFile,
  type BillFormat,
  type FormatResult,
  type ReadOptions,
  readWhole,
  type TableHead,
  type TableResult,
} from "../bill-format";
import { blankRow } from "../blank-row";
import { type BillRecord, tableOf } from "../records";
import { decimalOf, parseTags, Refusal } from "../values";
import { relate } from "./relations";

/**
 * Columns of our own bill file, by name and in any order. Needed: charge_start, charge_end (half-open, UTC), amount,
 * currency, description. `component` may be empty: the row is then unclassified until a person decides. `row_type` can
 * say correction, total, parent, estimate, plan, allocation-origin, allocation-detail or funding; empty means charge.
 * `effective_amount` is only given where it differs from `amount`. `tax_rate` (0.23) splits an amount that includes tax.
 * `id` names a row; `parent` names the row that sums it, `restates` the rows (by id) that it takes the place of,
 * `external_ref` the case or document that two rows may both tell of.
 */
export const HEADROOM_COLUMNS = [
  "charge_start",
  "charge_end",
  "component",
  "kind",
  "row_type",
  "amount",
  "effective_amount",
  "currency",
  "account",
  "resource",
  "sku",
  "meter",
  "invoice",
  "billing_period_start",
  "issuer",
  "region",
  "description",
  "tags",
  "tax_rate",
  "id",
  "parent",
  "restates",
  "external_ref",
] as const;
export const NEEDED_COLUMNS: readonly string[] = ["charge_start", "charge_end", "amount", "currency", "description"];

export const format: BillFormat = {
  id: "headroom-csv",
  title: "Headroom CSV",
  recognise: ({ header }) => (NEEDED_COLUMNS.every((c) => header.includes(c)) ? 1 : 0),
  read,
  table,
};

function read(file: BillFile, options: ReadOptions): FormatResult {
  const result = readWhole(file, allRows(file.header, options));
  if (!result.ok) return result;
  const { rows, controls } = relate(result.bill.rows, file.header);
  return { ok: true, bill: { ...result.bill, rows, controls } };
}

/** Rows that speak of each other are read with the whole file in view. */
const RELATIONS = ["id", "parent", "restates", "external_ref"];

function table({ header }: TableHead, options: ReadOptions): TableResult | null {
  return RELATIONS.some((name) => header.includes(name)) ? null : allRows(header, options);
}

function allRows(header: readonly string[], options: ReadOptions): TableResult {
  const result = tableOf(header, options, {
    needed: NEEDED_COLUMNS,
    amountColumns: ["amount"],
    currencyColumns: ["currency"],
    lines: linesOf,
  });
  if (!result.ok) return result;
  const headerFaults = header
    .filter((name) => !HEADROOM_COLUMNS.some((c) => c === name))
    .map((name) => `column ${name} is not one of this format`);
  return { ok: true, table: { ...result.table, headerFaults } };
}

function linesOf(record: BillRecord): readonly BillRow[] {
  const row = rowOf(record);
  const rate = record.text("tax_rate");
  return rate === null ? [row] : netAndTax(row, rate);
}

function choice<T extends string>(record: BillRecord, column: string, allowed: readonly T[]): T | null | undefined {
  const text = record.text(column);
  if (text === null) return null;
  const found = allowed.find((a) => a.toLowerCase() === text.toLowerCase());
  if (found !== undefined && found !== text) record.log.add("casing-normalised", column, record.record);
  return found;
}

function rowOf(record: BillRecord): BillRow {
  const billedAmount = record.amount("amount");
  const effective = record.text("effective_amount");
  const period = record.period(record.instant("charge_start"), record.instant("charge_end"), "charge_end");
  const component = choice(record, "component", anyComponentSchema.options);
  if (component === undefined) throw new Refusal("unknown-component", "component", record.text("component") ?? "");
  const rowType = choice(record, "row_type", ROW_TYPES);
  if (rowType === undefined) throw new Refusal("unknown-row-type", "row_type", record.text("row_type") ?? "");
  const kind = choice(record, "kind", kindSchema.options);
  if (kind === undefined) record.log.add("value-not-allowed", "kind", record.record);
  const tagsText = record.text("tags");
  const tags = tagsText === null ? null : parseTags(tagsText);
  if (tagsText !== null && tags === null) record.log.add("tags-not-json", "tags", record.record);
  const stated = component === "unclassified" ? null : component;
  return {
    ...blankRow({
      record: record.record,
      billedAmount,
      effectiveAmount: effective === null ? billedAmount : decimalOf(effective, "effective_amount"),
      currency: record.currency("currency"),
      ...period,
      chargeCategory: categoryOf(stated),
      raw: record.fields,
    }),
    rowType: rowType ?? "charge",
    correction: rowType === "correction",
    billingPeriodStart:
      record.text("billing_period_start") === null ? null : record.instant("billing_period_start").text,
    invoiceId: record.text("invoice"),
    issuer: record.text("issuer"),
    region: record.text("region"),
    billingAccount: record.text("account"),
    resource: record.text("resource"),
    sku: record.text("sku"),
    skuMeter: record.text("meter"),
    tags,
    tagsText,
    description: record.text("description"),
    statedComponent: stated,
    statedKind: kind ?? null,
  };
}

function categoryOf(component: AnyComponent | null): ChargeCategory {
  if (component === "tax") return "Tax";
  return component === "credit" ? "Credit" : "Usage";
}

/** Net and tax of a row whose amount includes tax at a rate such as 0.23. */
function netAndTax(row: BillRow, rateText: string): readonly BillRow[] {
  const rate = parseDecimal(rateText);
  if (rate === null || rate.lt(0) || rate.gt(1)) throw new Refusal("number-format", "tax_rate", rateText.slice(0, 40));
  return withoutTax(row, rate, row.part);
}
