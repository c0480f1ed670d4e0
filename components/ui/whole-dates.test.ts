import { createFormatter } from "next-intl";
import { describe, expect, it } from "vitest";
import { wholeDates } from "./whole-dates";

const AT = new Date("2026-12-01T14:07:00Z");
const format = (locale: string) =>
  wholeDates(createFormatter({ locale, timeZone: "UTC" }), { locale, timeZone: "UTC" });

describe("the formatter of the components", () => {
  it.each(["en", "id", "pl"])("writes a date in %s without a place where its line may end", (locale) => {
    expect(format(locale).dateTime(AT, { dateStyle: "medium", timeZone: "UTC" })).not.toMatch(/ /);
    expect(format(locale).dateTime(AT, { year: "numeric", month: "long", timeZone: "UTC" })).not.toMatch(/ /);
  });

  it("lets a line end between a date and its time", () => {
    expect(format("pl").dateTime(AT, { dateStyle: "medium", timeStyle: "short" })).toBe(
      "1\u00a0gru\u00a02026, 14:07\u00a0UTC",
    );
  });

  it("says the zone after a time, and after a date alone none", () => {
    expect(format("id").dateTime(AT, { timeStyle: "short" })).toBe("14.07\u00a0UTC");
    expect(format("id").dateTime(AT, { timeStyle: "short", timeZone: "Asia/Jakarta" })).toBe("21.07\u00a0WIB");
    expect(format("en").dateTime(AT, { dateStyle: "medium" })).toBe("Dec\u00a01,\u00a02026");
  });

  it("leaves numbers and lists as they were", () => {
    expect(format("en").number(1234.5)).toBe("1,234.5");
    expect(format("en").list(["a", "b"])).toBe("a and b");
  });
});
