import { findAccelerator, listAccelerators } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";
import { NotEstimable } from "@/lib/memory/not-estimable";
import { notInCatalogue } from "@/lib/memory/not-in-catalogue";
import { word } from "@/lib/memory/word";

/** Peak figures of one card for one weight format, in base units per second. */
export interface CardRates {
  readonly bytesPerSecond: number;
  readonly operationsPerSecond: number;
  /** One direction of the link to its neighbours; null without one. */
  readonly linkBytesPerSecond: number | null;
}

/** In which type each weight format multiplies, where the card has it; else at 16 bits. */
const COMPUTES_IN: Readonly<Record<string, "fp8" | "fp4" | "int8">> = {
  fp8: "fp8",
  "fp8-block": "fp8",
  int8: "int8",
  nvfp4: "fp4",
};

/** Throws NotEstimable for a card that the catalogue lacks or whose 16-bit rate is not known. */
export function cardRates(id: string, weightFormat: string): CardRates {
  const card = findAccelerator(id);
  if (card === null)
    throw new NotEstimable("gpu", notInCatalogue("accelerator", id, listAccelerators()), "unusable-field");
  const tera = rateOf(card, weightFormat);
  if (tera === null) throw new NotEstimable("gpu", word("reason.rate-unknown", { card: card.name }));
  const link = card.link.gbPerSPerDirection;
  return {
    bytesPerSecond: card.bandwidthGbPerS * 1e9,
    operationsPerSecond: tera * 1e12,
    linkBytesPerSecond: link === null ? null : link * 1e9,
  };
}

function rateOf(card: Accelerator, weightFormat: string): number | null {
  const { bf16, fp16, fp8 } = card.denseTflops;
  const plain = bf16 ?? fp16;
  // MXFP4 weights meet 8-bit activations where the card multiplies 4-bit types at all, else 16-bit ones.
  if (weightFormat === "mxfp4") return card.denseTflops.fp4 === null ? plain : (fp8 ?? plain);
  const own = COMPUTES_IN[weightFormat];
  return own === undefined ? plain : (card.denseTflops[own] ?? plain);
}
