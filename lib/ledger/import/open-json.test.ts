import { describe, expect, it } from "vitest";
import { isRefused, type ReadOptions, WarningLog } from "./bill-format";
import type { ByteSource } from "./bytes";
import { openBill } from "./open-bill";
import { openJson } from "./open-json";
import { readBill } from "./read";

const OPTIONS: ReadOptions = { assumedCurrency: null };
const encode = (text: string) => new TextEncoder().encode(text);

/** The text in pieces of a few bytes, so that every place is once the end of a piece. */
function source(text: string, step: number): ByteSource {
  const bytes = encode(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
  return { name: "bill.json", digest: "0".repeat(64), chunks };
}

async function streamed(text: string, step: number) {
  const opened = await openBill(source(text, step), null, OPTIONS);
  if (!opened.ok) return { code: opened.code };
  const log = new WarningLog();
  const rows = [];
  const refused = [];
  for await (const items of opened.bill.pass(log)) {
    for (const item of items) {
      if (isRefused(item)) refused.push(item);
      else rows.push(item);
    }
  }
  const { format, header, controls } = opened.bill;
  return { format, header, controls, rows, refused, warnings: log.list() };
}

function whole(text: string) {
  const reading = readBill({ name: "bill.json", bytes: encode(text) }, null, OPTIONS);
  if (!reading.ok) return { code: reading.code };
  const { header, controls = [], rows, refused, warnings } = reading.bill;
  return { format: reading.format, header, controls, rows, refused, warnings };
}

const modal = [
  {
    object_id: "ap-1",
    interval_start: "2026-09-01T00:00:00Z",
    cost: "0.1234567890123456789",
    tags: { team: 'a "b" [c' },
  },
  { object_id: "ap-2", interval_start: "2026-09-01T01:00:00Z", cost: 2.5e-7, environment_name: "main\\é😀" },
  { object_id: "ap-3", interval_start: "not a time", cost: 1 },
];
const pod = (id: string, hour: number, total: string) => ({
  podId: id,
  startTime: `2026-09-01T0${hour}:00:00Z`,
  endTime: `2026-09-01T0${hour + 1}:00:00Z`,
  totalAmount: total,
  gpuAmount: "1",
  diskAmount: "0.5",
});
const vast = {
  success: true,
  charges: [
    {
      type: "instance",
      source: "instance-7",
      start: 1788220800,
      end: 1788224400,
      amount: "3",
      items: [
        { type: "gpu", amount: 2 },
        { type: "disk", amount: 1 },
      ],
    },
    { type: "volume", source: "volume-1", start: 1788220800, end: 1788224400, amount: 0.25 },
  ],
};
const google = {
  rows: [
    {
      cost: 1.25,
      cost_type: "regular",
      currency: "USD",
      usage_start_time: "2026-09-01 00:00:00 UTC",
      usage_end_time: "2026-09-01 01:00:00 UTC",
      sku: { id: "A1", description: "A100 GPU" },
      credits: [{ name: "promo", amount: -0.25, type: "PROMOTION" }],
    },
  ],
};

/** Texts whose objects come one by one. */
const ONE_BY_ONE: Readonly<Record<string, string>> = {
  "a list": JSON.stringify(modal),
  "a list in lines and blanks": JSON.stringify(modal, null, 2),
  "a list under a key, with others beside it": JSON.stringify({ items: modal, page: { next: null, sizes: [1, 2] } }),
  "JSON Lines": modal.map((m) => JSON.stringify(m)).join("\n"),
  "RunPod, one amount for each bucket": JSON.stringify({
    data: [1, 3].map((h) => ({ time: `2026-09-01T0${h}:00:00Z`, amount: 0.1, podId: "p", gpuTypeId: "H100" })),
  }),
  "RunPod, one answer with its totals": JSON.stringify({
    records: [pod("a", 0, "1.5"), pod("b", 1, "1.6")],
    metadata: { totals: { totalAmount: "3.1" } },
  }),
  "RunPod, answers by their address": JSON.stringify({
    "/billing": {
      records: [
        { ...pod("x", 0, "3"), podId: undefined, podGpuAmount: "3", gpuAmount: undefined, diskAmount: undefined },
      ],
    },
    "/billing/pods": { records: [pod("a", 0, "1.5"), pod("b", 1, "1.5")] },
  }),
  "Vast, a charge with its items": JSON.stringify(vast),
  "Google, nested": JSON.stringify(google),
};

/** Texts that have to be read whole, and are. */
const WHOLE: Readonly<Record<string, string>> = {
  "a list of answers": JSON.stringify([{ records: [pod("a", 0, "1.5")] }, { records: [pod("b", 1, "1.5")] }]),
  "charges that name their parents": JSON.stringify([
    { id: "1", type: "instance", amount: 3, source: "i", start: 1788220800, end: 1788224400 },
    { id: "2", parent: "1", type: "gpu", amount: 3, source: "i", start: 1788220800, end: 1788224400 },
  ]),
  "no JSON after all": `${JSON.stringify(modal)} and more`,
  "a list that is cut": JSON.stringify(modal).slice(0, -20),
  "an empty list": "[]",
};

describe("a JSON bill", () => {
  it.each(Object.entries(ONE_BY_ONE))("read piece by piece tells what it tells as a whole: %s", async (_, text) => {
    const expected = whole(text);
    expect(expected).toHaveProperty("rows");
    for (const step of [1, 7, 100_000]) expect(await streamed(text, step)).toEqual(expected);
    const texts = async function* () {
      yield text;
    };
    const json = { name: "bill.json", digest: "", start: text, texts };
    expect(await openJson(json, null, OPTIONS)).toMatchObject({ ok: true });
  });

  it.each(Object.entries(WHOLE))("that cannot be taken apart is read whole: %s", async (_, text) => {
    for (const step of [3, 100_000]) expect(await streamed(text, step)).toEqual(whole(text));
  });

  it("that would have to be held whole is refused beyond 8 MB, by what can be done; another file by its name", async () => {
    const charge = { parent: "1", type: "gpu", amount: 3, source: "i", description: "x".repeat(1024) };
    const many = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...charge, id: `c${id}` })));
    expect(await streamed(many(7_000), 1_000_000)).toMatchObject({ format: "vast-charges" });
    expect(await streamed(many(8_000), 1_000_000)).toEqual({ code: "whole-too-large" });
    const zstd = source(`\u0028${"x".repeat(9_000_000)}`, 1_000_000);
    const chunks = async function* () {
      yield new Uint8Array([0x28, 0xb5, 0x2f, 0xfd]);
      yield* zstd.chunks();
    };
    expect(await openBill({ ...zstd, chunks }, null, OPTIONS)).toMatchObject({ code: "compressed-file" });
  });

  it("an item whose charge is not in the file, or is itself, counts by itself", async () => {
    const item = { type: "gpu", amount: 3, source: "i", start: 1788220800, end: 1788224400 };
    const { rows } = await streamed(
      JSON.stringify([
        { ...item, id: "2", parent: "1" },
        { ...item, id: "3" },
        { ...item, id: "4", parent: "4" },
      ]),
      100_000,
    );
    expect(rows?.map((row) => row.billedAmount)).toEqual(["3", "3", "3"]);
  });

  it("an item that stands in its charge and beside it counts once", async () => {
    const item = { type: "gpu", amount: 3, source: "i", start: 1788220800, end: 1788224400 };
    const charge = { ...item, id: "1", type: "instance", items: [item] };
    const { rows } = await streamed(JSON.stringify([charge, { ...item, id: "2", parent: "1" }]), 100_000);
    const once = await streamed(JSON.stringify([charge]), 100_000);
    expect(rows?.map((row) => row.billedAmount)).toEqual(once.rows?.map((row) => row.billedAmount));
    expect(rows).not.toEqual([]);
  });

  it("keeps each amount as the text that stood there", async () => {
    const read = await streamed(ONE_BY_ONE["a list"] ?? "", 5);
    expect(read.rows?.map((row) => row.billedAmount)).toEqual(["0.1234567890123456789", "0.00000025"]);
  });
});
