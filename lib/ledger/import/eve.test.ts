import { describe, expect, it } from "vitest";
import { zipSync, gzipSync, strToU8 } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { unpackBill } from "./unpack";
import { openBill } from "./open-bill";
import { inMemory } from "./bytes";
const src = (name: string, bytes: Uint8Array) => ({ name, digest: "0".repeat(64), chunks: async function* () { for (let a = 0; a < bytes.length; a += 65536) yield bytes.subarray(a, a + 65536); }, range: async () => inMemory(bytes) });
const mem = () => Math.round(process.memoryUsage().rss / 1e6);
describe("eve", () => {
  it("many members", async () => {
    const big = gzipSync(new Uint8Array(200 * 1024 * 1024));
    const files: Record<string, Uint8Array> = {};
    for (let i = 0; i < 20; i++) files[`a${i}.csv.gz`] = big;
    const z = zipSync(files, { level: 9 });
    console.log("zip", z.length, mem());
    const t = Date.now(); const r = await unpackBill({ name: "x.zip", bytes: z });
    console.log(r.ok ? r.files.length : r.code, mem(), Date.now() - t);
  }, 120000);
  it("deep", async () => {
    let b: Uint8Array = strToU8("a,b\n1,2\n");
    for (let i = 0; i < 200; i++) b = gzipSync(b);
    const r = await unpackBill({ name: "x.gz", bytes: b }); console.log("deep", r.ok ? "ok" : r.code);
    const o = await openBill(src("x.gz", b), null, { assumedCurrency: "USD", timeZone: null } as never); console.log("deep open", o.ok ? "ok" : o.code);
  });
  it("parquet bomb", async () => {
    const long = "x".repeat(1_000_000);
    const data = Array.from({ length: 20000 }, () => long);
    const buf = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "ServiceName", data, type: "STRING" }, { name: "BilledCost", data: data.map(() => "1"), type: "STRING" }] }));
    console.log("parquet", buf.length, mem());
    const t = Date.now();
    try { const r = await openBill(src("x.parquet", buf), null, { assumedCurrency: "USD", timeZone: null } as never); console.log(r.ok ? "ok" : r.code, mem(), Date.now() - t); } catch (e) { console.log("THREW", String(e).slice(0, 200), mem()); }
  }, 120000);
});
