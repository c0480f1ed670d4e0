import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { csvRecords } from "@/lib/ledger/import/csv";
import { withSharedData } from "@/lib/testing/shared-data";
import { offerTableFormat } from "./formats";
import { readGpuhunt } from "./gpuhunt/format";
import type { OfferFileAnswer } from "./offer-file";

const claim = (provider: string | null) => ({ source: "price list", dated: "2026-05-20", provider });

const tally = (codes: readonly { readonly code: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { code } of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

/** Lowest and highest price per card-hour of offers on these terms. */
function range(answer: OfferFileAnswer, card: string, purchase: string): readonly [number, number] {
  const prices = answer.offers
    .filter(({ offer }) => (offer.acceleratorId ?? offer.cardAsNamed) === card && offer.purchase === purchase)
    .map(({ offer }) => Number(offer.price.amount) / (offer.cardsPerPack ?? 1));
  return [Math.min(...prices), Math.max(...prices)];
}

/** Offers, refusals and remarks that each public file holds, counted apart from this reader. */
const FILES = [
  ["skypilot-format/gcp_vms.csv", "gcp", 40, { "no-card": 277, "unknown-card": 3 }, { "form-open": 2 }],
  [
    "skypilot-format/azure_gpu_rows.csv",
    "azure",
    548,
    { "card-count": 54, "unknown-card": 74 },
    { "form-open": 112, "spot-equals-on-demand": 14 },
  ],
  ["skypilot-format/lambda_vms.csv", "Lambda", 374, { "no-card": 34, "unknown-card": 17 }, { "form-open": 68 }],
  ["skypilot-format/vast_vms.csv", "Vast.ai", 58, { "unknown-card": 6 }, { "form-open": 6 }],
  ["skypilot-format/nebius_gpu_rows.csv", "Nebius", 29, { "no-card": 2 }, {}],
  [
    "full-stack-cloud-gpus/cloud-gpus.csv",
    null,
    273,
    { "unknown-card": 37, "no-price": 3 },
    { "form-open": 70, "per-card-differs": 22 },
  ],
  ["full-stack-cloud-gpus/serverless-gpus.csv", null, 71, { "other-memory": 1 }, { "form-open": 22 }],
] as const;

it("the public price lists become offers, and every other row says why it did not", () =>
  withSharedData((dir) => {
    const read = new Map<string, OfferFileAnswer>();
    for (const [file, provider, offers, refused, remarks] of FILES) {
      const text = readFileSync(path.join(dir, "catalog/offers", file), "utf8");
      const records = [...csvRecords(text, ",")];
      const answer = offerTableFormat(records[0]?.fields ?? [])?.read(records, claim(provider));
      expect([answer?.offers.length, tally(answer?.refused ?? []), tally(answer?.remarks ?? [])], file).toEqual([
        offers,
        refused,
        remarks,
      ]);
      if (!answer) continue;
      const rows = new Set([...answer.offers, ...answer.refused].map((r) => r.row));
      expect(rows.size, `${file}: every record is an offer or a refusal`).toBe(records.length - 1);
      read.set(file, answer);
    }
    const azure = read.get("skypilot-format/azure_gpu_rows.csv");
    const nebius = read.get("skypilot-format/nebius_gpu_rows.csv");
    if (!azure || !nebius) throw new Error("not read");
    // Ranges per card-hour that were worked out from these files by hand.
    expect(range(azure, "A100-80GB", "on-demand").map((p) => p.toFixed(2))).toEqual(["3.67", "8.19"]);
    expect(range(azure, "A100-80GB", "spot").map((p) => p.toFixed(2))).toEqual(["0.75", "2.13"]);
    expect(range(azure, "mi300x", "on-demand")[0]).toBe(6);
    expect(range(nebius, "h200-sxm", "spot").map((p) => p.toFixed(2))).toEqual(["1.45", "1.45"]);
  }));

it("the public price list of TPUs too", () =>
  withSharedData((dir) => {
    const json: unknown = JSON.parse(readFileSync(path.join(dir, "catalog/offers/gpuhunt/tpu_pricing.json"), "utf8"));
    const answer = readGpuhunt(json, claim(null));
    expect([answer?.offers.length, tally(answer?.refused ?? [])]).toEqual([28, { "unknown-card": 7 }]);
  }));
