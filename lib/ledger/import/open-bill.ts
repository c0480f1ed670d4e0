import { FILE_ERRORS, type FileErrorCode } from "../codes";
import type { BillRow, RefusedRow } from "../schema";
import {
  type BillFormat,
  isRefused,
  type ReadBill,
  type ReadOptions,
  type StatedControl,
  type TableReading,
  type WarningLog,
} from "./bill-format";
import { type ByteSource, decoded, gunzipped, isGzip, joined, Unreadable } from "./bytes";
import { CsvReader, csvRecords, delimiterOf } from "./csv";
import { jsonPass, openJson } from "./open-json";
import { csvFromParquet } from "./parquet";
import { billFormats, chooseFormat, readBill, refusedForKey, unknownFormat } from "./read";
import { unpackBill } from "./unpack";
import { isZip, zipMember, zipMembers } from "./zip";

export type BillItem = BillRow | RefusedRow;

/** A bill that was recognised. Its rows are read anew on each pass, so that they need no memory. */
export interface OpenBill {
  readonly name: string;
  readonly digest: string;
  readonly format: string;
  readonly version: string | null;
  readonly header: readonly string[];
  readonly headerFaults: readonly string[];
  readonly controls: readonly StatedControl[];
  /** Every record after the header, in the file's order; throws Unreadable. Warnings go into the log. */
  readonly pass: (log: WarningLog) => AsyncIterable<readonly BillItem[]>;
}

export type Opened =
  | { readonly ok: true; readonly bill: OpenBill }
  | { readonly ok: false; readonly code: FileErrorCode; readonly message: string };

/** Recognised by this much of its start. */
const HEAD = 1024 * 1024;
/** So many rows are handed on at once: few enough that they die young. */
const BATCH = 250;
/**
 * Archives of archives and files whose rows speak of each other are read whole, up to this size, packed and unpacked: their
 * rows take thirty times as much memory, and an importing process stays below 300 MB.
 */
const MOST_WHOLE = 8 * 1024 * 1024;

/**
 * Opens a stored bill. CSV and JSON, also packed with gzip or zip, and Parquet are read in pieces on every pass; what has to be read
 * whole is. The same rows, refusals and warnings come as `readBill` gives.
 */
export async function openBill(source: ByteSource, wanted: string | null, options: ReadOptions): Promise<Opened> {
  try {
    const inner = await innerOf(source);
    const look = await lookAt(inner);
    const open = look?.isJson ? openObjects : openTable;
    const table = look === null ? null : await open(inner, look, wanted, options);
    if (table === null) return await openWhole(source, wanted, options);
    return table.ok ? { ok: true, bill: { ...table.bill, name: source.name } } : table;
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    return { ok: false, code: problem.code, message: FILE_ERRORS[problem.code] };
  }
}

/** The table inside a container, made anew on each pass; the source itself where there is none, or not one alone. */
async function innerOf(source: ByteSource): Promise<ByteSource> {
  const start = await startOf(source.chunks());
  if (PARQUET.every((byte, i) => start[i] === byte) && source.range !== undefined) {
    const bytes = await source.range();
    return { ...source, encoding: "utf-8", chunks: () => csvFromParquet(bytes) };
  }
  if (!isZip(start)) return source;
  const [name, another] = await zipMembers(source.chunks());
  if (name === undefined || another !== undefined) return source;
  return { name, digest: source.digest, chunks: () => zipMember(source.chunks(), name) };
}

interface Look {
  readonly packed: boolean;
  readonly encoding: string;
  readonly guessed: boolean;
  /** The first characters of the text. */
  readonly start: string;
  readonly isJson: boolean;
}

/** Looks at the whole file once, a piece at a time. Null for one that has to be read whole, or is refused there by name. */
async function lookAt(source: ByteSource): Promise<Look | null> {
  const first = await startOf(source.chunks());
  const packed = isGzip(first);
  const bytes = () => (packed ? gunzipped(source.chunks()) : source.chunks());
  const start = packed ? await startOf(bytes()) : first;
  if (start.length === 0 || isContainer(start)) return null;
  const [a, b] = [start[0], start[1]];
  const wide = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : null;
  if (wide === null && start.subarray(0, 65_536).includes(0)) return null;
  const encoding = source.encoding ?? wide ?? ((await isUtf8(bytes())) ? "utf-8" : "windows-1252");
  let head = "";
  let blank = true;
  for await (const text of decoded(bytes(), encoding)) {
    blank &&= text.trim() === "";
    if (head.length < HEAD) head += text.slice(0, HEAD);
    if (head.length >= HEAD && !blank) break;
  }
  if (blank) return null;
  return { packed, encoding, guessed: encoding === "windows-1252", start: head, isJson: /^\s*[[{]/.test(head) };
}

async function startOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    start = joined(start, chunk);
    if (start.length >= 65_536) break;
  }
  return start;
}

/** Parquet, zip, gzip in gzip, zstd and bzip2. */
const PARQUET = [0x50, 0x41, 0x52, 0x31];
const CONTAINERS = [
  PARQUET,
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x42, 0x5a, 0x68],
];
const isContainer = (start: Uint8Array): boolean =>
  CONTAINERS.some((magic) => magic.every((byte, i) => start[i] === byte));

async function isUtf8(chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    for await (const _ of decoded(chunks, "utf-8", true));
    return true;
  } catch (problem) {
    if (problem instanceof Unreadable) throw problem;
    return false;
  }
}

async function openTable(
  source: ByteSource,
  look: Look,
  wanted: string | null,
  options: ReadOptions,
): Promise<Opened | null> {
  const { start, encoding, packed } = look;
  const delimiter = delimiterOf(start);
  const first = csvRecords(start, delimiter).next();
  const header = first.done ? [] : first.value.fields.map((f) => f.trim());
  const texts = () => decoded(packed ? gunzipped(source.chunks()) : source.chunks(), encoding);
  const head = { header, delimiter, start };
  let format: BillFormat | null = chooseFormat(
    { name: source.name, digest: source.digest, text: start, header, delimiter, json: undefined },
    wanted,
  );
  if (format?.settle !== undefined && wanted === null) {
    const id = await firstTold(texts(), delimiter, format.settle(head));
    format = billFormats.find((f) => f.id === id) ?? format;
  }
  if (format === null) return { ok: false, ...unknownFormat(wanted) };
  const result = format.table?.(head, options) ?? null;
  if (result === null) return null;
  if (!result.ok) return result;
  const { table } = result;
  if (!(await firstTold(texts(), delimiter, () => true))) throw new Unreadable("no-rows");
  if (table.scout !== undefined) {
    const scout = table.scout;
    await firstTold(texts(), delimiter, (record) => (scout(record) ? true : null));
  }
  const pass = (log: WarningLog) => tablePass(texts(), delimiter, table, log, look.guessed);
  const { version, headerFaults } = table;
  const { name, digest } = source;
  return { ok: true, bill: { name, digest, format: format.id, version, header, headerFaults, controls: [], pass } };
}

/** A JSON file whose objects are read one by one; null for one that has to be read whole. */
async function openObjects(
  source: ByteSource,
  { start, encoding, packed, guessed }: Look,
  wanted: string | null,
  options: ReadOptions,
): Promise<Opened | null> {
  const { name, digest } = source;
  const texts = () => decoded(packed ? gunzipped(source.chunks()) : source.chunks(), encoding);
  const json = { name, digest, start, texts };
  const opened = await openJson(json, wanted, options);
  if (opened === null || !opened.ok) return opened;
  const { format, header, reading } = opened;
  async function* pass(log: WarningLog) {
    yield* jsonPass(json, reading, log);
    if (guessed) log.add("text-encoding", null, 1);
  }
  const controls = reading.controls?.() ?? [];
  const bill = { name, digest, format: format.id, version: null, header, headerFaults: [], controls, pass };
  return { ok: true, bill };
}

/** The first answer that is not null, of all records after the header. */
async function firstTold<T>(
  texts: AsyncIterable<string>,
  delimiter: string,
  tell: (record: { readonly record: number; readonly fields: readonly string[]; readonly broken: boolean }) => T | null,
): Promise<T | null> {
  const reader = new CsvReader(delimiter);
  const told = (records: Iterable<Parameters<typeof tell>[0]>): T | null => {
    for (const record of records) {
      const answer = record.record === 1 ? null : tell(record);
      if (answer !== null) return answer;
    }
    return null;
  };
  for await (const text of texts) {
    const answer = told(reader.push(text));
    if (answer !== null) return answer;
  }
  return told(reader.end());
}

async function* tablePass(
  texts: AsyncIterable<string>,
  delimiter: string,
  table: TableReading,
  log: WarningLog,
  guessed: boolean,
): AsyncGenerator<readonly BillItem[]> {
  const reader = new CsvReader(delimiter);
  const read = table.reader(log);
  function* itemsOf(records: ReturnType<CsvReader["push"]>): Generator<readonly BillItem[]> {
    let items: BillItem[] = [];
    for (const record of records) {
      if (record.record === 1) continue;
      if (record.record > (table.maxRecords ?? Number.POSITIVE_INFINITY)) throw new Unreadable("too-many-rows");
      const lines = read(record);
      if ("reason" in lines) items.push(lines);
      else for (const line of lines) items.push(refusedForKey(line) ?? line);
      if (items.length < BATCH) continue;
      yield items;
      items = [];
    }
    yield items;
  }
  for await (const text of texts) yield* itemsOf(reader.push(text));
  yield* itemsOf(reader.end());
  if (guessed) log.add("text-encoding", null, 1);
}

async function openWhole(source: ByteSource, wanted: string | null, options: ReadOptions): Promise<Opened> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.chunks()) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MOST_WHOLE) return tooLarge(parts, wanted, options);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const unpacked = await unpackBill({ name: source.name, bytes }, MOST_WHOLE);
  if (!unpacked.ok) throw new Unreadable(unpacked.code === "unpacks-too-large" ? "whole-too-large" : unpacked.code);
  const [file, another] = unpacked.files;
  if (file === undefined || another !== undefined) throw new Unreadable("several-files");
  const reading = readBill(file, wanted, options);
  if (!reading.ok) return { ok: false, code: reading.code, message: reading.message };
  return { ok: true, bill: billInMemory(source, reading.format, reading.bill) };
}

/** What is no bill at any size is told by its first bytes. */
function tooLarge(
  [bytes = new Uint8Array(0)]: readonly Uint8Array[],
  wanted: string | null,
  options: ReadOptions,
): Opened {
  const start = readBill({ name: "", bytes }, wanted, options);
  if (!start.ok && (start.code === "compressed-file" || start.code === "binary-file")) return start;
  throw new Unreadable("whole-too-large");
}

/** A bill that was read whole, as one that is read in passes. */
export function billInMemory(
  { name, digest }: Pick<ByteSource, "name" | "digest">,
  format: string,
  bill: ReadBill,
): OpenBill {
  const items: BillItem[] = [...bill.rows, ...bill.refused].sort(
    (a, b) => a.record - b.record || partOf(a) - partOf(b),
  );
  const { version, header, headerFaults, controls = [] } = bill;
  async function* pass(log: WarningLog) {
    for (const warning of bill.warnings) {
      for (const record of warning.records) log.add(warning.code, warning.field, record);
    }
    for (let at = 0; at < items.length; at += 2000) yield items.slice(at, at + 2000);
  }
  return { name, digest, format, version, header, headerFaults, controls, pass };
}

const partOf = (item: BillItem): number => (isRefused(item) ? 0 : item.part);
