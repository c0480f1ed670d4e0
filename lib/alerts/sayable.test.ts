import { describe, expect, it } from "vitest";
import { sayable } from "./sayable";

describe("the values of an alert", () => {
  it.each([
    ["en", "Dec\u00a01,\u00a02026, 2:07\u00a0PM\u00a0UTC", "November\u00a02026"],
    ["id", "1\u00a0Des\u00a02026, 14.07\u00a0UTC", "November\u00a02026"],
    ["pl", "1\u00a0gru\u00a02026, 14:07\u00a0UTC", "listopad\u00a02026"],
  ])("tell a date and a month in %s so that no line ends inside them", (locale, at, month) => {
    const said = sayable({ at: "2026-12-01T14:07:00Z", month: "2026-11" }, locale, "UTC", () => "");
    expect(said.at?.replace("\u202f", "\u00a0")).toBe(at);
    expect(said.month).toBe(month);
  });
});
