import { type AsyncBuffer, type FileMetaData, parquetSchema, type RowGroup, type SchemaTree } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from "hyparquet/src/schema.js";
import { compressors } from "hyparquet-compressors";

/*
 * The decoder trusts what a page says of itself: a length of runs that a flipped bit made negative or endless holds the
 * whole program, or fills its memory. So the pages of a row group are walked first, by their lengths alone.
 */

/** Cells that one row group unfolds to at most. */
const MOST_CELLS = 100_000_000;
/** Bytes that one page unfolds to at most. */
const MOST_PAGE_BYTES = 256 * 1024 * 1024;
/** Values by which a writer may fill up the last run of a page. */
const PADDING = 512;

type Chunk = NonNullable<RowGroup["columns"][number]["meta_data"]>;
type Page = ReturnType<typeof parquetHeader>;

/** Walks the pages of every column of one row group. Throws where one could not be decoded in bounded time and memory. */
export async function checkPages(file: AsyncBuffer, metadata: FileMetaData, group: RowGroup): Promise<void> {
  const rows = Number(group.num_rows);
  if (!(rows >= 0 && rows * group.columns.length <= MOST_CELLS)) throw new Error("row group too large");
  const tree = parquetSchema(metadata);
  let cells = 0;
  for (const { meta_data: chunk } of group.columns) {
    if (chunk === undefined) throw new Error("column without metadata");
    const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
    const end = start + Number(chunk.total_compressed_size);
    if (!(start >= 0 && end >= start && end <= file.byteLength)) throw new Error("column outside the file");
    cells += checkColumn(await file.slice(start, end), chunk, getTreePath(tree, chunk.path_in_schema), rows);
    if (cells > MOST_CELLS) throw new Error("row group too large");
  }
}

/** Number of values of the column. */
function checkColumn(bytes: ArrayBuffer, chunk: Chunk, path: SchemaTree[], rows: number): number {
  const reader = { view: new DataView(bytes), offset: 0 };
  const nested = getMaxRepetitionLevel(path) > 0;
  let values = 0;
  while ((nested || values < rows) && reader.offset < bytes.byteLength - 1) {
    const page = parquetHeader(reader);
    const size = page.compressed_page_size;
    if (!(size >= 0 && reader.offset + size <= bytes.byteLength)) throw new Error("page outside its column");
    if (!(page.uncompressed_page_size >= 0 && page.uncompressed_page_size <= MOST_PAGE_BYTES))
      throw new Error("page too large");
    const counted =
      (page.data_page_header_v2 ?? page.data_page_header ?? page.dictionary_page_header)?.num_values ?? -1;
    if (!(counted >= 0 && values + counted <= MOST_CELLS)) throw new Error("page of no such length");
    checkRuns(page, new Uint8Array(bytes, reader.offset, size), chunk, path);
    reader.offset += size;
    if (page.type !== "DICTIONARY_PAGE") values += counted;
  }
  return values;
}

function checkRuns(page: Page, bytes: Uint8Array, { codec, type }: Chunk, path: SchemaTree[]): void {
  const levels = [getMaxRepetitionLevel(path), getMaxDefinitionLevel(path)].map((most) => 32 - Math.clz32(most));
  const [repetition = 0, definition = 0] = levels;
  const v2 = page.data_page_header_v2;
  const plain = page.data_page_header;
  if (page.type === "DATA_PAGE_V2" && v2 !== undefined) {
    const { num_values: values, repetition_levels_byte_length: first, definition_levels_byte_length: second } = v2;
    if (!(first >= 0 && second >= 0 && first + second <= bytes.length)) throw new Error("levels outside their page");
    if (repetition > 0) walkRuns(bytes, 0, repetition, values);
    if (definition > 0) walkRuns(bytes, first, definition, values);
    const size = page.uncompressed_page_size - first - second;
    const rest = bytes.subarray(first + second);
    const body = v2.is_compressed === false || size === 0 ? rest : decompressPage(rest, size, codec, compressors);
    checkValues(body, 0, v2.encoding, type, values - v2.num_nulls, true);
  } else if (page.type === "DATA_PAGE" && plain !== undefined) {
    const body = decompressPage(bytes, page.uncompressed_page_size, codec, compressors);
    let at = 0;
    let values = plain.num_values;
    for (const [width, isLast] of [
      [repetition, false],
      [definition, true],
    ] as const) {
      if (width === 0) continue;
      const present = walkRuns(body, at + 4, width, values, isLast ? getMaxDefinitionLevel(path) : null);
      at += 4 + lengthAt(body, at);
      if (isLast) values = present;
    }
    checkValues(body, at, plain.encoding, type, values, false);
  }
}

function checkValues(
  body: Uint8Array,
  at: number,
  encoding: string,
  type: string,
  values: number,
  always: boolean,
): void {
  if (values < 0) throw new Error("page of no such length");
  if (encoding === "RLE" || (type === "BOOLEAN" && encoding.endsWith("DICTIONARY"))) walkRuns(body, at + 4, 1, values);
  if (!encoding.endsWith("DICTIONARY") || type === "BOOLEAN") return;
  const width = body[at] ?? 0;
  if (width > 0 || always) walkRuns(body, at + 1, width, values);
}

const lengthAt = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);

/**
 * Walks runs of one value and runs packed in bits, until they hold so many values; gives how many are `wanted`, or all.
 * Throws where a run is longer than what is left to hold.
 */
function walkRuns(
  bytes: Uint8Array,
  start: number,
  width: number,
  values: number,
  wanted: number | null = null,
): number {
  if (width > 32) throw new Error("values of no such width");
  let [at, seen, found] = [start, 0, 0];
  while (seen < values) {
    let [header, place] = [0, 1];
    for (let more = true; more; place *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || place > 2 ** 28) throw new Error("runs end early");
      header += (byte % 128) * place;
      more = byte >= 128;
    }
    const packed = header % 2 === 1;
    const count = Math.floor(header / 2) * (packed ? 8 : 1);
    if (count - (values - seen) > PADDING || (packed && count === 0)) throw new Error("run of no such length");
    if (wanted !== null) found += packed ? packedOf(bytes, at, width, Math.min(count, values - seen), wanted) : 0;
    if (wanted !== null && !packed && (bytes[at] ?? 0) === wanted) found += Math.min(count, values - seen);
    at += packed ? (count / 8) * width : Math.ceil(width / 8);
    seen += count;
  }
  return wanted === null ? values : found;
}

/** How many of the values packed in bits are the wanted one. */
function packedOf(bytes: Uint8Array, at: number, width: number, count: number, wanted: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    let value = 0;
    for (let bit = 0; bit < width; bit++) {
      const place = i * width + bit;
      value += (((bytes[at + (place >> 3)] ?? 0) >> (place & 7)) & 1) * 2 ** bit;
    }
    if (value === wanted) found += 1;
  }
  return found;
}
