import { gzipSync, strToU8, zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { focusFile } from "../fixtures/bill-files";
import { openBill } from "./open-bill";
import { readBill } from "./read";
import { unpackBill } from "./unpack";

const text = focusFile("bill.csv", [{ BilledCost: "1.25", EffectiveCost: "1.25", ResourceId: "i-1" }]).text;
const plain = strToU8(text);

async function unpacked(name: string, bytes: Uint8Array) {
  const result = await unpackBill({ name, bytes });
  if (!result.ok) throw new Error(result.code);
  return result.files.map((file) => ({ name: file.name, text: new TextDecoder().decode(file.bytes) }));
}

const MB = 1024 * 1024;

describe("packed bills", () => {
  it("gzip, zip and zip of gzip give the file that was packed; a plain file passes", async () => {
    expect(await unpacked("bill.csv", plain)).toEqual([{ name: "bill.csv", text }]);
    expect(await unpacked("bill.csv.gz", gzipSync(plain))).toEqual([{ name: "bill.csv", text }]);
    const zip = zipSync({ "a.csv": plain, "b.csv.gz": gzipSync(plain), "__MACOSX/a.csv": strToU8("no") });
    expect(await unpacked("bills.zip", zip)).toEqual([
      { name: "a.csv", text },
      { name: "b.csv", text },
    ]);
  });

  it("an archive that is cut, empty or a bomb is refused by name, and no more than the limit is unfolded", async () => {
    const packed = gzipSync(strToU8(text.repeat(50)));
    expect(await unpackBill({ name: "x.gz", bytes: packed.subarray(0, packed.length - 30) })).toMatchObject({
      ok: false,
    });
    expect(await unpackBill({ name: "x.zip", bytes: zipSync({}) })).toMatchObject({ ok: false });
    // Members of a gzip file follow each other.
    const member = gzipSync(new Uint8Array(2 * MB), { level: 1 });
    const bomb = new Uint8Array(6 * member.length);
    for (let i = 0; i < 6; i++) bomb.set(member, i * member.length);
    expect(bomb.length).toBeLessThan(MB);
    expect(await unpackBill({ name: "bomb.gz", bytes: bomb }, 10 * MB)).toEqual({
      ok: false,
      code: "unpacks-too-large",
    });
    expect(await unpackBill({ name: "bomb.gz", bytes: bomb }, 12 * MB)).toMatchObject({ ok: true });
  });

  it("packed bytes that were changed do not have their checksum, whole or in pieces", async () => {
    const gz = gzipSync(plain, { level: 0 });
    const zip = zipSync({ "a.csv": plain, "b.csv": [plain, { level: 0 }] });
    for (const [name, packed] of [
      ["x.csv.gz", gz],
      ["x.zip", zip],
    ] as const) {
      const changed = packed.slice();
      // One digit of an amount, which stands unpacked in it: the length stays.
      const at = Buffer.from(changed).lastIndexOf("1.25");
      expect(at).toBeGreaterThan(0);
      changed[at + 3] = "9".charCodeAt(0);
      expect(await unpackBill({ name, bytes: changed })).toEqual({ ok: false, code: "wrong-checksum" });
      async function* chunks() {
        for (let i = 0; i < changed.length; i += 1000) yield changed.subarray(i, i + 1000);
      }
      expect(await openBill({ name, digest: "0".repeat(64), chunks }, null, { assumedCurrency: null })).toMatchObject({
        ok: false,
        code: "wrong-checksum",
      });
    }
  });

  it("members and layers of an archive share one limit", async () => {
    // Twenty members of two megabytes in some kilobytes; each alone would be let through.
    const member = gzipSync(new Uint8Array(2 * MB), { level: 1 });
    const members = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.csv.gz`, member]));
    const bomb = zipSync(members, { level: 9 });
    expect(bomb.length).toBeLessThan(MB);
    expect(await unpackBill({ name: "bomb.zip", bytes: bomb }, 39 * MB)).toEqual({
      ok: false,
      code: "unpacks-too-large",
    });
    expect(await unpackBill({ name: "bomb.zip", bytes: bomb }, 41 * MB)).toMatchObject({ ok: true });
    let nested: Uint8Array = plain;
    for (let layer = 0; layer < 6; layer++) nested = gzipSync(nested);
    expect(await unpacked("x.gz", nested)).toEqual([{ name: "x", text }]);
    expect(await unpackBill({ name: "x.gz", bytes: gzipSync(nested) })).toEqual({
      ok: false,
      code: "unpacks-too-large",
    });
  });

  it("Parquet becomes the CSV of the same columns, decimals to the last digit", async () => {
    const column = (name: string, type: string, data: unknown[]) => ({ name, type, data, nullable: true });
    const buffer = parquetWriteBuffer({
      columnData: [
        column("BilledCost", "DOUBLE", [1.25]),
        column("EffectiveCost", "DOUBLE", [0.1]),
        column("BillingCurrency", "STRING", ["USD"]),
        column("ChargeCategory", "STRING", ["Usage"]),
        column("ChargePeriodStart", "TIMESTAMP", [new Date("2026-01-01T00:00:00Z")]),
        column("ChargePeriodEnd", "TIMESTAMP", [new Date("2026-01-01T01:00:00Z")]),
        column("SkuId", "STRING", ['gpu, "H100"']),
        column("InvoiceId", "STRING", [null]),
      ] as never,
    });
    const [file] = await unpacked("bill.parquet", new Uint8Array(buffer));
    const read = readBill({ name: "x", bytes: strToU8(file?.text ?? "") }, null, { assumedCurrency: null });
    if (!read.ok) throw new Error(read.message);
    expect(read.format).toBe("focus");
    expect(read.bill.rows[0]).toMatchObject({
      billedAmount: "1.25",
      effectiveAmount: "0.1",
      chargeStart: "2026-01-01T00:00:00Z",
      sku: 'gpu, "H100"',
      invoiceId: null,
    });
    const cut = await unpackBill({ name: "x.parquet", bytes: new Uint8Array(buffer).subarray(0, 200) });
    expect(cut).toEqual({ ok: false, code: "unreadable-parquet" });
  });
});
