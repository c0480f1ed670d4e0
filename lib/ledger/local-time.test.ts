import { describe, expect, it } from "vitest";
import { instantOfLocal, localOfInstant } from "./local-time";

describe("wall-clock times", () => {
  it("become instants of their zone, in summer and in winter", () => {
    expect(instantOfLocal("UTC", "2026-09-01")).toBe("2026-09-01T00:00:00Z");
    expect(instantOfLocal("Europe/Warsaw", "2026-09-01")).toBe("2026-08-31T22:00:00Z");
    expect(instantOfLocal("Europe/Warsaw", "2026-12-01T08:30")).toBe("2026-12-01T07:30:00Z");
    expect(instantOfLocal("Asia/Jakarta", "2026-09-01")).toBe("2026-08-31T17:00:00Z");
    expect(instantOfLocal("Asia/Kathmandu", "2026-09-01")).toBe("2026-08-31T18:15:00Z");
  });

  it("that are skipped or repeated have one answer", () => {
    expect(instantOfLocal("Europe/Warsaw", "2026-03-29T02:30")).toBe("2026-03-29T01:00:00Z");
    expect(instantOfLocal("Europe/Warsaw", "2026-10-25T02:30")).toBe("2026-10-25T00:30:00Z");
    expect(instantOfLocal("Europe/Warsaw", "2026-10-25T03:00")).toBe("2026-10-25T02:00:00Z");
  });

  it("go there and back", () => {
    for (const zone of ["UTC", "America/New_York", "Asia/Kathmandu"]) {
      const instant = instantOfLocal(zone, "2026-07-04T13:05");
      expect(localOfInstant(zone, instant ?? "")).toBe("2026-07-04T13:05");
    }
  });

  it("that are none are refused", () => {
    for (const text of ["", "1.9.2026", "2026-02-30", "2026-13-01", "2026-09-01T25:00", "2026-09-01 08:00"]) {
      expect(instantOfLocal("UTC", text), text).toBeNull();
    }
    expect(instantOfLocal("Mars/Olympus", "2026-09-01")).toBeNull();
  });
});
