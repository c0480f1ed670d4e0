import { WHOLE } from "../../claims";
import type { BillRow } from "../../schema";
import type { BillFile, BillFormat, FormatResult, ReadOptions } from "../bill-format";
import { blankRow } from "../blank-row";
import { endOf, grainOf } from "../grain";
import { bucketsOf } from "../json-buckets";
import { listOf, objectsOf } from "../json-objects";
import { type BillRecord, type RecordReading, readObjects } from "../records";

/**
 * RunPod billing, version 1: one amount per resource and bucket, GPU and disk together, only the start of each bucket. It
 * stands for the whole resource: where version 2 tells of its parts, those are counted.
 */
export const format: BillFormat = {
  id: "runpod-v1",
  title: "RunPod billing (v1)",
  recognise: ({ json }) => {
    const first = objectsOf(json, LISTS)[0] ?? {};
    const telling = ["time", "amount"].every((name) => name in first);
    const own = ["podId", "endpointId", "gpuTypeId", "networkVolumeId", "timeBilledMs"].some((name) => name in first);
    return telling && own ? 0.9 : 0;
  },
  rank: () => 3,
  read,
  json: ({ lists }, options) => bucketsOf(listOf(lists, LISTS), dollars(options), READING),
};

const LISTS = ["records", "data"];
const dollars = (options: ReadOptions): ReadOptions => ({
  ...options,
  assumedCurrency: options.assumedCurrency ?? "USD",
});
const READING: RecordReading = {
  needed: ["time", "amount"],
  amountColumns: ["amount"],
  currencyColumns: [],
  lines: (record) => [rowOf(record)],
};

function read(file: BillFile, options: ReadOptions): FormatResult {
  const result = readObjects(objectsOf(file.json, LISTS), dollars(options), READING);
  if (!result.ok) return result;
  const grain = grainOf(result.bill.rows.map((row) => row.chargeStart));
  const rows = result.bill.rows.map((row) => ({ ...row, chargeEnd: endOf(row.chargeStart, grain) }));
  return { ok: true, bill: { ...result.bill, rows } };
}

function rowOf(record: BillRecord): BillRow {
  const amount = record.amount("amount");
  const start = record.instant("time").text;
  const volume = record.text("networkVolumeId");
  const resource = record.text("podId", "endpointId") ?? volume;
  const gpu = record.text("gpuTypeId");
  return {
    ...blankRow({
      record: record.record,
      billedAmount: amount,
      effectiveAmount: amount,
      currency: record.currency(),
      chargeStart: start,
      chargeEnd: endOf(start, 3_600_000),
      chargeCategory: "Usage",
      raw: record.fields,
    }),
    issuer: "RunPod",
    billingAccount: "runpod",
    resource,
    skuMeter: resource === null ? gpu : WHOLE,
    serviceName: "RunPod",
    description: gpu ?? "GPU and disk in one amount",
    statedComponent: volume === null ? "accelerator" : "storage",
    statedKind: "usage",
  };
}
