import { describe, expect, it } from "vitest";
import { plannedCost } from "@/lib/boundary/planned-cost";
import { offerSchema } from "@/lib/catalog/offer";
import { CLAIM_LACKS, findClaim, PROVIDER_CLAIMS } from "@/lib/catalog/provider-claims";
import { claimValues } from "./claim-values";
import { offerFaults } from "./offer-faults";
import { offerOf } from "./offer-fields";

describe("the comparison of 2025", () => {
  it("is five claims of one source, and none of them is an offer", () => {
    expect(PROVIDER_CLAIMS.map((c) => [c.provider, c.fromPerMonth, c.uptimePct])).toEqual([
      ["webhoster.de", "129.99", 99.99],
      ["Atlantic.Net", "170.00", 99.98],
      ["Linode", "140.00", 99.97],
      ["Genesis Cloud", "110.00", 99.96],
      ["HostKey", "135.00", 99.95],
    ]);
    expect(findClaim("nobody")).toBeNull();
    for (const claim of PROVIDER_CLAIMS) {
      const values = claimValues(claim);
      expect(offerFaults(values)).toContain("price.currency");
      expect(offerFaults(values)).toContain("dated");
      for (const lack of CLAIM_LACKS) expect(values[lack]).toBeUndefined();
    }
  });

  it("is costed only when the missing is stated", () => {
    const claim = findClaim("linode");
    if (!claim) throw new Error("the claim is there");
    const asked = {
      ...claimValues(claim),
      boundary: "vm",
      purchase: "on-demand",
      "price.currency": "EUR",
      dated: "2025-06-01",
    };
    const use = { cards: 1, start: "2026-12-01", end: "2027-01-01", diskBytes: null, egressBytesPerMonth: null };
    const cost = (values: typeof asked) => plannedCost(offerSchema.parse({ id: "x", ...offerOf(values) }), use);
    expect(cost(asked)).toEqual({ ok: false, code: "PACK_UNKNOWN" });
    expect(cost({ ...asked, cardsPerPack: "1" } as typeof asked)).toMatchObject({
      ok: true,
      amount: "140",
      currency: "EUR",
    });
  });
});
