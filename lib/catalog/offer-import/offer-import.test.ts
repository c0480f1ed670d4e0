import { describe, expect, it } from "vitest";
import { csvRecords } from "@/lib/ledger/import/csv";
import { cardNamed } from "./card-name";
import { offerTableFormat } from "./formats";
import { readGpuhunt } from "./gpuhunt/format";
import { OWN_COLUMNS } from "./headroom-csv/columns";
import { pythonLiteral } from "./python-literal";

const claim = (provider: string | null) => ({ source: "price list", dated: "2026-05-20", provider });

function read(text: string, provider: string | null = "Example Cloud") {
  const records = [...csvRecords(text, ",")];
  const format = offerTableFormat(records[0]?.fields ?? []);
  if (!format) throw new Error("no format");
  return format.read(records, claim(provider));
}

const HEAD = "InstanceType,AcceleratorName,AcceleratorCount,GpuInfo,Region,Price,SpotPrice";
const sky = (row: string, provider?: string) => read(`${HEAD}\n${row}\n`, provider);
const info = (mib: number, count = 1) =>
  `"{'Gpus': [{'Name': 'X', 'Manufacturer': None, 'Count': ${count}.0, 'MemoryInfo': {'SizeInMiB': ${mib}}}], 'TotalGpuMemoryInMiB': ${mib}}"`;

describe("a SkyPilot catalogue", () => {
  it("prices the machine: eight cards are an order unit of eight", () => {
    expect(sky("gpu-h100-sxm_8gpu,H100,8,,eu-north1,23.6,10.0").offers.map((o) => o.offer)).toMatchObject([
      {
        acceleratorId: "h100-sxm",
        formFactor: "SXM",
        cardsPerPack: 8,
        wholePacksOnly: true,
        hostIncluded: true,
        purchase: "on-demand",
        price: { amount: "23.6", currency: "USD", unit: "pack-hour" },
      },
      { purchase: "spot", price: { amount: "10" } },
    ]);
  });

  it("finds columns by name in any order", () => {
    const turned = read("Region,Price,SpotPrice,AcceleratorCount,AcceleratorName,InstanceType\nx1,2,,1,L4,m\n");
    expect(turned.offers.map((o) => [o.offer.acceleratorId, o.offer.region, o.offer.price.amount])).toEqual([
      ["l4", "x1", "2"],
    ]);
  });

  it("says that the host is not in the price where the row has no machine, and leaves machines without cards out", () => {
    const answer = read(`${HEAD}\n,T4,2,,r1,0.74,\na2-highgpu-1g,,,,r1,0.73948,\n`, "gcp");
    expect(answer.offers.map((o) => o.offer.hostIncluded)).toEqual([false]);
    expect(answer.refused).toEqual([{ row: 3, code: "no-card", what: "a2-highgpu-1g" }]);
  });

  it("leaves open which of several forms a bare name is, unless the provider's own machine name says it", () => {
    const bare = sky("Standard_ND96,H100,8,H100,r1,100,");
    expect(bare.offers[0]?.offer).toMatchObject({ acceleratorId: null, cardAsNamed: "H100", formFactor: null });
    expect(bare.remarks).toEqual([{ row: 2, code: "form-open", what: "H100" }]);
    expect(sky("1x-H100_NVL-32,H100,1,,r1,2,").offers[0]?.offer.acceleratorId).toBe("h100-nvl");
    expect(sky("gpu_1x_h100_pcie,H100,1,,r1,2,").offers[0]?.offer.acceleratorId).toBe("h100-pcie");
  });

  it("takes no spot price that is none: zero, empty, repeated or above", () => {
    const spot = (price: string) => sky(`m,L4,1,,r1,2.0,${price}`);
    expect(spot("0.00").offers).toHaveLength(1);
    expect(spot("").offers).toHaveLength(1);
    expect(spot("2").remarks).toEqual([{ row: 2, code: "spot-equals-on-demand", what: "2" }]);
    expect(spot("2").offers).toHaveLength(1);
    expect(spot("2.5").remarks.map((r) => r.code)).toEqual(["spot-above-on-demand"]);
    expect(spot("1.99").offers.map((o) => o.offer.purchase)).toEqual(["on-demand", "spot"]);
  });

  it("refuses the placeholder of a TPU and no other price of that size", () => {
    expect(sky(",tpu-v6e-8,1,,r1,700.0,").refused.map((r) => r.code)).toEqual(["placeholder-price"]);
    expect(sky(",tpu-v5p-384,1,,r1,700.0,").offers).toHaveLength(1);
  });

  it("counts a TPU's chips: two cores a chip for v5p, chips as named for the others", () => {
    expect(sky(",tpu-v5p-384,1,,r1,816.48,").offers[0]?.offer).toMatchObject({
      acceleratorId: "tpu-v5p",
      cardsPerPack: 192,
    });
    expect(sky(",tpu-v5litepod-8,1,,r1,9.6,").offers[0]?.offer).toMatchObject({
      acceleratorId: "tpu-v5e",
      cardsPerPack: 8,
      hostIncluded: null,
    });
  });

  it("reads memory per card or per machine as the cloud means it, and GB written in the place of MiB", () => {
    const card = (count: number, mib: number, provider: string) =>
      sky(`2x_sxm4,A100,${count},${info(mib, count)},r1,2,`, provider).offers[0]?.offer.acceleratorId;
    expect(card(2, 81920, "Lambda")).toBe("a100-80-sxm");
    expect(card(2, 81920, "Vast.ai")).toBe("a100-40-sxm");
    expect(card(2, 81920, "nebius")).toBe("a100-40-sxm");
    expect(card(1, 80, "RunPod")).toBe("a100-80-sxm");
    expect(card(8, 40960, "Lambda")).toBe("a100-40-sxm");
    expect(sky(`m,RTX4090,1,${info(49152)},r1,2,`).refused.map((r) => r.code)).toEqual(["other-memory"]);
  });

  it("puts an unquoted V1,V2 together and refuses any other extra field", () => {
    const head = "InstanceType,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region,Generation";
    const answer = read(`${head}\nm,T4,1,T4,1,,r1,V1,V2\nm,T4,1,T4,1,,r2,V2\nm,T4,1,T4,1,,r3,V2,odd\n`);
    expect(answer.offers.map((o) => o.offer.region)).toEqual(["r1", "r2"]);
    expect(answer.refused).toEqual([{ row: 4, code: "wrong-width", what: "9/8" }]);
  });

  it("refuses a part of a card, an unknown card, a missing price and a broken line, each by row", () => {
    const answer = read(`${HEAD}\nm,A10,0.333,,r,1,\nm,P4,1,,r,1,\nm,L4,1,,r,,\nm,L4,1,"x"y,r,1,\nm,L4,1,,r,free,\n`);
    expect(answer.refused.map((r) => [r.row, r.code])).toEqual([
      [2, "card-count"],
      [3, "unknown-card"],
      [4, "no-price"],
      [5, "broken-row"],
      [6, "no-price"],
    ]);
  });
});

describe("GpuInfo", () => {
  it("is a Python literal, and nothing is evaluated", () => {
    expect(pythonLiteral("{'a': [1, 2.0, None], 'b': (True, False), 'c': 'it\\'s',}")).toEqual({
      a: [1, 2, null],
      b: [true, false],
      c: "it's",
    });
    for (const text of [
      "H100",
      "{'a': }",
      "{'a' 1}",
      "[1",
      "[1 2]",
      "{1: 2}",
      "",
      "__import__('os')",
      "[".repeat(999),
    ]) {
      expect(pythonLiteral(text), text.slice(0, 20)).toBeUndefined();
    }
  });
});

describe("the Full Stack tables", () => {
  const head = "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name";
  it("price the machine, keep the card's memory from its name, and remark columns that disagree", () => {
    const answer = read(
      `${head}\nA,V100 (32 GB),Volta,8,256,96,768,31.21,3.90,9.36,p3dn\nB,A4000 (16 GB),Ampere,2,32,8,16,0.65,0.29,,\n`,
    );
    expect(answer.offers.map((o) => [o.offer.provider, o.offer.acceleratorId, o.offer.price.amount])).toEqual([
      ["A", "v100-32", "31.21"],
      ["A", "v100-32", "9.36"],
      ["B", "rtx-a4000", "0.65"],
    ]);
    expect(answer.remarks.map((r) => r.code)).toEqual(["per-card-differs"]);
  });
  it("do not take the price of one card for that of the machine", () => {
    expect(read(`${head}\nE,A5000 (24 GB),Ampere,2,48,24,112,,2.47951,,M\n`).refused.map((r) => r.code)).toEqual([
      "no-price",
    ]);
  });
  it("read dollars, a memory column of one card, and refuse a slice", () => {
    const serverless = "Vendor,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,Per-Hour,Per-GPU";
    const answer = read(`${serverless}\nM,Nvidia A100,Ampere,1,40GB,0,0,$3,$3\nM,A100 (20 GB),Ampere,1,20,4,8,1,1\n`);
    expect(answer.offers[0]?.offer).toMatchObject({
      purchase: "serverless",
      boundary: "serverless",
      price: { amount: "3" },
    });
    expect(answer.refused.map((r) => r.code)).toEqual(["other-memory"]);
  });
});

describe("gpuhunt", () => {
  it("reads catalogue items with the price of the machine", () => {
    const item = {
      provider: "p",
      instance_name: "i-sxm",
      location: "l",
      price: 10.5,
      gpu_count: 8,
      gpu_name: "H100",
      gpu_memory: 80,
      spot: true,
    };
    expect(readGpuhunt([item], claim(null))?.offers[0]?.offer).toMatchObject({
      provider: "p",
      acceleratorId: "h100-sxm",
      cardsPerPack: 8,
      purchase: "spot",
      price: { amount: "10.5", unit: "pack-hour" },
    });
    expect(readGpuhunt([{ ...item, gpu_name: null }, 7], claim(null))?.refused.map((r) => r.code)).toEqual([
      "no-card",
      "broken-row",
    ]);
    expect(readGpuhunt({ some: "thing" }, claim(null))).toBeNull();
    expect(readGpuhunt([{ a: 1 }], claim(null))).toBeNull();
  });
  it("reads TPU prices per chip, and no spot above the other price", () => {
    const list = {
      "TPU v5p": { r: { Location: "x", "On Demand (USD)": 4.2, "Spot (USD)": 4.9 } },
      "TPU v2 pod": { r: { "On Demand (USD)": 1 } },
    };
    const answer = readGpuhunt(list, claim(null));
    expect(answer?.offers.map((o) => [o.offer.acceleratorId, o.offer.price.unit])).toEqual([["tpu-v5p", "gpu-hour"]]);
    expect(answer?.refused.map((r) => r.code)).toEqual(["unknown-card"]);
  });
});

describe("Headroom's own table", () => {
  it("fills every column into its place", () => {
    const values: Record<string, string> = {
      provider: "P",
      card: "l40s",
      purchase: "reserved",
      boundary: "dedicated-node",
      price: "2.50",
      currency: "EUR",
      price_unit: "gpu-hour",
      host_included: "yes",
      storage_price: "0.1",
      storage_unit: "gb-month",
      certifications: "ISO 27001; HIPAA",
      quota_cards: "0",
      quota_source: "console",
      quota_dated: "2026-11-01",
      dated: "2026-01-02",
      stopped_disk_price: "0.05",
      stopped_disk_unit: "gib-month",
    };
    const names = OWN_COLUMNS.map((c) => c.name);
    const answer = read(`${names.join(",")}\n${names.map((n) => values[n] ?? "").join(",")}\n`);
    expect(answer.refused).toEqual([]);
    expect(answer.offers[0]?.offer).toMatchObject({
      acceleratorId: "l40s",
      dated: "2026-01-02",
      source: "price list",
      quotaCards: 0,
      quotaSource: "console",
      quotaDated: "2026-11-01",
      storage: { amount: "0.1", currency: "EUR", unit: "gb-month" },
      stoppedDisk: { currency: "EUR" },
      certifications: ["ISO 27001", "HIPAA"],
    });
  });
  it("names the field that does not fit", () => {
    const head = "provider,purchase,boundary,price,currency,price_unit,cards_per_pack";
    const answer = read(`${head}\nP,on-demand,vm,two,EUR,gpu-hour,1\nP,on-demand,vm,2,EUR,gpu-hour,many\n`);
    expect(answer.refused.map((r) => r.what)).toEqual(["price.amount", "cardsPerPack"]);
  });
});

describe("a card's name", () => {
  it("does not guess", () => {
    expect(cardNamed("RTX6000", { formText: "", memoryMib: [24576] }).kind).toBe("unknown");
    expect(cardNamed("H100 HGX (80GB)", { formText: "", memoryMib: [] })).toEqual({
      kind: "card",
      id: "h100-sxm",
      form: "SXM",
    });
    expect(cardNamed("H100", { formText: "", memoryMib: [95830] })).toMatchObject({ id: "h100-nvl" });
    expect(cardNamed("V100-32GB", { formText: "", memoryMib: [] })).toEqual({
      kind: "card",
      id: "v100-32",
      form: null,
    });
  });
});
