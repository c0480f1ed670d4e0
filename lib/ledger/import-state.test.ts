import { describe, expect, it } from "vitest";
import { type ImportFacts, importState, importStateSeen } from "./import-state";

const CLEAN: ImportFacts = {
  stage: "committed",
  work: null,
  unreadable: false,
  unclassified: 0,
  refused: 0,
  brokenChecks: [],
  controlsDiffer: 0,
  takenBack: 0,
};
const work = (more: Partial<NonNullable<ImportFacts["work"]>>) =>
  ({ task: "plan", state: "running", rowsRead: 0, rows: null, ...more }) as const;

describe("the state of an import", () => {
  it("is stable once it is committed and nothing is open, and planned before", () => {
    expect(importState(CLEAN)).toEqual({ is: "stable", progress: null, reasons: [] });
    expect(importState({ ...CLEAN, stage: "planned" })).toEqual({ is: "planned", progress: null, reasons: [] });
  });

  it("is importing while work goes on, with rows done, and of how many once the first look is over", () => {
    const at = (more: Parameters<typeof work>[0]) => importState({ ...CLEAN, stage: "planned", work: work(more) });
    expect(at({ rowsRead: 40_000 })).toMatchObject({
      is: "importing",
      progress: { task: "plan", done: 40_000, of: null },
    });
    expect(at({ rowsRead: 130_000, rows: 100_000 }).progress).toEqual({ task: "plan", done: 30_000, of: 100_000 });
    expect(at({ task: "commit", rowsRead: 200_000, rows: 100_000 }).progress).toEqual({
      task: "commit",
      done: 100_000,
      of: 100_000,
    });
  });

  it("never tells less than nothing or more than all", () => {
    const at = (rowsRead: number) =>
      importState({ ...CLEAN, stage: "planned", work: work({ rowsRead, rows: 10 }) }).progress?.done;
    expect([at(0), at(9), at(25)]).toEqual([0, 0, 10]);
  });

  it("warns with every reason, in their order", () => {
    const facts = {
      ...CLEAN,
      unclassified: 3,
      refused: 2,
      brokenChecks: ["F3", "F12"],
      controlsDiffer: 1,
      takenBack: 7,
    };
    expect(importState(facts)).toEqual({
      is: "warning",
      progress: null,
      reasons: [
        { why: "unclassified", count: 3 },
        { why: "refused", count: 2 },
        { why: "controls", count: 1 },
        { why: "taken-back", count: 7 },
        { why: "checks", checks: ["F3", "F12"] },
      ],
    });
  });

  it("of a plan names what is open without a warning: that is what a plan is for", () => {
    expect(importState({ ...CLEAN, stage: "planned", unclassified: 3 })).toEqual({
      is: "planned",
      progress: null,
      reasons: [{ why: "unclassified", count: 3 }],
    });
  });

  it("warns of work that came to nothing, and no more once the import is committed", () => {
    for (const state of ["stopped", "failed", "lost"] as const) {
      const ended = work({ state });
      expect(importState({ ...CLEAN, stage: "planned", work: ended })).toMatchObject({
        is: "warning",
        reasons: [{ why: `read-${state}` }],
      });
      expect(importState({ ...CLEAN, stage: "planned", work: { ...ended, task: "commit" } }).reasons).toEqual([
        { why: `commit-${state}` },
      ]);
      expect(importState({ ...CLEAN, work: ended }).is).toBe("stable");
    }
  });

  it("says of a file that cannot be read that alone", () => {
    const facts = { ...CLEAN, stage: "planned", unreadable: true, work: work({ state: "failed" }) } as const;
    expect(importState(facts)).toMatchObject({ is: "warning", reasons: [{ why: "unreadable" }] });
  });

  it("says of a discarded one only that", () => {
    const facts = { ...CLEAN, stage: "discarded", unclassified: 3, work: work({ state: "failed" }) } as const;
    expect(importState(facts)).toEqual({ is: "discarded", progress: null, reasons: [] });
  });

  it("of one that waits is what a look at it says: no bill, or what its plan holds open; a broken commit still counts", () => {
    const waits = { ...CLEAN, stage: "planned" } as const;
    const seen = (facts: ImportFacts, unreadable: boolean, held: Partial<ImportFacts> = {}) =>
      importStateSeen(facts, { unreadable, held });
    expect(seen(waits, true)).toMatchObject({ is: "warning", reasons: [{ why: "unreadable" }] });
    expect(seen({ ...waits, work: work({ state: "failed" }) }, false)).toMatchObject({ is: "planned", reasons: [] });
    expect(seen({ ...waits, work: work({ state: "failed", task: "commit" }) }, false).is).toBe("warning");
    expect(seen(waits, false, { unclassified: 2 })).toMatchObject({
      is: "planned",
      reasons: [{ why: "unclassified", count: 2 }],
    });
    expect(seen(CLEAN, true).is).toBe("stable");
    expect(importStateSeen({ ...waits, work: work({ state: "failed" }) }, null).is).toBe("warning");
  });
});
