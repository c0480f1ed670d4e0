import { describe, expect, it } from "vitest";
import { EXIT_ITEMS, type ExitChecklist, mayContinue, openExitItems, rentalStatus } from "./rental";

const base = { startsAt: "2026-09-01T00:00:00Z", endsAt: "2026-09-04T00:00:00Z", endedAt: null, exit: {} };
const at = (iso: string) => Date.parse(iso);

describe("rental", () => {
  it("is planned, active, then overdue: half-open, so the end instant is over", () => {
    expect(rentalStatus(base, at("2026-08-31T23:59:59Z"))).toBe("planned");
    expect(rentalStatus(base, at("2026-09-01T00:00:00Z"))).toBe("active");
    expect(rentalStatus(base, at("2026-09-04T00:00:00Z"))).toBe("overdue");
  });
  it("stays open after its end until every exit item has proof", () => {
    const ended = { ...base, endedAt: "2026-09-03T12:00:00Z" };
    expect(rentalStatus(ended, at("2026-09-05T00:00:00Z"))).toBe("ended-open");
    const all = Object.fromEntries(EXIT_ITEMS.map((i) => [i, { done: true, proof: "seen" }])) as ExitChecklist;
    expect(rentalStatus({ ...ended, exit: all }, at("2026-09-05T00:00:00Z"))).toBe("ended");
    expect(openExitItems({ ...all, disksDeleted: { done: true, proof: " " } })).toEqual(["disksDeleted"]);
    expect(openExitItems({ ...all, disksDeleted: { done: false, proof: "x" } })).toEqual(["disksDeleted"]);
  });
  it("goes on only after a decision that continues it", () => {
    expect(["extend", "reserve", "dedicate", "scale", "other-abstraction", "stop"].map(mayContinue)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
