import { describe, expect, it } from "vitest";
import { idsOf, instantOf, localOf, tagsOf, tagText } from "./bill-names";

describe("names on bills", () => {
  it("reads ids by line or comma, and tags by line", () => {
    expect(idsOf("i-1, i-2\n\n i-3 ")).toEqual(["i-1", "i-2", "i-3"]);
    expect(tagsOf("team=vision\nurl=https://x?a=b")).toEqual({
      ok: true,
      tags: { team: "vision", url: "https://x?a=b" },
    });
    expect(tagsOf("team=vision\nloose words")).toEqual({ ok: false, line: "loose words" });
    expect(tagsOf("=x").ok).toBe(false);
    expect(tagText({ a: "1", b: "" })).toBe("a=1\nb=");
  });

  it("takes typed times as UTC", () => {
    expect(instantOf("2026-12-01T08:30")).toBe("2026-12-01T08:30:00.000Z");
    expect(instantOf("2026-12-01")).toBeNull();
    expect(instantOf("2026-13-41T08:30")).toBeNull();
    expect(localOf("2026-12-01T08:30:00.000Z")).toBe("2026-12-01T08:30");
  });
});
