import { CheckedGunzip, WrongChecksum } from "@/lib/digest/gunzip";
import { storable } from "@/lib/digest/storable";
import type { FileErrorCode } from "../codes";

/** The bytes of a bill where they lie; they can be read from the start as often as wanted, a piece at a time. */
export interface ByteSource {
  readonly name: string;
  /** Lower-case hex SHA-256 of the bytes. */
  readonly digest: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** The same bytes at any place, where they lie so that this is possible. */
  readonly range?: () => Promise<RandomBytes>;
  /** Set where the encoding of the bytes is known, so that they need not be looked through for it. */
  readonly encoding?: "utf-8";
}

/** Bytes of which any stretch can be read. */
export interface RandomBytes {
  readonly length: number;
  /** From `start` to before `end`. */
  readonly slice: (start: number, end: number) => Promise<Uint8Array>;
}

/** Bytes in memory, as bytes of which any stretch can be read. */
export const inMemory = (bytes: Uint8Array): RandomBytes => ({
  length: bytes.length,
  slice: async (start, end) => bytes.subarray(start, end),
});

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextDecoder: {
  new (
    encoding: string,
    options?: { fatal?: boolean; ignoreBOM?: boolean },
  ): { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };
};

/** A file that turns out to be unreadable while it is read. */
export class Unreadable extends Error {
  constructor(readonly code: FileErrorCode) {
    super(code);
  }
}

/** What one upload may unfold to when it is read in pieces: a bomb costs time, never memory, and not much time. */
export const MOST_UNPACKED = 4 * 1024 * 1024 * 1024;
/** Packed bytes that are unfolded in one go: a thousand times as much at most. */
const STEP = 4096;

export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** The unpacked bytes of a gzip file, piece by piece; throws Unreadable where it is damaged, changed or cut. */
export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let size = 0;
  const stream = new CheckedGunzip((chunk) => {
    size += chunk.length;
    if (chunk.length > 0) ready.push(chunk);
  });
  const push = (piece: Uint8Array, last: boolean) => {
    try {
      stream.push(piece, last);
    } catch (problem) {
      throw new Unreadable(problem instanceof WrongChecksum ? "wrong-checksum" : "damaged-archive");
    }
  };
  let held: Uint8Array | null = null;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += STEP) {
      if (held !== null) push(held, false);
      held = chunk.subarray(at, at + STEP);
      if (size > MOST_UNPACKED) throw new Unreadable("unpacks-too-large");
      yield* ready;
      ready = [];
    }
  }
  push(held ?? new Uint8Array(0), true);
  yield* ready;
}

/** Pieces of text; what no database can hold is replaced. */
export async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
  fatal = false,
): AsyncGenerator<string> {
  if (encoding === "utf-8") {
    yield* decodedUtf8(chunks, fatal);
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal });
  for await (const chunk of chunks) yield clean(decoder.decode(chunk, { stream: true }));
  yield clean(decoder.decode());
}

/**
 * The same for UTF-8. Pieces are cut before a character that the next one goes on with, and each is decoded by itself: a
 * decoder that is told of a stream is several times as slow.
 */
async function* decodedUtf8(chunks: AsyncIterable<Uint8Array>, fatal: boolean): AsyncGenerator<string> {
  // A byte order mark is one at the very start only.
  const atStart = new TextDecoder("utf-8", { fatal });
  const further = new TextDecoder("utf-8", { fatal, ignoreBOM: true });
  let decoder = atStart;
  let begun: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = begun.length === 0 ? chunk : joined(begun, chunk);
    const end = endOfCharacters(bytes);
    begun = bytes.slice(end);
    if (end === 0) continue;
    yield clean(decoder.decode(bytes.subarray(0, end)));
    decoder = further;
  }
  yield clean(decoder.decode(begun));
}

/** Where the last character of UTF-8 begins that the bytes do not hold whole; their end where there is none. */
export function endOfCharacters(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? end - back : end;
  }
  return end;
}

export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

const clean = (text: string): string => (text.includes("\u0000") || !text.isWellFormed() ? storable(text) : text);
