import { Unzip, UnzipInflate, UnzipPassThrough } from "fflate/browser";
import { MOST_UNPACKED, Unreadable } from "./bytes";
import { isBill, MOST_MEMBERS } from "./unpack";
import { ZipChecksums } from "./zip-checksums";

/** Packed bytes that are unfolded in one go: a thousand times as much at most. */
const STEP = 4096;

export const isZip = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5);

/** Names of the bills in an archive, none of which is held; throws Unreadable where it is damaged or holds too many. */
export async function zipMembers(chunks: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const members: { readonly name: string; done: boolean }[] = [];
  const checksums = new ZipChecksums();
  for await (const _ of unfolded(watched(chunks, checksums), (name) => {
    if (!isBill(name)) return null;
    if (members.length >= MOST_MEMBERS) throw new Unreadable("unpacks-too-large");
    const member = { name, done: false };
    members.push(member);
    const seen = checksums.member(name);
    return (chunk, last) => {
      seen(chunk);
      member.done ||= last;
      return null;
    };
  }));
  if (members.some((m) => !m.done)) throw new Unreadable("damaged-archive");
  const fault = checksums.fault();
  if (fault !== null) throw new Unreadable(fault);
  return members.map((m) => m.name);
}

async function* watched(chunks: AsyncIterable<Uint8Array>, checksums: ZipChecksums): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    checksums.packed(chunk);
    yield chunk;
  }
}

/** The bytes of one member, piece by piece; throws Unreadable where it is damaged or cut. */
export async function* zipMember(chunks: AsyncIterable<Uint8Array>, wanted: string): AsyncGenerator<Uint8Array> {
  let done = false;
  yield* unfolded(chunks, (name) =>
    name === wanted
      ? (chunk, last) => {
          done ||= last;
          return chunk;
        }
      : () => null,
  );
  if (!done) throw new Unreadable("damaged-archive");
}

/** What is done with the bytes of a member: they are handed on, or null. */
type Take = (chunk: Uint8Array, last: boolean) => Uint8Array | null;

async function* unfolded(
  chunks: AsyncIterable<Uint8Array>,
  takerOf: (name: string) => Take | null,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let size = 0;
  let fault: Unreadable | null = null;
  const stream = new Unzip((file) => {
    const take = takerOf(file.name) ?? (() => null);
    file.ondata = (problem, chunk, last) => {
      if (problem) fault ??= new Unreadable("damaged-archive");
      size += chunk?.length ?? 0;
      const taken = problem ? null : take(chunk, last);
      if (taken !== null && taken.length > 0) ready.push(taken);
    };
    file.start();
  });
  stream.register(UnzipInflate);
  stream.register(UnzipPassThrough);
  const push = (piece: Uint8Array, last: boolean) => {
    try {
      stream.push(piece, last);
    } catch (problem) {
      throw problem instanceof Unreadable ? problem : new Unreadable("damaged-archive");
    }
    if (size > MOST_UNPACKED) fault ??= new Unreadable("unpacks-too-large");
    if (fault !== null) throw fault;
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += STEP) {
      push(chunk.subarray(at, at + STEP), false);
      yield* ready;
      ready = [];
    }
  }
  push(new Uint8Array(0), true);
  yield* ready;
}
