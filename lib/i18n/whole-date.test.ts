import { describe, expect, it } from "vitest";
import { wholeDate } from "./whole-date";

describe("a date in one line", () => {
  it.each([
    ["Aug 2, 2026, 12:30 PM UTC", "Aug\u00a02,\u00a02026, 12:30\u00a0PM\u00a0UTC"],
    ["2 Agu 2026, 12.30 UTC", "2\u00a0Agu\u00a02026, 12.30\u00a0UTC"],
    ["2 sie 2026, 12:30 UTC", "2\u00a0sie\u00a02026, 12:30\u00a0UTC"],
    ["Nov 30, 2026", "Nov\u00a030,\u00a02026"],
  ])("%s ends a line only before its time", (said, whole) => {
    expect(wholeDate(said)).toBe(whole);
  });
});
