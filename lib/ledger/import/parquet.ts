import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type SchemaElement,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { Decimal, decimalText } from "@/lib/money/money";
import { type RandomBytes, Unreadable } from "./bytes";

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextEncoder: { new (): { encode(text: string): Uint8Array } };

/** Rows that are unfolded at once; a row group of more is unfolded again for each such lot. */
const LOT = 125_000;
/** Rows of one piece of text. */
const LINES = 2000;

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
  for (const [rowStart, rowEnd] of lotsOf(metadata)) {
    const rows = await readable(() => parquetReadObjects({ file, metadata, compressors, columns, rowStart, rowEnd }));
    for (let at = 0; at < rows.length; at += LINES) {
      const some = rows.slice(at, at + LINES);
      yield encode(some.map((row) => columns.map((name) => cell(row[name], scales.get(name))).join(",")));
    }
  }
}

/** First and last row (not included) of each lot: none reaches over the end of its row group. */
function* lotsOf({ row_groups }: FileMetaData): Generator<readonly [number, number]> {
  let start = 0;
  for (const group of row_groups) {
    const end = start + Number(group.num_rows);
    for (; start < end; start = Math.min(end, start + LOT)) yield [start, Math.min(end, start + LOT)];
  }
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new Unreadable("unreadable-parquet");
  }
}

/** Takes the decimal type off its columns and remembers the scale. */
function rawDecimals(metadata: FileMetaData): { metadata: FileMetaData; scales: Map<string, number> } {
  const scales = new Map<string, number>();
  const schema = metadata.schema.map((element): SchemaElement => {
    const decimal = element.converted_type === "DECIMAL" || element.logical_type?.type === "DECIMAL";
    if (!decimal) return element;
    if (element.type === "BYTE_ARRAY") throw new Error("decimals of varying length are not read");
    scales.set(element.name, element.scale ?? 0);
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
  if (typeof value === "object") return quoted(JSON.stringify(plainJson(value)));
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
