import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { lora } from "@/lib/sample/fixtures/briefs";
import { changed, offer } from "./fixtures/briefs";
import { offersAtHand } from "./offers-at-hand";

const content = contentOf(changed(lora, { "memoryShape.acceleratorId": "h100-sxm" }));
const at = (number: number, amount: string, more: object = {}) => ({
  number,
  stale: false,
  offer: offer({ id: `OFF-${number}`, amount, acceleratorId: "h100-sxm", ...more }),
});

describe("offers for a plan", () => {
  it("are searched over all, shown in part: what fits first, the cheapest of it first", () => {
    const many = Array.from({ length: 600 }, (_, i) => at(i + 1, String(10 + i)));
    const cheap = at(700, "1", { quotaCards: 0 });
    const found = offersAtHand(content, "vm", [cheap, ...many.reverse()], false);
    expect([found.count, found.offers.length, found.cheapest]).toEqual([601, 50, 1]);
    expect(found.offers.slice(0, 2).map((o) => o.number)).toEqual([1, 2]);
    expect(offersAtHand(content, "vm", [cheap, at(1, "9")], false).against).toEqual({ "OFF-700": "quota-too-small" });
  });

  it("for another card are counted, and shown when asked for; another style never is", () => {
    const rows = [at(1, "2"), at(2, "1", { acceleratorId: "l4" }), at(3, "1", { boundary: "cluster" })];
    const some = offersAtHand(content, "vm", rows, false);
    expect([some.offers.map((o) => o.number), some.otherCards]).toEqual([[1], 1]);
    expect(offersAtHand(content, "vm", rows, true).offers.map((o) => o.number)).toEqual([1, 2]);
  });
});
