import type { FileErrorCode } from "../codes";

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextDecoder: {
  new (encoding: string, options?: { fatal: boolean }): { decode(bytes: Uint8Array): string };
};

export type DecodedText =
  | { readonly ok: true; readonly text: string; readonly guessedEncoding: boolean }
  | { readonly ok: false; readonly code: FileErrorCode };

/**
 * Bytes → text: UTF-8 with or without byte order mark, UTF-16 with one, else Windows-1252 (said so). Compressed, Parquet
 * and binary content is refused by name.
 */
export function decodeBillText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) return { ok: false, code: "empty-file" };
  const container = containerOf(bytes);
  if (container !== null) return { ok: false, code: container };
  const [a, b] = [bytes[0], bytes[1]];
  if (a === 0xff && b === 0xfe) return { ok: true, text: decode("utf-16le", bytes), guessedEncoding: false };
  if (a === 0xfe && b === 0xff) return { ok: true, text: decode("utf-16be", bytes), guessedEncoding: false };
  if (bytes.subarray(0, 65_536).includes(0)) return { ok: false, code: "binary-file" };
  try {
    return { ok: true, text: decode("utf-8", bytes, true), guessedEncoding: false };
  } catch {
    return { ok: true, text: decode("windows-1252", bytes), guessedEncoding: true };
  }
}

function containerOf(bytes: Uint8Array): FileErrorCode | null {
  const starts = (...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);
  if (starts(0x50, 0x41, 0x52, 0x31)) return "parquet-file";
  const compressed = starts(0x1f, 0x8b) || starts(0x50, 0x4b, 3, 4) || starts(0x28, 0xb5, 0x2f, 0xfd);
  if (compressed || starts(0x42, 0x5a, 0x68)) return "compressed-file";
  return null;
}

/** The decoder itself drops the byte order mark. */
function decode(encoding: string, bytes: Uint8Array, fatal = false): string {
  return new TextDecoder(encoding, { fatal }).decode(bytes);
}
