import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
  type SchemaElement,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { Decimal, decimalText } from "@/lib/money/money";
import { MOST_UNPACKED, type RandomBytes, Unreadable } from "./bytes";
import { checkPages } from "./parquet-pages";

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextEncoder: { new (): { encode(text: string): Uint8Array } };

/** Rows that are unfolded at once; a row group of more is unfolded again for each such lot. */
const LOT = 125_000;
/** Characters of one piece of text: a row of more is a piece of its own. */
const PIECE = 1024 * 1024;
/** One row's text: what is longer is no charge, and a few bytes can unfold to it. */
const LONGEST_ROW = 16 * 1024 * 1024;

/**
 * A Parquet file as the CSV of the same columns in UTF-8, piece by piece, so that one reader serves both and no more than a
 * row group is held. Decimals keep every digit: their raw integers are read and placed by their scale, never through a
 * binary float. Throws Unreadable for a file that cannot be read.
 */
export async function* csvFromParquet(bytes: RandomBytes): AsyncGenerator<Uint8Array> {
  // A copy: what comes may be a view into a larger buffer.
  const file: AsyncBuffer = {
    byteLength: bytes.length,
    slice: async (start, end = bytes.length) => new Uint8Array(await bytes.slice(start, end)).buffer,
  };
  const { metadata, scales } = await readable(async () => rawDecimals(await parquetMetadataAsync(file)));
  const columns = topColumns(metadata);
  const encode = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join("\n")}\n`);
  yield encode([columns.map(quoted).join(",")]);
  let size = 0;
  for (const { group, rowStart, rowEnd, isFirst } of lotsOf(metadata)) {
    if (isFirst) await readable(() => checkPages(file, metadata, group));
    const rows = await readable(() => parquetReadObjects({ file, metadata, compressors, columns, rowStart, rowEnd }));
    for (const lines of piecesOf(rows, columns, scales)) {
      const piece = encode(lines);
      size += piece.length;
      // Equal values are written once and named by each row: a small file can unfold without end.
      if (size > MOST_UNPACKED) throw new Unreadable("unpacks-too-large");
      yield piece;
    }
  }
}

/** Rows as lines of CSV, as many at once as make a piece. */
function* piecesOf(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  scales: ReadonlyMap<string, number>,
): Generator<readonly string[]> {
  let lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = readableLine(row, columns, scales);
    lines.push(line);
    length += line.length;
    if (length < PIECE) continue;
    yield lines;
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield lines;
}

/** A value that no column of its type can hold makes the file unreadable; it never ends the program. */
function readableLine(...row: Parameters<typeof lineOf>): string {
  try {
    return lineOf(...row);
  } catch (problem) {
    throw problem instanceof Unreadable ? problem : new Unreadable("unreadable-parquet");
  }
}

function lineOf(row: Record<string, unknown>, columns: readonly string[], scales: ReadonlyMap<string, number>): string {
  let line = "";
  for (const [at, name] of columns.entries()) {
    line += `${at === 0 ? "" : ","}${cell(row[name], scales.get(name))}`;
    if (line.length > LONGEST_ROW) throw new Unreadable("unpacks-too-large");
  }
  return line;
}

interface Lot {
  readonly group: RowGroup;
  readonly rowStart: number;
  /** Not included. */
  readonly rowEnd: number;
  /** The first of its row group. */
  readonly isFirst: boolean;
}

/** Lots of rows, none of which reaches over the end of its row group. */
function* lotsOf({ row_groups }: FileMetaData): Generator<Lot> {
  let start = 0;
  for (const group of row_groups) {
    const end = start + Number(group.num_rows);
    for (let at = start; at < end; at += LOT) {
      yield { group, rowStart: at, rowEnd: Math.min(end, at + LOT), isFirst: at === start };
    }
    start = end;
  }
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new Unreadable("unreadable-parquet");
  }
}

/** Places after the point that a decimal of any writer has. */
const MOST_DECIMALS = 76;

/** Takes the decimal type off its columns and remembers the scale. */
function rawDecimals(metadata: FileMetaData): { metadata: FileMetaData; scales: Map<string, number> } {
  const scales = new Map<string, number>();
  const schema = metadata.schema.map((element): SchemaElement => {
    const decimal = element.converted_type === "DECIMAL" || element.logical_type?.type === "DECIMAL";
    if (!decimal) return element;
    if (element.type === "BYTE_ARRAY") throw new Error("decimals of varying length are not read");
    const scale = element.scale ?? 0;
    if (scale < 0 || scale > MOST_DECIMALS) throw new Error("no such scale");
    scales.set(element.name, scale);
    const { converted_type, logical_type, ...raw } = element;
    return raw;
  });
  return { metadata: { ...metadata, schema }, scales };
}

/** Names of the columns of the first level, in order. */
function topColumns({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  let at = 1;
  const skip = (index: number): number => {
    let next = index + 1;
    for (let i = 0; i < (schema[index]?.num_children ?? 0); i++) next = skip(next);
    return next;
  };
  while (at < schema.length) {
    names.push(schema[at]?.name ?? "");
    at = skip(at);
  }
  return names;
}

function cell(value: unknown, scale: number | undefined): string {
  if (value === null || value === undefined) return "";
  if (scale !== undefined) return decimalOfRaw(value, scale);
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  if (typeof value === "object") return quoted(JSON.stringify(plainJson(value), jsonValue));
  return quoted(String(value));
}

/** An unscaled integer: a number, a bigint, or big-endian bytes in two's complement. */
function decimalOfRaw(value: unknown, scale: number): string {
  const whole = value instanceof Uint8Array ? integerOf(value) : BigInt(String(value));
  return decimalText(new Decimal(whole.toString()).times(new Decimal(10).pow(-scale)));
}

function integerOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  const bits = BigInt(bytes.length * 8);
  return (bytes[0] ?? 0) >= 128 ? value - (1n << bits) : value;
}

/** JSON has no word for whole numbers of 64 bits. */
const jsonValue = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** Maps come as objects or as lists of keys and values; tags are read from either as one object. */
function plainJson(value: object): unknown {
  if (!Array.isArray(value)) return value;
  const pairs = value.filter((one): one is { key: unknown; value: unknown } => isPair(one));
  return pairs.length === value.length && value.length > 0
    ? Object.fromEntries(pairs.map(({ key, value: inner }) => [String(key), inner]))
    : value;
}

const isPair = (one: unknown): boolean => typeof one === "object" && one !== null && "key" in one && "value" in one;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
