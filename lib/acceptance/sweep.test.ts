import { describe, expect, it } from "vitest";
import { brief, card, INSIDE, plan, WINDOW } from "./fixtures/review-case";
import { type EvidenceItem, selectEvidence } from "./selection";
import { sweepsOf } from "./sweep";

type Cell = Record<string, string | number | null>;
const cell = (group: string, batch: number, more: Cell = {}): Cell => ({
  group,
  batch,
  jobs: 2,
  completed: 2,
  errors: 0,
  total_seconds: 20,
  peak_memory_gib: 30,
  ...more,
});
const limited = { "target.e2eP95Ms": 10_000 } as const;

function sweep(cells: Cell[], changes: Parameters<typeof brief>[0] = limited, complete = true) {
  const item: EvidenceItem = {
    id: "s",
    gate: "load",
    format: "media-job",
    facts: { cells, order_kept: false, queue_seconds: { mean: 1, p50: 1, p95: 4, max: 5 } },
    complete,
    warnings: [],
    uploadedAt: INSIDE,
    takenAt: null,
  };
  return sweepsOf(brief(changes), plan(), selectEvidence([item], card(), WINDOW))[0];
}
const whole = ["short", "typical", "near-limit"].flatMap((g) => [1, 2, 4].map((b) => cell(g, b)));
const but = (group: string, batch: number, more: Cell) =>
  whole.map((c) => (c.group === group && c.batch === batch ? { ...c, ...more } : c));
const at = (found: ReturnType<typeof sweep>, group: string, batch: number) => {
  const c = found?.cells.find((x) => x.group === group && x.batch === batch);
  return [c?.state, c?.reason];
};

describe("the batch sweep", () => {
  it("chooses the largest batch that passes in every group", () => {
    expect(sweep(whole)).toMatchObject({ choice: 4, batches: [1, 2, 4], orderKept: false, queueP95Seconds: 4 });
  });
  it.each<[string, Cell, (string | null)[]]>([
    ["an error", { completed: 1, errors: 1 }, ["failed", "errors"]],
    ["a lost job", { completed: 1 }, ["failed", "errors"]],
    ["more memory than the card", { peak_memory_gib: 80 }, ["failed", "memory"]],
    ["at the time", { total_seconds: 20 }, ["passed", null]],
    ["past the time", { total_seconds: 20.01 }, ["failed", "time"]],
    ["no time", { total_seconds: null }, ["not-evidenced", "not-measured"]],
    ["no peak", { peak_memory_gib: null }, ["not-evidenced", "not-measured"]],
  ])("judges one cell: %s", (_, more, state) => {
    const found = sweep(but("near-limit", 4, more));
    expect(at(found, "near-limit", 4)).toEqual(state);
    expect(found?.choice).toBe(state[0] === "passed" ? 4 : 2);
  });
  it("shows where it stopped, and what was merely left out", () => {
    const stopped = sweep(
      but("near-limit", 2, { errors: 1, completed: 1 }).filter((c) => !(c.group === "near-limit" && c.batch === 4)),
    );
    expect(at(stopped, "near-limit", 4)).toEqual(["not-evidenced", "beyond-limit"]);
    expect(stopped?.choice).toBe(1);
    const left = sweep(whole.filter((c) => !(c.group === "short" && c.batch === 4)));
    expect(at(left, "short", 4)).toEqual(["not-evidenced", "not-run"]);
    expect(left?.choice).toBe(2);
  });
  it("chooses nothing without a limit, and shows nothing of a cut record", () => {
    expect(sweep(whole, { "target.e2eP95Ms": null, "outcome.acceptableWaitMs": null })?.choice).toBeNull();
    expect(sweep(whole, limited, false)).toBeUndefined();
  });
});
