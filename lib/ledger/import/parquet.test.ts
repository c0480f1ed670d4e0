import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { type RandomBytes, Unreadable } from "./bytes";
import { csvFromParquet } from "./parquet";
import { unpackBill } from "./unpack";

const inMemory = (bytes: Uint8Array): RandomBytes => ({
  length: bytes.length,
  slice: async (start, end) => bytes.subarray(start, end),
});
const written = (columns: Record<string, readonly [string, readonly unknown[]]>, codec = "UNCOMPRESSED"): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      codec: codec as never,
      columnData: Object.entries(columns).map(([name, [type, data]]) => ({
        name,
        type,
        data,
        nullable: true,
      })) as never,
    }),
  );

async function csvOf(bytes: Uint8Array): Promise<string> {
  let text = "";
  for await (const piece of csvFromParquet(inMemory(bytes))) text += new TextDecoder().decode(piece);
  return text;
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  try {
    for await (const _ of csvFromParquet(inMemory(bytes)));
    return "read";
  } catch (problem) {
    if (problem instanceof Unreadable) return problem.code;
    throw problem;
  }
}

const repeated = written({
  Name: ["STRING", Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? null : `r${i % 4}`))],
  Zone: ["STRING", Array.from({ length: 300 }, () => "eu")],
});

describe("Parquet bills", () => {
  it("whole numbers of 64 bits inside a list are read to the last digit", async () => {
    const schema = [
      { name: "root", num_children: 1 },
      { name: "Counts", converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "INT64", repetition_type: "OPTIONAL" },
    ];
    const columnData = [{ name: "Counts", data: [[9007199254740993n, 2n], null] }];
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, schema } as never));
    expect(await csvOf(bytes)).toBe('Counts\n"[""9007199254740993"",""2""]"\n\n');
  });

  it("equal values that unfold without end are given up by name", async () => {
    const long = "x".repeat(17 * 1024 * 1024);
    const bytes = written({ Name: ["STRING", Array.from({ length: 200 }, () => long)] }, "SNAPPY");
    expect(bytes.length).toBeLessThan(4 * 1024 * 1024);
    expect(await codeOf(bytes)).toBe("unpacks-too-large");
    expect(await unpackBill({ name: "x.parquet", bytes })).toEqual({ ok: false, code: "unpacks-too-large" });
  });

  // One place of five: at some the library counts to 268 million before it gives up, which takes a second each.
  it("a run that says it never ends is unreadable at once, wherever it stands", async () => {
    expect(await codeOf(repeated)).toBe("read");
    const runs: number[] = [];
    for (let at = 4; at < repeated.length - 8; at += 5) {
      const damaged = repeated.slice();
      damaged.set([0xff, 0xff, 0xff, 0xff, 0x0f], at);
      const start = performance.now();
      expect(["read", "unreadable-parquet", "unpacks-too-large"]).toContain(await codeOf(damaged));
      runs.push(performance.now() - start);
    }
    expect(Math.max(...runs)).toBeLessThan(10_000);
  }, 120_000);

  it("any damage is named or read, and ends", async () => {
    for (let at = 4; at < repeated.length; at++) {
      for (const byte of [0, 1, 0x7f, 0x80, 0xfe]) {
        const damaged = repeated.slice();
        damaged[at] = byte;
        expect(["read", "unreadable-parquet", "unpacks-too-large"]).toContain(await codeOf(damaged));
      }
    }
  }, 30_000);
});
