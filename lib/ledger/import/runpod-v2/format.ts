import type { BillFile, BillFormat, FormatResult, JsonHead, JsonReading, ReadOptions } from "../bill-format";
import { type BillRecord, FIRST_OBJECT, objectReader, type RecordReading, readObjects } from "../records";
import { AnswerControls } from "./controls";
import { type Endpoint, endpointOf, endpointRecords } from "./endpoints";
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
  json: readOneByOne,
};

const dollars = (options: ReadOptions): ReadOptions => ({
  ...options,
  assumedCurrency: options.assumedCurrency ?? "USD",
});

const reading = (lines: RecordReading["lines"]): RecordReading => ({
  needed: ["startTime", "endTime", "totalAmount"],
  amountColumns: ["totalAmount"],
  currencyColumns: [],
  lines,
});

function read(file: BillFile, options: ReadOptions): FormatResult {
  const found = endpointRecords(file.json);
  const controls = new AnswerControls();
  for (const [index, { record }] of found.entries()) controls.see(record, index + FIRST_OBJECT);
  const endpoints: readonly Endpoint[] = found.map(({ endpoint }) => endpoint);
  const result = readObjects(
    found.map(({ record }) => record),
    dollars(options),
    reading((record) =>
      linesOf(record, endpoints[record.record - FIRST_OBJECT] ?? endpointOf({}), controls.tellsResources),
    ),
  );
  return result.ok ? { ok: true, bill: { ...result.bill, controls: controls.list(file.json) } } : result;
}

/** One answer, a list of records, or answers by their address; a list of answers is read whole. */
function readOneByOne({ lists, rest }: JsonHead, options: ReadOptions): JsonReading {
  const isFile = lists.some((list) => list.length === 0);
  const isAnswer = lists.some((list) => list.length === 1 && list[0] === "records");
  const controls = new AnswerControls();
  return {
    holds: (path) => (isFile ? path.length === 0 : path.length === (isAnswer ? 1 : 2) && path.at(-1) === "records"),
    scout: (object, record) => {
      controls.see(object, record);
      return !isFile || "totalAmount" in object;
    },
    reader: (log) => {
      let endpoint = endpointOf({});
      const lines = (record: BillRecord) => linesOf(record, endpoint, controls.tellsResources);
      const readObject = objectReader(dollars(options), reading(lines), log);
      return (object, record) => {
        endpoint = endpointOf(object);
        return readObject(object, record);
      };
    },
    controls: () => controls.list(rest),
  };
}
