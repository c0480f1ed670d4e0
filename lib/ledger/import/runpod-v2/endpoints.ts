import { decimalText, parseDecimal, sumDecimals } from "@/lib/money/money";
import { isObject } from "../json-objects";

export type Endpoint = "aggregate" | "pods" | "serverless" | "endpoints" | "network-volumes" | "clusters";

type Json = Readonly<Record<string, unknown>>;

/** Which endpoint a record came from, by the names that only its own records have. */
export function endpointOf(record: Json): Endpoint {
  if (Object.keys(record).some((name) => /^(pod|serverless|cluster|storage)[A-Z]\w*Amount$/.test(name)))
    return "aggregate";
  if ("podId" in record) return "pods";
  if ("serverlessId" in record || "feeAmount" in record) return "serverless";
  if ("networkVolumeId" in record || "highPerformanceAmount" in record || "standardAmount" in record) {
    return "network-volumes";
  }
  if ("clusterId" in record || "networkingAmount" in record) return "clusters";
  return "gpuAmount" in record || "diskAmount" in record ? "pods" : "endpoints";
}

/** Records of one answer, of a list of answers, or of a file that keeps answers by their address. */
export function endpointRecords(json: unknown): { endpoint: Endpoint; record: Json }[] {
  if (Array.isArray(json)) return json.flatMap((one) => (isRecord(one) ? [own(one)] : endpointRecords(one)));
  if (!isObject(json)) return [];
  if (Array.isArray(json.records)) return json.records.filter(isObject).map(own);
  return Object.values(json).flatMap((inner) => (isObject(inner) ? endpointRecords(inner) : []));
}

const isRecord = (value: unknown): value is Json => isObject(value) && "totalAmount" in value;
const own = (record: Json) => ({ endpoint: endpointOf(record), record });

/** Sum of the parts that a record states; null for one that states its total only. */
export function totalOfEndpoint(_endpoint: Endpoint, record: Json): string | null {
  const parts = Object.entries(record).filter(([name]) => /Amount$/.test(name) && name !== "totalAmount");
  if (parts.length === 0) return null;
  const amounts = parts.map(([, value]) => parseDecimal(String(value)) ?? parseDecimal("0"));
  return decimalText(sumDecimals(amounts.filter((amount) => amount !== null)));
}
