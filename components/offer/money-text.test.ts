import { describe, expect, it } from "vitest";
import { exactText, moneyText } from "./money-text";

describe("amounts on screen", () => {
  it("keeps every digit, in three languages", () => {
    const exact = "1234567.000000000000000000000000000001";
    expect(moneyText("en", exact, "USD", "exact")).toBe("1,234,567.000000000000000000000000000001\u00a0USD");
    expect(moneyText("id", "2.5", "IDR", "exact")).toBe("2,50\u00a0IDR");
    expect(moneyText("pl", "12345.678", "PLN")).toBe("12\u00a0345,68\u00a0PLN");
  });
  it("rounds once in lists and keeps the sign", () => {
    expect(moneyText("en", "-0.005", "USD")).toBe("−0.00\u00a0USD");
    expect(moneyText("en", "2.675", "USD")).toBe("2.68\u00a0USD");
    expect(exactText("en", "1234")).toBe("1,234");
  });
});
