import { type FileMetaData, parquetMetadata, parquetReadObjects, type SchemaElement } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { Decimal, decimalText } from "@/lib/money/money";

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextEncoder: { new (): { encode(text: string): Uint8Array } };

/**
 * A Parquet file as the CSV of the same columns, so that one reader serves both. Decimals keep every digit: their raw
 * integers are read and placed by their scale, never through a binary float. Null for a file that cannot be read.
 */
export async function csvFromParquet(bytes: Uint8Array): Promise<Uint8Array | null> {
  const buffer = bytes.slice().buffer as ArrayBuffer;
  const file = {
    byteLength: buffer.byteLength,
    slice: (start: number, end?: number) => buffer.slice(start, end),
  };
  try {
    const { metadata, scales } = rawDecimals(parquetMetadata(buffer));
    const columns = topColumns(metadata);
    const rows = await parquetReadObjects({ file, metadata, compressors, columns });
    const lines = rows.map((row) => columns.map((name) => cell(row[name], scales.get(name))).join(","));
    return new TextEncoder().encode(`${[columns.map(quoted).join(","), ...lines].join("\n")}\n`);
  } catch {
    return null;
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
