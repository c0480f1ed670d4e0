import { sha256Hex } from "@/lib/digest/sha256";
import { storable } from "@/lib/digest/storable";
import { accountOf, meterOf } from "../claims";
import { FILE_ERRORS, type FileErrorCode, REFUSALS, WARNINGS } from "../codes";
import type { BillRow, RefusedRow } from "../schema";
import type { BillFile, BillFormat, ReadBill, ReadOptions } from "./bill-format";
import { csvRecords, delimiterOf } from "./csv";
import { parseBillJson } from "./json-text";
import { formats } from "./registry.generated";
import { decodeBillText } from "./text";

export interface BillInput {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type BillReading =
  | {
      readonly ok: true;
      readonly format: string;
      readonly name: string;
      readonly digest: string;
      readonly bill: ReadBill;
      /** Of several files that tell of the same money the lower rank is planned first. */
      readonly rank: number;
    }
  | {
      readonly ok: false;
      readonly name: string;
      readonly digest: string;
      readonly code: FileErrorCode;
      readonly message: string;
    };

export const billFormats: readonly BillFormat[] = formats;

/**
 * Reads a bill file. Without `source` the format is recognised from the header; the surest wins. A file that cannot be
 * read gives a code and a message and never throws.
 */
export function readBill(input: BillInput, source: string | null, options: ReadOptions): BillReading {
  const digest = sha256Hex(input.bytes);
  const refuse = (code: FileErrorCode, detail?: string): BillReading => ({
    ok: false,
    name: input.name,
    digest,
    code,
    message: detail ?? FILE_ERRORS[code],
  });
  const decoded = decodeBillText(input.bytes);
  if (!decoded.ok) return refuse(decoded.code);
  const text = storable(decoded.text);
  if (text.trim() === "") return refuse("empty-file");
  const delimiter = delimiterOf(text);
  const json = parseBillJson(text);
  const header = json === undefined ? headerOf(text, delimiter) : [];
  const file: BillFile = { name: input.name, digest, text, header, delimiter, json };
  const format = chooseFormat(file, source);
  if (format === null) {
    const { code, message } = unknownFormat(source);
    return refuse(code, message);
  }
  const result = format.read(file, options);
  if (!result.ok) return refuse(result.code, result.message);
  const kept = withoutLongKeys(result.bill);
  const bill = decoded.guessedEncoding ? withEncodingWarning(kept) : kept;
  return { ok: true, format: format.id, name: input.name, digest, bill, rank: format.rank?.(bill) ?? 0 };
}

function headerOf(text: string, delimiter: ReturnType<typeof delimiterOf>): string[] {
  const first = csvRecords(text, delimiter).next();
  return first.done ? [] : first.value.fields.map((f) => f.trim());
}

/** What is said of a file that no format takes for its own, or of a format that is not known. */
export function unknownFormat(source: string | null): { code: FileErrorCode; message: string } {
  const code = source === null ? "unknown-format" : "unknown-source";
  const what = source === null ? FILE_ERRORS[code] : `${FILE_ERRORS[code]}: ${source}`;
  return { code, message: `${what}; formats: ${billFormats.map((f) => f.id).join(", ")}` };
}

/** The format of a file: the one that is asked for, else the one that is surest. Null for none. */
export function chooseFormat(file: BillFile, source: string | null): BillFormat | null {
  if (source !== null) return billFormats.find((f) => f.id === source) ?? null;
  let best: BillFormat | null = null;
  let surest = 0;
  for (const candidate of billFormats) {
    const sure = candidate.recognise(file);
    if (sure > surest) [best, surest] = [candidate, sure];
  }
  return best;
}

/** Account, resource and meter are what claims are kept apart by, in an index that takes only so much text. */
const LONGEST_KEY = 500;

function longKeyOf(row: BillRow): string | null {
  if (accountOf(row).length > LONGEST_KEY) return "account";
  if ((row.resource?.length ?? 0) > LONGEST_KEY) return "resource";
  return meterOf(row).length > LONGEST_KEY ? "meter" : null;
}

/** A row whose account, resource or meter is too long is refused, whatever the format is; null for any other. */
export function refusedForKey(row: BillRow): RefusedRow | null {
  const field = longKeyOf(row);
  if (field === null) return null;
  const { record, billedAmount, effectiveAmount, currency, raw } = row;
  const message = `${REFUSALS["text-too-long"]}: ${field}`;
  return { record, reason: "text-too-long", field, message, billedAmount, effectiveAmount, currency, raw };
}

function withoutLongKeys(bill: ReadBill): ReadBill {
  const refused: RefusedRow[] = [];
  const rows = bill.rows.filter((row) => {
    const why = refusedForKey(row);
    if (why !== null) refused.push(why);
    return why === null;
  });
  return refused.length === 0 ? bill : { ...bill, rows, refused: [...bill.refused, ...refused] };
}

function withEncodingWarning(bill: ReadBill): ReadBill {
  const warning = { code: "text-encoding", field: null, message: WARNINGS["text-encoding"], records: [1] } as const;
  return { ...bill, warnings: [...bill.warnings, warning] };
}
