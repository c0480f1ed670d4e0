import {
  type BillFormat,
  headOf,
  isRefused,
  type ReadOptions,
  readWhole,
  type TableHead,
  type TableResult,
  WarningLog,
} from "../bill-format";
import type { CsvRecord } from "../csv";
import { focusLikeness, readHeader } from "./header";
import { capacityBought, linesWithLicence } from "./licence";
import { FocusRowReader } from "./row";

/** One import reads at most this many rows in one go; larger exports come in parts. */
const MAX_ROWS = 2_000_000;

/** FOCUS 1.0 to 1.4 cost and usage as CSV, by the names of its columns. */
export const format: BillFormat = {
  id: "focus",
  title: "FOCUS 1.0–1.4",
  recognise: (file) => focusLikeness(file.header),
  read: (file, options) => readWhole(file, focusTable(headOf(file), options)),
  table: focusTable,
};

export function focusTable({ header: names }: TableHead, options: ReadOptions): TableResult {
  const result = readHeader(names);
  if (!result.ok) return result;
  const { header } = result;
  const bought = new Set<string>();
  const unheard = new FocusRowReader(header, names.length, new WarningLog(0), options);
  const scout = ({ record, fields, broken }: CsvRecord): boolean => {
    const row = unheard.read(record, fields, broken);
    const capacity = isRefused(row) ? null : capacityBought(row);
    if (capacity !== null) bought.add(capacity);
    return false;
  };
  const reader = (log: WarningLog) => {
    for (const name of header.miscased) log.add("column-name-case", name, 1);
    const rows = new FocusRowReader(header, names.length, log, options);
    return ({ record, fields, broken }: CsvRecord) => {
      const row = rows.read(record, fields, broken);
      return isRefused(row) ? row : linesWithLicence(row, bought);
    };
  };
  const reading = { version: header.version, headerFaults: header.faults, reader, maxRecords: MAX_ROWS };
  return { ok: true, table: header.places.has("CapacityReservationId") ? { ...reading, scout } : reading };
}
