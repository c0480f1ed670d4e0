const REPLACEMENT = 0xfffd;

/** One UTF-8 sequence at `at`: its code point and length; a broken one gives U+FFFD and length 1. */
function sequence(bytes: Uint8Array, at: number): { point: number; length: number } {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead >> 5 === 6 ? 2 : lead >> 4 === 14 ? 3 : lead >> 3 === 30 ? 4 : 0;
  if (length === 0) return { point: REPLACEMENT, length: 1 };
  let point = length === 1 ? lead : lead & (0xff >> (length + 1));
  for (let i = 1; i < length; i += 1) {
    const next = bytes[at + i] ?? 0;
    if (next >> 6 !== 2) return { point: REPLACEMENT, length: 1 };
    point = (point << 6) | (next & 0x3f);
  }
  return point > 0x10ffff ? { point: REPLACEMENT, length: 1 } : { point, length };
}

const CHUNK = 8_192;

/** Text of bytes below 128, in pieces that fit a call's arguments. */
function ascii(bytes: Uint8Array, from: number, to: number, parts: string[]): void {
  for (let at = from; at < to; at += CHUNK) {
    const chunk = bytes.subarray(at, Math.min(to, at + CHUNK));
    // `apply` takes anything with a length; a copy into an array would cost more than the rest of the reading.
    parts.push(String.fromCharCode.apply(null, chunk as unknown as number[]));
  }
}

/** Text and the number of characters that could not be decoded. */
function fromUtf8(bytes: Uint8Array): { text: string; broken: number } {
  const parts: string[] = [];
  let broken = 0;
  let plainFrom = 0;
  for (let at = 0; at < bytes.length; ) {
    if ((bytes[at] ?? 0) < 0x80) {
      at += 1;
      continue;
    }
    ascii(bytes, plainFrom, at, parts);
    const { point, length } = sequence(bytes, at);
    if (point === REPLACEMENT) broken += 1;
    parts.push(String.fromCodePoint(point));
    at += length;
    plainFrom = at;
  }
  ascii(bytes, plainFrom, bytes.length, parts);
  return { text: parts.join(""), broken };
}

function fromUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const parts: string[] = [];
  let run: number[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [a = 0, b = 0] = [bytes[at], bytes[at + 1]];
    run.push(littleEndian ? a | (b << 8) : (a << 8) | b);
    if (run.length >= 8_192) {
      parts.push(String.fromCharCode(...run));
      run = [];
    }
  }
  return parts.join("") + String.fromCharCode(...run);
}

/**
 * Text of uploaded bytes: UTF-8 with or without mark, or UTF-16 with its mark (what PowerShell's `>` writes). Null for
 * binary content: a zero byte in UTF-8, or more than one broken character in fifty.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return fromUtf16(bytes.subarray(2), true);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return fromUtf16(bytes.subarray(2), false);
  if (bytes.includes(0)) return null;
  const { text, broken } = fromUtf8(bytes);
  return broken * 50 > text.length ? null : text;
}
