import { decimalText, sumDecimals } from "@/lib/money/money";
import { WHOLE } from "../../claims";
import type { Component } from "../../components";
import type { BillRow, Kind } from "../../schema";
import { blankRow } from "../blank-row";
import type { BillRecord } from "../records";
import type { Endpoint } from "./endpoints";

interface Part {
  readonly component: Component;
  readonly kind: Kind;
  readonly columns: readonly string[];
}

const part = (component: Component, columns: readonly string[], kind: Kind = "usage"): Part => ({
  component,
  kind,
  columns,
});
const MACHINE: readonly Part[] = [
  part("accelerator", ["gpuAmount"]),
  part("host", ["cpuAmount"]),
  part("storage", ["diskAmount"]),
  part("support", ["feeAmount"], "platform_fee"),
  part("network", ["networkingAmount"]),
];

/** Parts of one component and kind become one line: nothing is lost, and each line is told apart by what it is. */
const PARTS: Readonly<Record<Endpoint, readonly Part[]>> = {
  pods: MACHINE,
  serverless: MACHINE,
  clusters: MACHINE,
  "network-volumes": [part("storage", ["standardAmount", "highPerformanceAmount"])],
  endpoints: [part("accelerator", ["totalAmount"], "managed_api_bundled")],
  aggregate: [
    part("accelerator", ["podGpuAmount", "serverlessGpuAmount", "clusterGpuAmount"]),
    part("accelerator", ["endpointAmount"], "managed_api_bundled"),
    part("host", ["podCpuAmount", "serverlessCpuAmount", "clusterCpuAmount"]),
    part("storage", [
      "podDiskAmount",
      "serverlessDiskAmount",
      "clusterDiskAmount",
      "storageStandardAmount",
      "storageHighPerformanceAmount",
    ]),
    part("support", ["serverlessFeeAmount"], "platform_fee"),
    part("network", ["clusterNetworkingAmount"]),
  ],
};

/** One line per part of the record that is not zero; a record without parts is one line of its total. */
export function linesOf(record: BillRecord, endpoint: Endpoint, resourcesInFile: boolean): BillRow[] {
  const total = record.amount("totalAmount");
  const period = record.period(record.instant("startTime"), record.instant("endTime"), "endTime");
  const whole = endpoint === "aggregate";
  const resource = whole ? WHOLE : (record.text("podId", "serverlessId", "networkVolumeId", "clusterId") ?? endpoint);
  const rowOf = (amount: string, meter: string): BillRow => ({
    ...blankRow({
      record: record.record,
      billedAmount: amount,
      effectiveAmount: amount,
      currency: record.currency(),
      ...period,
      chargeCategory: "Usage",
      raw: record.fields,
    }),
    issuer: "RunPod",
    billingAccount: "runpod",
    resource,
    skuMeter: meter,
    serviceName: `RunPod ${endpoint}`,
  });
  if (whole && resourcesInFile) {
    const meter = WHOLE;
    return [{ ...rowOf(total, meter), rowType: "total", description: "aggregate over all endpoints" }];
  }
  const lines = PARTS[endpoint].flatMap(({ component, kind, columns }): BillRow[] => {
    const amount = decimalText(sumDecimals(columns.map((column) => record.amountOrZero(column))));
    if (amount === "0") return [];
    const meter = whole ? WHOLE : component;
    const description = `${endpoint}: ${columns.filter((column) => record.amountOrZero(column) !== "0").join(" + ")}`;
    return [{ ...rowOf(amount, meter), statedComponent: component, statedKind: kind, description }];
  });
  if (lines.length > 0 || total === "0") return lines.length > 0 ? lines : [emptyLine(rowOf("0", endpoint))];
  return [{ ...rowOf(total, endpoint), description: `${endpoint}: total without parts` }];
}

const emptyLine = (row: BillRow): BillRow => ({ ...row, statedComponent: "accelerator", statedKind: "usage" });
