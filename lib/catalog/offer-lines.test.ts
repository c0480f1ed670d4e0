import { describe, expect, it } from "vitest";
import { parseOfferLines } from "./offer-lines";

const read = (text: string) => parseOfferLines(text, "2026-11-30");

describe("offers written as lines", () => {
  it("need a card, a price and a currency; the rest has a plain meaning", () => {
    const { offers, refused } = read("h100-sxm, 2.69, usd\n\nB200 SXM; 5.10; USD; Example; 2; spot\n");
    expect(refused).toEqual([]);
    expect(offers).toMatchObject([
      { id: "line-1", acceleratorId: "h100-sxm", cardsPerPack: 1, purchase: "on-demand", price: { amount: "2.69" } },
      { id: "line-3", acceleratorId: "b200-sxm", provider: "Example", cardsPerPack: 2, wholePacksOnly: true },
    ]);
    expect(offers[1]?.purchase).toBe("spot");
  });

  it("say what is wrong with a line and take the others", () => {
    const { offers, refused } = read(
      "H100, 2, USD\nnothing, 2, USD\nl4, free, USD\nl4, 1, dollars\nl4\nl4, 1, USD, , 0\nl4, 1, USD",
    );
    expect(refused.map((r) => [r.line, r.code])).toEqual([
      [1, "open-card"],
      [2, "unknown-card"],
      [3, "no-price"],
      [4, "no-currency"],
      [5, "too-few"],
      [6, "no-count"],
    ]);
    expect(offers).toHaveLength(1);
  });
});
