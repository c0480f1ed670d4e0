import { FILE_ERRORS } from "../../codes";
import type { BillRow, RefusedRow } from "../../schema";
import { type BillFile, type BillFormat, type FormatResult, type ReadOptions, WarningLog } from "../bill-format";
import { csvRecords } from "../csv";
import { focusLikeness, readHeader } from "./header";
import { withoutLicences } from "./licence";
import { FocusRowReader } from "./row";

/** One import reads at most this many rows in one go; larger exports come in parts. */
const MAX_ROWS = 2_000_000;

/** FOCUS 1.0 to 1.4 cost and usage as CSV, by the names of its columns. */
export const format: BillFormat = {
  id: "focus",
  title: "FOCUS 1.0–1.4",
  recognise: (file) => focusLikeness(file.header),
  read,
};

function read(file: BillFile, options: ReadOptions): FormatResult {
  const result = readHeader(file.header);
  if (!result.ok) return result;
  const { header } = result;
  const log = new WarningLog();
  for (const name of header.miscased) log.add("column-name-case", name, 1);
  const reader = new FocusRowReader(header, file.header.length, log, options);
  const rows: BillRow[] = [];
  const refused: RefusedRow[] = [];
  for (const { record, fields, broken } of csvRecords(file.text, file.delimiter)) {
    if (record === 1) continue;
    if (record > MAX_ROWS) return { ok: false, code: "too-many-rows", message: FILE_ERRORS["too-many-rows"] };
    const row = reader.read(record, fields, broken);
    if ("reason" in row) refused.push(row);
    else rows.push(row);
  }
  if (rows.length + refused.length === 0) return { ok: false, code: "no-rows", message: FILE_ERRORS["no-rows"] };
  const bill = {
    version: header.version,
    header: file.header,
    rows: withoutLicences(rows),
    refused,
    warnings: log.list(),
    headerFaults: header.faults,
  };
  return { ok: true, bill };
}
