import { crc32, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Crc32 } from "./crc32";
import { CheckedGunzip, WrongChecksum } from "./gunzip";

function unfolded(packed: Uint8Array, step: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const gunzip = new CheckedGunzip((bytes) => parts.push(bytes.slice()));
  for (let at = 0; at < packed.length; at += step)
    gunzip.push(packed.subarray(at, at + step), at + step >= packed.length);
  return Buffer.concat(parts);
}

const bytes = fc.uint8Array({ maxLength: 3000 });

describe("CRC-32", () => {
  it("is that of zlib, however the bytes are cut", () => {
    fc.assert(
      fc.property(bytes, fc.nat(3000), (all, cut) => {
        const crc = new Crc32();
        crc.add(all.subarray(0, cut));
        crc.add(all.subarray(cut));
        expect(crc.value()).toBe(crc32(all));
      }),
    );
  });
});

describe("gzip", () => {
  it("gives what was packed, also in members, whatever the pieces", () => {
    fc.assert(
      fc.property(
        fc.array(bytes, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 4096 }),
        (members, step) => {
          const packed = Buffer.concat(members.map((member) => gzipSync(member)));
          expect(Buffer.from(unfolded(packed, step))).toEqual(Buffer.concat(members));
        },
      ),
    );
  });

  it("refuses a changed checksum in any member, and a cut file", () => {
    const members = ["one", "two", "three"].map((text) => gzipSync(text.repeat(100)));
    for (const [i, member] of members.entries()) {
      const changed = members.map((m, k) => (k === i ? Buffer.from(m) : m));
      const own = changed[i] ?? member;
      own[own.length - 8] = (own[own.length - 8] ?? 0) ^ 1;
      for (const step of [5, 4096]) expect(() => unfolded(Buffer.concat(changed), step)).toThrow(WrongChecksum);
    }
    const whole = members[0] ?? Buffer.from("");
    expect(() => unfolded(whole.subarray(0, -3), 4096)).toThrow();
  });
});
