import { describe, expect, it } from "vitest";
import { withZone } from "./with-zone";

describe("a time with its zone", () => {
  it.each([
    ["en", "UTC", "2026-12-01", "UTC"],
    ["pl", "UTC", "2026-12-01", "UTC"],
    ["id", "Asia/Jakarta", "2026-12-01", "WIB"],
    ["en", "Europe/Warsaw", "2026-12-01", "GMT+1"],
    ["en", "Europe/Warsaw", "2026-07-01", "GMT+2"],
  ])("in %s of %s on %s is called %s", (locale, timeZone, day, name) => {
    expect(withZone("14:07", { locale, timeZone, at: new Date(`${day}T12:00:00Z`) })).toBe(`14:07\u00a0${name}`);
  });
});
