import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { WarningLog } from "./bill-format";
import { type ByteSource, inMemory } from "./bytes";
import { openBill } from "./open-bill";

const HEADER = "charge_start,charge_end,component,amount,currency,description\n";
const ROW = "2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,accelerator,1,USD,hour\n";
const MEGABYTE = 1024 * 1024;

function source(parts: () => Iterable<Uint8Array>): ByteSource {
  async function* chunks() {
    yield* parts();
  }
  return { name: "large.csv", digest: "0".repeat(64), chunks };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The most memory above the start that reading took, looked at after each lot of rows. */
async function read(from: ByteSource): Promise<{ rows: number; refused: number; grownMb: number }> {
  const before = process.memoryUsage().rss;
  const opened = await openBill(from, null, { assumedCurrency: null });
  if (!opened.ok) throw new Error(opened.code);
  let [rows, refused, most] = [0, 0, 0];
  for await (const items of opened.bill.pass(new WarningLog(0))) {
    for (const item of items) {
      if ("reason" in item) refused += 1;
      else rows += 1;
    }
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  return { rows, refused, grownMb: most / MEGABYTE };
}

/** Written by a process of its own: what writing leaves behind is no memory of reading. */
const WRITE = `
import { writeFileSync } from "node:fs";
import { parquetWriteBuffer } from "hyparquet-writer";
const rows = Number(process.argv[1]);
const column = (name, type, of) => ({ name, type, data: Array.from({ length: rows }, (_, i) => of(i)), nullable: true });
const at = (i, hours) => new Date(Date.UTC(2026, 0, 1) + (Math.floor(i / 1000) + hours) * 3_600_000);
const columnData = [
  column("BilledCost", "DOUBLE", (i) => i / 8),
  column("EffectiveCost", "DOUBLE", (i) => i / 8),
  column("BillingCurrency", "STRING", () => "USD"),
  column("ChargeCategory", "STRING", () => "Usage"),
  column("ChargePeriodStart", "TIMESTAMP", (i) => at(i, 0)),
  column("ChargePeriodEnd", "TIMESTAMP", (i) => at(i, 1)),
  column("ResourceId", "STRING", (i) => "gpu-" + (i % 1000)),
  column("SkuId", "STRING", () => "H100"),
];
writeFileSync(process.argv[2], new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 100_000 })));
`;

it("a million rows in Parquet cost no more than some row groups, and are read to the last", async () => {
  const rows = 1_000_000;
  const dir = mkdtempSync(path.join(tmpdir(), "headroom-parquet-"));
  const file = path.join(dir, "large.parquet");
  execFileSync(process.execPath, ["--input-type=module", "-e", WRITE, String(rows), file], { cwd: process.cwd() });
  const bytes = new Uint8Array(readFileSync(file));
  rmSync(dir, { recursive: true });
  const from: ByteSource = {
    ...source(function* () {
      yield bytes;
    }),
    name: "large.parquet",
    range: async () => inMemory(bytes),
  };
  const done = await read(from);
  console.log(`1,000,000 rows of Parquet: ${done.grownMb.toFixed(0)} MB more memory`);
  expect([done.rows, done.refused]).toEqual([rows, 0]);
  expect(done.grownMb).toBeLessThan(300);
});

it("a line of a gigabyte costs a few megabytes, is refused, and the lines around it are read", async () => {
  const filler = encode("x".repeat(MEGABYTE));
  const parts = function* () {
    yield encode(HEADER + ROW);
    for (let i = 0; i < 1024; i++) yield filler;
    yield encode(`\n${ROW}`);
  };
  const { rows, refused, grownMb } = await read(source(parts));
  console.log(`a line of 1 GiB: ${grownMb.toFixed(0)} MB more memory`);
  expect([rows, refused]).toEqual([2, 1]);
  expect(grownMb).toBeLessThan(200);
});

it("a quote that is never closed costs no more", async () => {
  const open = encode(`2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,host,1,USD,"open\n`);
  const lot = encode(ROW.repeat(10_000));
  const parts = function* () {
    yield encode(HEADER);
    for (let i = 0; i < 100; i++) {
      yield open;
      yield lot;
    }
  };
  const { rows, refused, grownMb } = await read(source(parts));
  console.log(`1,000,000 rows and 100 open quotes: ${grownMb.toFixed(0)} MB more memory`);
  expect([rows, refused]).toEqual([1_000_000, 100]);
  expect(grownMb).toBeLessThan(200);
});

/** Text of about 200 MB: what stands before the objects, an object for each number, what stands after them. */
function* largeJson(
  before: string,
  object: (i: number) => string,
  after: string,
  count: number,
): Generator<Uint8Array> {
  yield encode(before);
  for (let from = 0; from < count; from += 1000) {
    const lot = Array.from({ length: 1000 }, (_, k) => `${from + k === 0 ? "" : ","}${object(from + k)}`);
    yield encode(lot.join(""));
  }
  yield encode(after);
}

const hourOf = (i: number): string => new Date(Date.UTC(2026, 0, 1) + (i % 8000) * 3_600_000).toISOString();

it.each([
  [
    "a list of Modal's",
    1_000_000,
    () =>
      largeJson(
        "[",
        (i) =>
          `{"object_id":"ap-${i}","interval_start":"${hourOf(i)}","cost":0.${i}1234567890123456789,"environment_name":"main","description":"${"x".repeat(90)}","tags":{"team":"search"}}`,
        "]",
        1_000_000,
      ),
  ],
  [
    "an answer of RunPod's with its totals",
    800_000,
    () =>
      largeJson(
        '{"records":[',
        (i) =>
          `{"podId":"pod-${i}","startTime":"${hourOf(i)}","endTime":"${hourOf(i).replace(":00:00", ":59:00")}","totalAmount":1.5,"gpuAmount":1.25,"cpuAmount":0,"diskAmount":0.25,"feeAmount":0,"networkingAmount":0,"name":"${"x".repeat(60)}"}`,
        '],"metadata":{"totals":{"totalAmount":1200000}}}',
        800_000,
      ),
  ],
  [
    "charges of Vast's with their items",
    500_000,
    () =>
      largeJson(
        '{"charges":[',
        (i) =>
          `{"type":"instance","source":"instance-${i}","start":1788220800,"end":1788224400,"amount":"3","description":"${"x".repeat(120)}","items":[{"type":"gpu","amount":2.5,"description":"gpu"},{"type":"disk","amount":0.5,"description":"disk"}]}`,
        "]}",
        500_000,
      ),
  ],
])(
  "%s, 200 MB of JSON, cost no more than the pieces that are read",
  { timeout: 300_000 },
  async (name, count, parts) => {
    let size = 0;
    for (const part of parts()) size += part.length;
    expect(size).toBeGreaterThan(120 * MEGABYTE);
    const { rows, refused, grownMb } = await read({ ...source(parts), name: "large.json" });
    console.log(`${name}, ${(size / MEGABYTE).toFixed(0)} MB of JSON: ${grownMb.toFixed(0)} MB more memory`);
    expect(refused).toBe(0);
    expect(rows).toBeGreaterThanOrEqual(count);
    expect(grownMb).toBeLessThan(300);
  },
);
