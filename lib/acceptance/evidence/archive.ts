import { CheckedGunzip, WrongChecksum } from "@/lib/digest/gunzip";

/** One output out of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type Archive =
  | { readonly ok: true; readonly files: readonly ArchivedFile[] }
  | { readonly ok: false; readonly code: "damaged" | "changed" | "too-large" | "empty" };

/** What one archive may unfold to: a bomb is given up here, having cost no more memory than this. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 500;
/** Packed bytes that are unfolded in one go: a thousand times as much at most. */
const STEP = 4096;
const BLOCK = 512;
/** What the collector tells a person about its run; it is no output of a tool. */
const SUMMARY = "summary.txt";

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextDecoder: { new (): { decode(bytes: Uint8Array): string } };

/** Whether a file is to be unpacked before it is read, by its name. */
export const isArchive = (name: string): boolean => /\.(tar|tgz|gz)$/i.test(name);

/** The outputs inside a tar, a gzip or both, as the collector packs them. Never throws. */
export function archivedFiles(name: string, bytes: Uint8Array): Archive {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = packed ? gunzipped(bytes) : bytes;
  if (typeof plain === "string") return { ok: false, code: plain };
  const inner = (name.split(/[\\/]/).at(-1) ?? name).replace(/\.gz$/i, "").replace(/\.tgz$/i, ".tar");
  if (!isTar(plain))
    return packed ? { ok: true, files: [{ name: inner, bytes: plain }] } : { ok: false, code: "damaged" };
  const files = tarFiles(plain);
  if (typeof files === "string") return { ok: false, code: files };
  return files.length === 0 ? { ok: false, code: "empty" } : { ok: true, files };
}

function gunzipped(bytes: Uint8Array): Uint8Array | "damaged" | "changed" | "too-large" {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new CheckedGunzip((chunk) => {
      size += chunk.length;
      chunks.push(chunk);
    });
    for (let at = 0; at < bytes.length; at += STEP) {
      stream.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
      if (size > MOST_BYTES) return "too-large";
    }
  } catch (problem) {
    return problem instanceof WrongChecksum ? "changed" : "damaged";
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const isTar = (bytes: Uint8Array): boolean => bytes.length >= BLOCK && textAt(bytes, 257, 5) === "ustar";

/** Regular files of a tar (POSIX ustar); folders, links and what describes them are passed over. */
function tarFiles(bytes: Uint8Array): ArchivedFile[] | "damaged" | "too-large" {
  const files: ArchivedFile[] = [];
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + BLOCK);
    const size = Number.parseInt(textAt(header, 124, 12).trim() || "0", 8);
    const end = at + BLOCK + size;
    if (!Number.isFinite(size) || end > bytes.length || !sumHolds(header)) return "damaged";
    const kind = header[156] ?? 0;
    const base = textAt(header, 0, 100).split("/").at(-1) ?? "";
    if ((kind === 0 || kind === 0x30) && size > 0 && base !== SUMMARY) {
      if (files.length >= MOST_FILES) return "too-large";
      files.push({ name: base, bytes: bytes.subarray(at + BLOCK, end) });
    }
    at = end + ((BLOCK - (size % BLOCK)) % BLOCK);
  }
  return files;
}

/** The header's own sum, counted with its field as blanks. */
function sumHolds(header: Uint8Array): boolean {
  const wanted = Number.parseInt(textAt(header, 148, 8).trim(), 8);
  const sum = header.reduce((n, byte, i) => n + (i >= 148 && i < 156 ? 32 : byte), 0);
  return sum === wanted;
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}
