import { ByteReader } from "./byte-reader";
import { ggufType } from "./gguf-types";
import { NotEstimable } from "./not-estimable";
import { type Word, word } from "./word";

const FIELD = "model.ggufPath";

export type GgufValue = string | number | boolean | readonly (string | number | boolean)[];

export interface GgufTensor {
  readonly name: string;
  readonly type: string;
  readonly elements: number;
  readonly bytes: number;
}

/** What the header of a GGUF file says: its metadata, and name, type and size of every tensor. */
export interface GgufHeader {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: readonly GgufTensor[];
}

/** More than any header has: tokens of a large vocabulary, tensors of a large model. */
const MOST_ENTRIES = 10_000_000;
/** Lists longer than this are vocabularies, which no estimate reads. */
const LONGEST_LIST_KEPT = 4096;

/**
 * Reads the header from the first bytes of a GGUF file, version 2 or 3 (docs/gguf.md of ggml). Raises NotEstimable for
 * anything else, and when the bytes end before the header does.
 */
export function parseGgufHeader(bytes: Uint8Array): GgufHeader {
  const reader = new ByteReader(bytes, FIELD);
  if (reader.text(4) !== "GGUF") throw unusable(word("reason.not-gguf"));
  const version = reader.u32();
  if (version !== 2 && version !== 3) throw unusable(word("reason.gguf-version", { version }));
  const tensorCount = entries(reader.count());
  const valueCount = entries(reader.count());
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < valueCount; i++) {
    const key = reader.text(entries(reader.count()));
    const value = readValue(reader, reader.u32());
    if (value !== null) metadata.set(key, value);
  }
  const tensors: GgufTensor[] = [];
  for (let i = 0; i < tensorCount; i++) tensors.push(readTensor(reader));
  return { metadata, tensors };
}

const unusable = (words: Word) => new NotEstimable(FIELD, words, "unusable-field");

function entries(count: number): number {
  if (count <= MOST_ENTRIES) return count;
  throw unusable(word("reason.gguf-entries", { count }));
}

const SIZES: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };

function readValue(reader: ByteReader, type: number): GgufValue | null {
  if (type === 8) return reader.text(entries(reader.count()));
  if (type === 9) return readList(reader);
  return readScalar(reader, type);
}

function readScalar(reader: ByteReader, type: number): number | boolean {
  switch (type) {
    case 0:
      return reader.u8();
    case 1:
      return reader.number("i8");
    case 2:
      return reader.number("u16");
    case 3:
      return reader.number("i16");
    case 4:
      return reader.u32();
    case 5:
      return reader.number("i32");
    case 6:
      return reader.number("f32");
    case 7:
      return reader.u8() !== 0;
    case 10:
      return reader.count();
    case 11:
      return reader.number("i64");
    case 12:
      return reader.number("f64");
    default:
      throw unusable(word("reason.gguf-value-type", { type }));
  }
}

/** Keeps short lists (one value per layer); passes over vocabularies. */
function readList(reader: ByteReader): GgufValue | null {
  const type = reader.u32();
  const count = entries(reader.count());
  if (type === 9) {
    for (let i = 0; i < count; i++) readList(reader);
    return null;
  }
  if (count > LONGEST_LIST_KEPT) {
    skipList(reader, type, count);
    return null;
  }
  const list: (string | number | boolean)[] = [];
  for (let i = 0; i < count; i++) {
    list.push(type === 8 ? reader.text(entries(reader.count())) : readScalar(reader, type));
  }
  return list;
}

function skipList(reader: ByteReader, type: number, count: number): void {
  if (type === 8) for (let i = 0; i < count; i++) reader.skip(entries(reader.count()));
  else if (SIZES[type] !== undefined) reader.skip(SIZES[type] * count);
  else throw unusable(word("reason.gguf-value-type", { type }));
}

function readTensor(reader: ByteReader): GgufTensor {
  const name = reader.text(entries(reader.count()));
  const dimensions = reader.u32();
  if (dimensions > 8) throw unusable(word("reason.gguf-dimensions", { name, count: dimensions }));
  let elements = 1;
  let row = 1;
  for (let i = 0; i < dimensions; i++) {
    const size = reader.count();
    if (i === 0) row = size;
    elements *= size;
  }
  const number = reader.u32();
  reader.skip(8);
  const type = ggufType(number);
  if (type === null) throw unusable(word("reason.tensor-type", { name, type: number }));
  if (!Number.isSafeInteger(elements)) throw unusable(word("reason.tensor-size", { name }));
  const bytes = (elements / row) * Math.ceil(row / type.elements) * type.bytes;
  return { name, type: type.name, elements, bytes: row === 0 ? 0 : bytes };
}
