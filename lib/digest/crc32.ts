const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** CRC-32 as gzip and zip state it, over bytes that come in pieces. */
export class Crc32 {
  private state = -1;

  add(bytes: Uint8Array): void {
    let c = this.state;
    for (let i = 0; i < bytes.length; i++) c = (c >>> 8) ^ (TABLE[(c ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
    this.state = c;
  }

  /** Of everything so far, as an unsigned number. */
  value(): number {
    return (this.state ^ -1) >>> 0;
  }
}

/** Four bytes from `at` on, the least first, as an unsigned number; what is beyond the end counts as zero. */
export function uint32At(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}
