import { describe, expect, it } from "vitest";
import { bench, brief, item } from "./fixtures/review-case";
import { regressionOf, type StoredRun } from "./regression";

const run = (id: string, changes: Record<string, unknown> = {}, more: Partial<StoredRun> = {}): StoredRun => ({
  item: item(id, "load", bench(changes)),
  toolVersion: null,
  revision: 1,
  brief: brief({}),
  ...more,
});
const figure = (runs: readonly StoredRun[], id: string) =>
  regressionOf(runs)
    .at(-1)
    ?.figures.find((f) => f.id === id);

describe("runs beside the last passing one", () => {
  it("has nothing to be held against at first", () => {
    const [first] = regressionOf([run("a")]);
    expect(first).toMatchObject({ state: "passed", against: null, regressed: false, alsoDiffers: [] });
    expect(first?.figures.find((f) => f.id === "tokens")).toMatchObject({ seen: 1_600, before: null, changePct: null });
  });

  it.each<[string, Record<string, unknown>, string, boolean]>([
    ["a rate just within", { output_throughput: 1_520 }, "tokens", false],
    ["a rate just beyond", { output_throughput: 1_519.9 }, "tokens", true],
    ["a faster one", { output_throughput: 3_000 }, "tokens", false],
    ["a tail just within", { p95_ttft_ms: 770 }, "ttft-p95", false],
    ["a tail just beyond", { p95_ttft_ms: 770.1 }, "ttft-p95", true],
    ["a shorter one", { p95_ttft_ms: 10 }, "ttft-p95", false],
    ["errors just within", { completed: 398, failed: 2 }, "errors", false],
    ["errors just beyond", { completed: 397, failed: 3 }, "errors", true],
  ])("%s", (_, changes, id, regressed) => {
    expect(figure([run("a"), run("b", changes)], id)?.regressed).toBe(regressed);
  });

  it("takes a missing figure neither for worse nor for well", () => {
    const found = figure([run("a"), run("b", { p95_ttft_ms: undefined })], "ttft-p95");
    expect(found).toMatchObject({ seen: null, before: 700, changePct: null, regressed: false });
  });

  it("goes back past runs that failed, were cut, or are of another tool", () => {
    const failed = run("bad", { output_throughput: 1 });
    const cut = run("cut");
    const runs = [run("a"), failed, { ...cut, item: { ...cut.item, complete: false } }, run("b")];
    const judged = regressionOf(runs);
    expect(judged.map((r) => r.state)).toEqual(["passed", "failed", "not-evidenced", "passed"]);
    expect(judged.map((r) => r.against)).toEqual([null, "a", "a", "a"]);
    const other = { ...run("text"), item: { ...run("text").item, format: "vllm-bench-text" } };
    expect(regressionOf([run("a"), other])[1]?.against).toBeNull();
  });

  it("judges each by the brief of its own revision", () => {
    const stricter = { revision: 2, brief: brief({ "target.tokensPerSecond": 2_000 }) };
    const judged = regressionOf([run("a"), run("b", {}, stricter)]);
    expect(judged.map((r) => [r.revision, r.state])).toEqual([
      [1, "passed"],
      [2, "failed"],
    ]);
    expect(judged[1]?.missed.map((c) => c.id)).toContain("tokens");
  });

  it("names what else differs, so that a card is not blamed for another question", () => {
    expect(regressionOf([run("a"), run("b", { request_rate: 8 })])[1]?.alsoDiffers).toEqual(["request_rate"]);
  });
});
