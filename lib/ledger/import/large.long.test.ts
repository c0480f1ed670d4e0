import { expect, it } from "vitest";
import { WarningLog } from "./bill-format";
import type { ByteSource } from "./bytes";
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
