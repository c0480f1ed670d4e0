import { FILE_ERRORS } from "../../codes";
import {
  type AnyComponent,
  anyComponentSchema,
  type BillRow,
  type ChargeCategory,
  kindSchema,
  type RefusedRow,
  ROW_TYPES,
} from "../../schema";
import { type BillFile, type BillFormat, type FormatResult, type ReadOptions, WarningLog } from "../bill-format";
import { blankRow } from "../blank-row";
import { csvRecords } from "../csv";
import { CellReader, currencyOf, decimalOf, parseTags, Refusal } from "../values";

/**
 * Columns of our own bill file, by name and in any order. Needed: charge_start, charge_end (half-open, UTC), amount,
 * currency, description. `component` may be empty: the row is then unclassified until a person decides. `row_type` can
 * say correction, total, parent, estimate, plan, allocation-origin or funding; empty means charge.
 * `effective_amount` is only given where it differs from `amount`.
 */
const HEADROOM_COLUMNS = [
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
  "description",
  "tags",
] as const;
const NEEDED = ["charge_start", "charge_end", "amount", "currency", "description"];

export const format: BillFormat = {
  id: "headroom-csv",
  title: "Headroom CSV",
  recognise: ({ header }) => (NEEDED.every((c) => header.includes(c)) ? 1 : 0),
  read,
};

function read(file: BillFile, options: ReadOptions): FormatResult {
  const places = new Map<string, number>();
  const faults: string[] = [];
  for (const [place, name] of file.header.entries()) {
    if (places.has(name)) {
      return { ok: false, code: "duplicate-column", message: `${FILE_ERRORS["duplicate-column"]}: ${name}` };
    }
    places.set(name, place);
    if (!HEADROOM_COLUMNS.some((c) => c === name)) faults.push(`column ${name} is not one of this format`);
  }
  const missing = NEEDED.filter((c) => !places.has(c));
  const log = new WarningLog();
  const cells = new CellReader(places, log);
  const rows: BillRow[] = [];
  const refused: RefusedRow[] = [];
  for (const { record, fields, broken } of csvRecords(file.text, file.delimiter)) {
    if (record === 1) continue;
    try {
      if (broken) throw new Refusal("broken-row", null);
      const width = file.header.length;
      if (fields.length !== width) throw new Refusal("field-count", null, `${fields.length} instead of ${width}`);
      if (missing[0] !== undefined) throw new Refusal("missing-column", missing[0], missing.join(", "));
      rows.push(readRow(record, fields, cells, log, options));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(refusedRow(record, fields, error, places));
    }
  }
  if (rows.length + refused.length === 0) return { ok: false, code: "no-rows", message: FILE_ERRORS["no-rows"] };
  const bill = { version: null, header: file.header, rows, refused, warnings: log.list(), headerFaults: faults };
  return { ok: true, bill };
}

function readRow(
  record: number,
  fields: readonly string[],
  cells: CellReader,
  log: WarningLog,
  options: ReadOptions,
): BillRow {
  const text = (column: string): string | null => cells.text(fields, column, record);
  const billedAmount = cells.amount(fields, "amount", record);
  const effective = text("effective_amount");
  const currency = text("currency") ?? options.assumedCurrency;
  if (currency === null) throw new Refusal("missing-value", "currency", "currency");
  const start = cells.instant(fields, "charge_start", record);
  const end = cells.instant(fields, "charge_end", record);
  if (end.ms <= start.ms) throw new Refusal("end-not-after-start", "charge_end", `${start.text} to ${end.text}`);
  const component = cells.choice(fields, "component", record, anyComponentSchema.options);
  if (component === undefined) throw new Refusal("unknown-component", "component", text("component") ?? "");
  const rowType = cells.choice(fields, "row_type", record, ROW_TYPES);
  if (rowType === undefined) throw new Refusal("unknown-row-type", "row_type", text("row_type") ?? "");
  const kind = cells.choice(fields, "kind", record, kindSchema.options);
  if (kind === undefined) log.add("value-not-allowed", "kind", record);
  const tagsText = text("tags");
  const tags = tagsText === null ? null : parseTags(tagsText);
  if (tagsText !== null && tags === null) log.add("tags-not-json", "tags", record);
  const stated = component === "unclassified" ? null : component;
  return {
    ...blankRow({
      record,
      billedAmount,
      effectiveAmount: effective === null ? billedAmount : decimalOf(effective, "effective_amount"),
      currency: currencyOf(currency, "currency", record, log),
      chargeStart: start.text,
      chargeEnd: end.text,
      chargeCategory: categoryOf(stated),
      raw: fields,
    }),
    rowType: rowType ?? "charge",
    correction: rowType === "correction",
    billingPeriodStart:
      text("billing_period_start") === null ? null : cells.instant(fields, "billing_period_start", record).text,
    invoiceId: text("invoice"),
    issuer: text("issuer"),
    billingAccount: text("account"),
    resource: text("resource"),
    sku: text("sku"),
    skuMeter: text("meter"),
    tags,
    tagsText,
    description: text("description"),
    statedComponent: stated,
    statedKind: kind ?? null,
  };
}

function categoryOf(component: AnyComponent | null): ChargeCategory {
  if (component === "tax") return "Tax";
  return component === "credit" ? "Credit" : "Usage";
}

function refusedRow(
  record: number,
  fields: readonly string[],
  why: Refusal,
  places: ReadonlyMap<string, number>,
): RefusedRow {
  const readable = why.reason !== "broken-row" && why.reason !== "field-count";
  const cell = (column: string): string => (readable ? (fields[places.get(column) ?? -1] ?? "").trim() : "");
  const amount = (column: string): string | null => {
    try {
      return cell(column) === "" ? null : decimalOf(cell(column), column);
    } catch {
      return null;
    }
  };
  const currency = cell("currency").toUpperCase();
  const billed = amount("amount");
  return {
    record,
    reason: why.reason,
    field: why.field,
    message: why.message,
    billedAmount: billed,
    effectiveAmount: amount("effective_amount") ?? billed,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    raw: fields,
  };
}
