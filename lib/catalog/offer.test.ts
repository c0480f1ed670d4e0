import { describe, expect, it } from "vitest";
import { isStale, offerSchema } from "./offer";

const offer = {
  id: "o-1",
  provider: "Example Cloud",
  acceleratorId: "h100-sxm",
  purchase: "on-demand",
  boundary: "vm",
  price: { amount: "2.49", currency: "USD", unit: "gpu-hour" },
  source: "price page",
  dated: "2026-11-01",
} as const;

describe("offers", () => {
  it("reads a claim with source and date, and fills in nothing that it does not state", () => {
    const read = offerSchema.parse(offer);
    expect([read.cardsPerPack, read.wholePacksOnly]).toEqual([undefined, undefined]);
    expect(read.hostIncluded).toBeUndefined();
  });
  it("refuses a claim without source or date, a float price and an unknown field, each by path", () => {
    const paths = (input: unknown) => offerSchema.safeParse(input).error?.issues.map((i) => i.path.join(".")) ?? [];
    expect(paths({ ...offer, source: undefined })).toEqual(["source"]);
    expect(paths({ ...offer, dated: "yesterday" })).toEqual(["dated"]);
    expect(paths({ ...offer, price: { ...offer.price, amount: 2.49 } })).toEqual(["price.amount"]);
    expect(paths({ ...offer, price: { ...offer.price, amount: "-1" } })).toEqual(["price.amount"]);
    expect(offerSchema.safeParse({ ...offer, colour: "red" }).success).toBe(false);
  });
  it("goes stale after its stated end, else after thirty days", () => {
    expect(isStale({ dated: "2026-11-01", validUntil: null }, "2026-12-01")).toBe(false);
    expect(isStale({ dated: "2026-11-01", validUntil: null }, "2026-12-02")).toBe(true);
    expect(isStale({ dated: "2020-01-01", validUntil: "2026-12-31" }, "2026-12-31")).toBe(false);
    expect(isStale({ dated: "2026-11-01", validUntil: "2026-11-10" }, "2026-11-11")).toBe(true);
  });
});
