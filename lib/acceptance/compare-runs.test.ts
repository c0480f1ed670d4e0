import { describe, expect, it } from "vitest";
import { compareRuns, type Run } from "./compare-runs";
import { readEvidence } from "./evidence/read";
import { bench } from "./fixtures/review-case";

function run(changes: Record<string, unknown> = {}): Run {
  const read = readEvidence(bench(changes));
  if (read.format === null) throw new Error(read.error.message);
  return read;
}

describe("two runs side by side", () => {
  it("are comparable where only results differ, with the change", () => {
    const { comparable, differences, equal } = compareRuns(run(), run({ p99_ttft_ms: 1_500 }));
    expect(comparable).toBe(true);
    expect(equal).toBeGreaterThan(10);
    expect(differences).toEqual([{ group: "results", fact: "p99_ttft_ms", a: 1_200, b: 1_500, changePct: 25 }]);
  });

  it("are not where the question was another one, and that comes first", () => {
    const { comparable, differences } = compareRuns(
      run(),
      run({ request_rate: 8, model_id: "other/model", p99_ttft_ms: 9 }),
    );
    expect(comparable).toBe(false);
    expect(differences.map((d) => [d.group, d.fact])).toEqual([
      ["inputs", "model_id"],
      ["inputs", "request_rate"],
      ["results", "p99_ttft_ms"],
    ]);
  });

  it("are not where tool or format differ", () => {
    expect(compareRuns(run(), { ...run(), toolVersion: "2" })).toMatchObject({
      comparable: false,
      differences: [{ group: "software", fact: "tool_version", b: "2", changePct: null }],
    });
    expect(compareRuns(run(), { ...run(), format: "vllm-bench-text" })).toMatchObject({
      sameFormat: false,
      comparable: false,
    });
  });

  it("show a fact that only one of them has, and no change from zero", () => {
    const given: Run = { format: "x", toolVersion: null, facts: { failed: 0, date: "1" } };
    expect(compareRuns(given, { ...given, facts: { failed: 2, lost: 1, date: "2" } }).differences).toEqual([
      { group: "results", fact: "failed", a: 0, b: 2, changePct: null },
      { group: "results", fact: "lost", a: null, b: 1, changePct: null },
    ]);
  });
});
