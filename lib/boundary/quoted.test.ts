import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { type OfferInput, offerSchema } from "@/lib/catalog/offer";
import { planSchema } from "./plan";
import { type BilledPart, quotedBesideBilled } from "./quoted";

const OFFER: OfferInput = {
  id: "o",
  provider: "Example",
  purchase: "on-demand",
  boundary: "vm",
  price: { amount: "2.50", currency: "USD", unit: "gpu-hour" },
  hostIncluded: true,
  taxIncluded: false,
  source: "a quote",
  dated: "2026-05-01",
};
const PLAN = {
  boundary: "vm",
  offer: offerSchema.parse(OFFER),
  count: 2,
  period: { start: "2026-06-01", end: "2026-07-01" },
  owner: "Language team",
  stopRule: "Stopped when empty",
  fallbacks: { lostAllocation: "a", shortage: "b", failedDeployment: "c" },
  trial: { endDate: "2026-06-04", budget: { amount: "300", currency: "USD" } },
};
const RENTAL = { startsAt: "2026-06-01T00:00:00.000Z", endsAt: "2026-06-03T06:00:00.000Z", endedAt: null };
const part = (component: string, amount: string, currency = "USD"): BilledPart => ({ component, amount, currency });
const look = (parts: readonly BilledPart[], now: string, endedAt: string | null = null) =>
  quotedBesideBilled(
    { plan: planSchema.parse(PLAN), brief: contentOf({}), rental: { ...RENTAL, endedAt } },
    parts,
    Date.parse(now),
  );

describe("a rental's quote beside its bill", () => {
  it("is the offer's price of every begun day beside the five components, and what is over it", () => {
    // 2 cards × 72 h × 2.50
    const quoted = look(
      [
        part("accelerator", "300.5"),
        part("support", "60"),
        part("tax", "99"),
        part("credit", "-10"),
        part("storage", "4", "EUR"),
      ],
      "2026-06-02T03:00:00Z",
    );
    expect(quoted).toMatchObject({
      currency: "USD",
      quoted: "360",
      billed: "360.5",
      over: "0.5",
      billedPct: "100.1",
      passedPct: "50.0",
      others: [{ currency: "EUR", amount: "4" }],
    });
    expect(quoted?.rows).toEqual([
      { component: "accelerator", quoted: "360", billed: "300.5" },
      { component: "support", quoted: "0", billed: "60" },
    ]);
    expect(quoted?.notIncluded).toContain("tax");
  });

  it("stops its clock at the end, and before the start", () => {
    expect(look([], "2026-05-01T00:00:00Z")).toMatchObject({ passedPct: "0.0", billed: "0", over: "-360" });
    expect(look([], "2027-01-01T00:00:00Z")?.passedPct).toBe("100.0");
    expect(look([], "2027-01-01T00:00:00Z", "2026-06-01T13:30:00Z")?.passedPct).toBe("25.0");
  });

  it("is unknown where nothing is rented by time", () => {
    const plan = planSchema.parse({ ...PLAN, boundary: "managed-api", offer: null });
    expect(quotedBesideBilled({ plan, brief: contentOf({}), rental: RENTAL }, [], 0)).toBeNull();
  });
});
