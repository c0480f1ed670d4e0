import { Gunzip } from "fflate/browser";
import { Crc32, uint32At } from "./crc32";

/** Packed bytes that unfold to others than their checksum says: they were changed, not cut. */
export class WrongChecksum extends Error {}

/** Checksum and length stand at the end of each member of a gzip file. */
const TRAILER = 8;
/** A member is known to have ended when the head of the next is there, with the name in it: so much is looked back on. */
const LOOK_BACK = 4096;

/** Unfolds a gzip file that comes in pieces, and holds each of its members to the checksum and the length that it states. */
export class CheckedGunzip {
  private readonly stream: Gunzip;
  private crc = new Crc32();
  private size = 0;
  /** The last packed bytes, and how many came before them. */
  private tail = new Uint8Array(0);
  private before = 0;

  constructor(onBytes: (bytes: Uint8Array) => void) {
    this.stream = new Gunzip((bytes) => {
      this.crc.add(bytes);
      this.size += bytes.length;
      onBytes(bytes);
    });
    this.stream.onmember = (start) => this.check(start);
  }

  /** Throws WrongChecksum, or another error where the bytes are no gzip, damaged or cut. */
  push(bytes: Uint8Array, last: boolean): void {
    const kept = this.tail.subarray(Math.max(0, this.tail.length - LOOK_BACK));
    const joined = new Uint8Array(kept.length + bytes.length);
    joined.set(kept);
    joined.set(bytes, kept.length);
    this.before += this.tail.length - kept.length;
    this.tail = joined;
    this.stream.push(bytes, last);
    if (last) this.check(this.before + this.tail.length);
  }

  /** The member that ends before this place. */
  private check(end: number): void {
    const at = end - TRAILER - this.before;
    const stated = { crc: uint32At(this.tail, at), size: uint32At(this.tail, at + 4) };
    const [crc, size] = [this.crc.value(), this.size % 2 ** 32];
    this.crc = new Crc32();
    this.size = 0;
    if (at < 0 || stated.size !== size) throw new Error("cut");
    if (stated.crc !== crc) throw new WrongChecksum();
  }
}
