import type { BillRow } from "../../schema";
import type { BillFile, BillFormat, FormatResult, ReadOptions } from "../bill-format";
import { blankRow } from "../blank-row";
import { endOf, grainOf } from "../grain";
import { bucketsOf } from "../json-buckets";
import { listOf, objectsOf } from "../json-objects";
import { type BillRecord, type RecordReading, readObjects, readTable } from "../records";
import { parseTags } from "../values";

const NEEDED = ["interval_start", "cost"];

/**
 * Modal's billing report, CSV or JSON: one cost per object and interval, of which only the start is stated. Its name is
 * no evidence of what was bought: without a resource column a person decides. In US dollars.
 */
export const format: BillFormat = {
  id: "modal",
  title: "Modal billing report",
  recognise: (file) => {
    const names =
      file.json === undefined ? file.header.map(plainName) : Object.keys(objectsOf(file.json, LISTS)[0] ?? {});
    return [...NEEDED, "object_id"].every((name) => names.includes(name)) ? 0.95 : 0;
  },
  read,
  json: ({ lists }, options) => bucketsOf(listOf(lists, LISTS), dollars(options), READING),
};

const LISTS = ["items", "report", "data", "records"];
const plainName = (name: string): string => name.trim().toLowerCase().replaceAll(" ", "_");

const dollars = (options: ReadOptions): ReadOptions => ({
  ...options,
  assumedCurrency: options.assumedCurrency ?? "USD",
});

const READING: RecordReading = {
  needed: NEEDED,
  amountColumns: ["cost"],
  currencyColumns: ["currency"],
  lines: (record) => [rowOf(record)],
};

function read(file: BillFile, options: ReadOptions): FormatResult {
  const usd = dollars(options);
  const result =
    file.json === undefined
      ? readTable(file, usd, READING, plainName)
      : readObjects(objectsOf(file.json, LISTS), usd, READING);
  if (!result.ok) return result;
  const grain = grainOf(result.bill.rows.map((row) => row.chargeStart));
  const rows = result.bill.rows.map((row) => ({ ...row, chargeEnd: endOf(row.chargeStart, grain) }));
  return { ok: true, bill: { ...result.bill, rows } };
}

function rowOf(record: BillRecord): BillRow {
  const amount = record.amount("cost");
  const start = record.instant("interval_start").text;
  const tagsText = record.text("tags");
  return {
    ...blankRow({
      record: record.record,
      billedAmount: amount,
      effectiveAmount: amount,
      currency: record.currency("currency"),
      chargeStart: start,
      chargeEnd: endOf(start, 3_600_000),
      chargeCategory: "Usage",
      raw: record.fields,
    }),
    issuer: "Modal",
    billingAccount: "modal",
    subAccount: record.text("environment_name", "environment"),
    resource: record.text("object_id"),
    sku: record.text("resource", "resource_type"),
    serviceName: "Modal",
    tags: tagsText === null ? null : parseTags(tagsText),
    tagsText,
    description: record.text("description"),
  };
}
