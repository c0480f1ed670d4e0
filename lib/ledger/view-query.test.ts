import { describe, expect, it } from "vitest";
import { viewQuery } from "./view-query";

describe("what of an address a view keeps", () => {
  it("is what the page shows, in one order, and nothing else", () => {
    expect(viewQuery("ledger", "?q=a%26b&after=17_x&month=2026-09&next=//evil")).toBe("month=2026-09&q=a%26b");
    expect(viewQuery("costs", "by=team&basis=billed&brief=BRF-1&month=")).toBe("brief=BRF-1&basis=billed&by=team");
    expect(viewQuery("costs", "")).toBe("");
  });
});
