import { Unzip, UnzipInflate, UnzipPassThrough } from "fflate/browser";
import { CheckedGunzip, WrongChecksum } from "@/lib/digest/gunzip";
import type { FileErrorCode } from "../codes";
import { inMemory, Unreadable } from "./bytes";
import { csvFromParquet } from "./parquet";
import type { BillInput } from "./read";
import { ZipChecksums } from "./zip-checksums";

export type Unpacked =
  | { readonly ok: true; readonly files: readonly BillInput[] }
  | { readonly ok: false; readonly code: FileErrorCode };

/**
 * What one upload may unfold to, all of its members and layers together. A bomb is given up here, having cost no more
 * memory than this.
 */
const MOST_BYTES = 512 * 1024 * 1024;
/** Archives that lie one inside the other; some are made to hold themselves. */
const MOST_LAYERS = 6;
export const MOST_MEMBERS = 50;
/** Packed bytes that are unfolded in one go: a thousand times as much at most. */
const CHUNK = 4096;

const startsWith = (bytes: Uint8Array, ...magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte);

/**
 * Unpacks gzip, zip and Parquet, also one inside the other, into text files; anything else passes as it is.
 * @param most bytes that it may unfold to, all members and layers together
 */
export async function unpackBill(input: BillInput, most = MOST_BYTES): Promise<Unpacked> {
  return unpackLayer(input, { left: most }, 0);
}

async function unpackLayer(input: BillInput, budget: Budget, layer: number): Promise<Unpacked> {
  const { bytes } = input;
  const packed = startsWith(bytes, 0x1f, 0x8b);
  const archive = startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
  if ((packed || archive) && layer >= MOST_LAYERS) return { ok: false, code: "unpacks-too-large" };
  if (packed) {
    const plain = gunzip(bytes, budget);
    if (typeof plain === "string") return { ok: false, code: plain };
    return unpackLayer({ name: input.name.replace(/\.gz$/i, ""), bytes: plain }, budget, layer + 1);
  }
  if (archive) {
    const members = unzip(bytes, budget);
    if (typeof members === "string") return { ok: false, code: members };
    return unpackAll(members, budget, layer + 1);
  }
  if (startsWith(bytes, 0x50, 0x41, 0x52, 0x31)) {
    const text = await wholeParquet(bytes, budget);
    return typeof text === "string"
      ? { ok: false, code: text }
      : { ok: true, files: [{ name: input.name, bytes: text }] };
  }
  return { ok: true, files: [input] };
}

async function wholeParquet(bytes: Uint8Array, budget: Budget): Promise<Uint8Array | FileErrorCode> {
  const collected = new Collector(budget);
  try {
    for await (const piece of csvFromParquet(inMemory(bytes))) collected.add(piece);
  } catch (problem) {
    if (problem instanceof TooLarge) return "unpacks-too-large";
    if (problem instanceof Unreadable) return problem.code;
    throw problem;
  }
  return collected.bytes();
}

async function unpackAll(members: readonly BillInput[], budget: Budget, layer: number): Promise<Unpacked> {
  const files: BillInput[] = [];
  for (const member of members) {
    const unpacked = await unpackLayer(member, budget, layer);
    if (!unpacked.ok) return unpacked;
    files.push(...unpacked.files);
    if (files.length > MOST_MEMBERS) return { ok: false, code: "unpacks-too-large" };
  }
  return files.length === 0 ? { ok: false, code: "empty-archive" } : { ok: true, files };
}

class TooLarge extends Error {}

/** Bytes that the upload may still unfold to. */
interface Budget {
  left: number;
}

/** Collects what a decompressor gives, and stops it at the limit. */
class Collector {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly budget: Budget) {}

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.budget.left -= chunk.length;
    if (this.budget.left < 0) throw new TooLarge();
    this.chunks.push(chunk);
  }

  get length(): number {
    return this.size;
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }
}

function inChunks(bytes: Uint8Array, push: (chunk: Uint8Array, last: boolean) => void): void {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
  }
}

function gunzip(bytes: Uint8Array, budget: Budget): Uint8Array | FileErrorCode {
  const collected = new Collector(budget);
  try {
    const stream = new CheckedGunzip((chunk) => collected.add(chunk));
    inChunks(bytes, (chunk, last) => stream.push(chunk, last));
  } catch (problem) {
    if (problem instanceof TooLarge) return "unpacks-too-large";
    return problem instanceof WrongChecksum ? "wrong-checksum" : "damaged-archive";
  }
  return collected.bytes();
}

/** Hidden files and folders of an archive are no bills. */
export const isBill = (name: string): boolean => !name.endsWith("/") && !/(^|\/)(\.|__MACOSX)/.test(name);

function unzip(bytes: Uint8Array, budget: Budget): BillInput[] | FileErrorCode {
  const members: { name: string; collected: Collector; done: boolean }[] = [];
  const checksums = new ZipChecksums();
  checksums.packed(bytes);
  let broken = false;
  try {
    const stream = new Unzip((file) => {
      if (!isBill(file.name)) return;
      if (members.length >= MOST_MEMBERS) throw new TooLarge();
      const member = { name: file.name, collected: new Collector(budget), done: false };
      members.push(member);
      const seen = checksums.member(file.name);
      file.ondata = (problem, chunk, final) => {
        if (problem) broken = true;
        else {
          seen(chunk);
          member.collected.add(chunk);
        }
        member.done ||= final;
      };
      file.start();
    });
    stream.register(UnzipInflate);
    stream.register(UnzipPassThrough);
    inChunks(bytes, (chunk, last) => stream.push(chunk, last));
  } catch (problem) {
    return problem instanceof TooLarge ? "unpacks-too-large" : "damaged-archive";
  }
  if (broken || members.some((member) => !member.done)) return "damaged-archive";
  const fault = checksums.fault();
  return fault ?? members.map(({ name, collected }) => ({ name, bytes: collected.bytes() }));
}
