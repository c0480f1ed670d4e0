import { describe, expect, it } from "vitest";
import { offerSchema } from "@/lib/catalog/offer";
import { offerFaults } from "./offer-faults";
import { fieldPathOf, OFFER_FIELDS, offerOf } from "./offer-fields";

const TYPED = {
  provider: "Example Cloud",
  boundary: "vm",
  purchase: "on-demand",
  "price.amount": "2.490000000000000001",
  "price.currency": "eur",
  "price.unit": "gpu-hour",
  source: "price page",
  dated: "2026-11-20",
  certifications: "ISO 27001, SOC 2",
  "storage.currency": "EUR",
  uptimePct: "99.9",
};

describe("the offer form", () => {
  it("keeps amounts as exact text and leaves out what was not said", () => {
    const offer = offerOf(TYPED);
    expect(offer.price).toEqual({ amount: "2.490000000000000001", currency: "EUR", unit: "gpu-hour" });
    expect(offer.certifications).toEqual(["ISO 27001", "SOC 2"]);
    expect(offer.uptimePct).toBe(99.9);
    expect("storage" in offer).toBe(false);
    expect(offerFaults(TYPED)).toEqual([]);
  });

  it("names each control that lacks or does not fit", () => {
    expect(offerFaults({}).sort()).toEqual(
      ["boundary", "dated", "price.amount", "provider", "purchase", "source"].sort(),
    );
    expect(offerFaults({ ...TYPED, "price.amount": "two", cardsPerPack: "1.5" }).sort()).toEqual([
      "cardsPerPack",
      "price.amount",
    ]);
    expect(offerFaults({ ...TYPED, "storage.amount": "0.1" })).toEqual(["storage.unit"]);
    expect(fieldPathOf("offer.price.currency")).toBe("price.currency");
  });

  it("has a control for every field of an offer but its number", () => {
    const tops = new Set(OFFER_FIELDS.map((f) => f.path.split(".")[0]));
    expect([...tops].sort()).toEqual(
      Object.keys(offerSchema.shape)
        .filter((k) => k !== "id")
        .sort(),
    );
  });
});
