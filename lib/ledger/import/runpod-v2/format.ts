import { Decimal, decimalText, sumDecimals } from "@/lib/money/money";
import type { BillFile, BillFormat, FormatResult, ReadOptions, StatedControl } from "../bill-format";
import { isObject } from "../json-objects";
import { readObjects } from "../records";
import { type Endpoint, endpointOf, endpointRecords, totalOfEndpoint } from "./endpoints";
import { linesOf } from "./lines";

/** RunPod billing, version 2: the answers of its six endpoints, alone or together in one JSON file. In US dollars. */
export const format: BillFormat = {
  id: "runpod-v2",
  title: "RunPod billing (v2)",
  recognise: ({ json }) => {
    const found = endpointRecords(json);
    const telling = found.some(({ record }) => "totalAmount" in record && "startTime" in record);
    return telling ? 0.95 : 0;
  },
  // The resources tell more than the aggregate over all of them.
  rank: (bill) => (bill.rows.every((row) => row.resource === "*") ? 2 : 0),
  read,
};

function read(file: BillFile, options: ReadOptions): FormatResult {
  const found = endpointRecords(file.json);
  const resources = found.some(({ endpoint }) => endpoint !== "aggregate");
  const endpoints: readonly Endpoint[] = found.map(({ endpoint }) => endpoint);
  const result = readObjects(
    found.map(({ record }) => record),
    { ...options, assumedCurrency: options.assumedCurrency ?? "USD" },
    {
      needed: ["startTime", "endTime", "totalAmount"],
      amountColumns: ["totalAmount"],
      currencyColumns: [],
      lines: (record) => linesOf(record, endpoints[record.record - 2] ?? endpointOf({}), resources),
    },
  );
  if (!result.ok) return result;
  return { ok: true, bill: { ...result.bill, controls: controlsOf(file.json, found) } };
}

/** Totals stand beside their parts three times: in each record, in the metadata, and in the aggregate of all endpoints. */
function controlsOf(json: unknown, found: ReturnType<typeof endpointRecords>): StatedControl[] {
  const controls: StatedControl[] = [];
  for (const [index, { endpoint, record }] of found.entries()) {
    const parts = totalOfEndpoint(endpoint, record);
    if (parts === null) continue;
    const stated = decimalText(new Decimal(String(record.totalAmount)));
    controls.push({ name: `record ${index + 2}: totalAmount is the sum of its parts`, stated, computed: parts });
  }
  const aggregate = found.filter(({ endpoint }) => endpoint === "aggregate");
  const others = found.filter(({ endpoint }) => endpoint !== "aggregate");
  const sumOf = (list: typeof found) => decimalText(sumDecimals(list.map(({ record }) => String(record.totalAmount))));
  if (aggregate.length > 0 && others.length > 0) {
    controls.push({
      name: "the aggregate is the sum of the resource endpoints",
      stated: sumOf(aggregate),
      computed: sumOf(others),
    });
  }
  const metadata = isObject(json) && isObject(json.metadata) ? json.metadata : null;
  const totals = metadata !== null && isObject(metadata.totals) ? metadata.totals : null;
  if (totals !== null && typeof totals.totalAmount === "string") {
    const stated = decimalText(new Decimal(totals.totalAmount));
    controls.push({ name: "the totals of the answer are the sum of its records", stated, computed: sumOf(found) });
  }
  return controls;
}
