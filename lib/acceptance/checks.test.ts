import { describe, expect, it } from "vitest";
import { lora } from "@/lib/sample/fixtures/briefs";
import { combine } from "./criterion";
import {
  areaOf,
  bench,
  brief,
  CARD,
  card,
  checkOf,
  EVIDENCE,
  input,
  item,
  LIST,
  LOG,
  WINDOW,
  withBench,
  withLog,
} from "./fixtures/review-case";
import type { JudgeInput } from "./judge";
import type { CheckId } from "./names";
import type { CardInput } from "./schema";

describe("checks: at the limit, just past it, missing, unreadable", () => {
  const none = input({ evidence: EVIDENCE.filter((e) => e.id === "contract") });
  const cut = input({
    evidence: [
      item("list", "smoke", LIST.slice(0, 60)),
      item("log", "smoke", LOG.slice(0, 600)),
      item("bench", "load", bench().slice(0, 200)),
    ],
  });
  const startupAt = (seconds: number) =>
    withLog(LOG.replace("10:02:00", `10:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`));
  const cacheOf = (times: string) => withLog(LOG.replace("55.62x", `${times}x`));
  const spent = (amount: string, currency = "USD") => input({ spent: { amount, currency } });
  const trial = (ended: boolean, now: string | null) => input({ window: { ...WINDOW, ended }, now });
  const drill = (changes: object) =>
    input({ card: card({ drill: { ...CARD.drill, ...changes } as CardInput["drill"] }) });

  it.each<[string, CheckId, JudgeInput, string, string | null]>([
    ["startup at 300 s", "startup", startupAt(300), "passed", null],
    ["startup at 301 s", "startup", startupAt(301), "failed", "above-limit"],
    [
      "startup without a limit",
      "startup",
      input({ brief: brief({ "target.startupWithinSeconds": null }) }),
      "not-evidenced",
      "no-limit",
    ],
    [
      "startup of another revision",
      "startup",
      withLog(LOG.replace("revision=0e9e39f", "revision=ffffff0")),
      "not-evidenced",
      "other-revision",
    ],
    [
      "startup of another model",
      "startup",
      withLog(LOG.replace("meta-llama/Llama-3.1-8B", "other/model")),
      "not-evidenced",
      "other-model",
    ],
    ["startup missing", "startup", none, "not-evidenced", "no-start-log"],
    ["startup cut", "startup", cut, "not-evidenced", "no-start-log"],
    ["memory for exactly 131,072 tokens", "memory", cacheOf("16.00"), "passed", null],
    ["memory for a token less", "memory", cacheOf("15.99"), "failed", "below-limit"],
    ["memory out", "memory", withLog(`${LOG}torch.OutOfMemoryError: CUDA out of memory.\n`), "failed", "out-of-memory"],
    [
      "memory on the smallest cache of several workers",
      "memory",
      withLog(
        LOG.replace(
          "INFO 06-02 10:02:00",
          "INFO 06-02 10:01:31 [k.py:1] Maximum concurrency for 8,192 tokens per request: 15.99x\nINFO 06-02 10:02:00",
        ),
      ),
      "failed",
      "below-limit",
    ],
    ["memory missing", "memory", none, "not-evidenced", "no-start-log"],
    ["memory cut", "memory", cut, "not-evidenced", "no-start-log"],
    [
      "throughput at the rate",
      "throughput",
      withBench({ output_throughput: 1_200, total_output_tokens: 120_000 }),
      "passed",
      null,
    ],
    [
      "throughput just below",
      "throughput",
      withBench({ output_throughput: 1_199, total_output_tokens: 119_900 }),
      "failed",
      "below-limit",
    ],
    [
      "throughput that contradicts itself",
      "throughput",
      withBench({ output_throughput: 3_000 }),
      "not-evidenced",
      "contradictory",
    ],
    ["throughput missing", "throughput", none, "not-evidenced", "no-load-result"],
    ["throughput cut", "throughput", cut, "not-evidenced", "no-load-result"],
    [
      "throughput with nothing completed",
      "throughput",
      withBench({ completed: 0, failed: 400, request_throughput: 0, output_throughput: 0, total_output_tokens: 0 }),
      "failed",
      "nothing-completed",
    ],
    [
      "throughput on synthetic samples alone",
      "throughput",
      input({ brief: brief({ "samples.synthetic": "all" }) }),
      "not-evidenced",
      "synthetic-only",
    ],
    ["tail at the limit", "tail", withBench({ p95_ttft_ms: 800, p99_ttft_ms: 1_500, p99_tpot_ms: 60 }), "passed", null],
    ["tail just above", "tail", withBench({ p99_tpot_ms: 60.1 }), "failed", "above-limit"],
    [
      "tail p95 not printed, p99 inside it",
      "tail",
      withBench({ p95_ttft_ms: undefined, p99_ttft_ms: 790 }),
      "passed",
      null,
    ],
    [
      "tail p95 not printed, p99 above it",
      "tail",
      withBench({ p95_ttft_ms: undefined }),
      "not-evidenced",
      "not-measured",
    ],
    [
      "tail with a queue limit nobody measured",
      "tail",
      input({ brief: brief({ "target.queueP95Ms": 500 }) }),
      "not-evidenced",
      "not-measured",
    ],
    ["tail missing", "tail", none, "not-evidenced", "no-load-result"],
    [
      "tail of zeros where all failed",
      "tail",
      withBench({ completed: 0, failed: 400, p95_ttft_ms: 0, p99_ttft_ms: 0, p99_tpot_ms: 0 }),
      "failed",
      "nothing-completed",
    ],
    [
      "errors at 0.5 %",
      "reliability",
      withBench({ completed: 398, failed: 2, request_throughput: 3.98 }),
      "passed",
      null,
    ],
    [
      "errors just above",
      "reliability",
      withBench({ completed: 397, failed: 3, request_throughput: 3.97 }),
      "failed",
      "above-limit",
    ],
    [
      "a lost request",
      "reliability",
      withBench({ completed: 399, request_throughput: 3.99 }),
      "failed",
      "requests-lost",
    ],
    ["resumed at the limit", "reliability", drill({ resumeMinutes: 15 }), "passed", null],
    ["resumed too late", "reliability", drill({ resumeMinutes: 15.5 }), "failed", "above-limit"],
    ["work lost", "reliability", drill({ workLostMinutes: 1 }), "failed", "above-limit"],
    ["a drill without evidence", "reliability", drill({ evidenceIds: [] }), "not-evidenced", "drill-without-evidence"],
    [
      "a drill before the trial",
      "reliability",
      drill({ at: "2026-05-30T12:00:00Z" }),
      "not-evidenced",
      "outside-window",
    ],
    ["no drill", "reliability", input({ card: card({ drill: null }) }), "not-evidenced", "no-drill"],
    ["cost at the budget", "cost-control", spent("300"), "passed", null],
    ["cost just above", "cost-control", spent("300.000000000000000001"), "failed", "over-budget"],
    ["cost in another currency", "cost-control", spent("1", "EUR"), "not-evidenced", "other-currency"],
    [
      "cost rule never tried",
      "cost-control",
      input({ card: card({ gates: { ...CARD.gates, failure: [] } }) }),
      "not-evidenced",
      "stop-rule-not-tried",
    ],
    [
      "a trial longer than planned",
      "cost-control",
      input({ window: { ...WINDOW, endsAt: "2026-06-05T00:00:00Z" } }),
      "failed",
      "trial-too-long",
    ],
    ["no trial", "cost-control", input({ window: null }), "not-evidenced", "no-trial"],
    ["no bill", "cost-control", input({ spent: null }), "not-evidenced", "nothing-billed"],
    ["a trial that runs", "cost-control", trial(false, "2026-06-03T00:00:00Z"), "not-evidenced", "trial-running"],
    ["a trial whose end nobody said", "cost-control", trial(false, null), "not-evidenced", "trial-running"],
    ["a trial past its end", "cost-control", trial(false, "2026-06-04T00:00:00Z"), "failed", "trial-not-ended"],
    [
      "an end that is still to come",
      "cost-control",
      trial(true, "2026-06-03T00:00:00Z"),
      "not-evidenced",
      "trial-running",
    ],
    ["a trial that ended in time", "cost-control", trial(true, "2026-06-04T00:00:00Z"), "passed", null],
  ])("%s", (_, check, given, state, code) => {
    const judged = checkOf(given, check);
    expect([judged?.state, judged?.reasonToPause?.code ?? null]).toEqual([state, code]);
  });

  it("lets no good run hide a bad one", () => {
    const two = input({ evidence: [...EVIDENCE, item("second", "load", bench({ p99_tpot_ms: 90 }))] });
    expect(checkOf(two, "tail")).toMatchObject({
      state: "failed",
      seen: 90,
      limit: 60,
      evidenceIds: ["bench", "second"],
    });
  });

  it("passes nothing on a file that holds several results", () => {
    const runs = {
      list: `[${bench({ p99_tpot_ms: 900, failed: 300 })},${bench()}]`,
      appended: `${bench()}\n${bench()}`,
    };
    for (const text of Object.values(runs)) {
      const given = input({ evidence: [...EVIDENCE, item("sweep", "load", text)] });
      expect(item("sweep", "load", text)).toMatchObject({ facts: { documents: 2 } });
      for (const check of ["throughput", "tail", "reliability"] as const)
        expect(checkOf(given, check)).toMatchObject({
          state: "not-evidenced",
          reasonToPause: { code: "several-results" },
        });
      expect(areaOf(given, "workload-acceptance")?.state).toBe("not-evidenced");
    }
  });

  it("passes nothing where the brief sets no limit at all", () => {
    const none = { "target.ttftP95Ms": null, "target.ttftP99Ms": null, "target.tpotP99Ms": null };
    expect(checkOf(input({ brief: brief(none) }), "tail")).toMatchObject({
      state: "not-evidenced",
      reasonToPause: { code: "no-limit" },
    });
    expect(combine([])).toMatchObject({ state: "not-evidenced", reasonToPause: { code: "no-evidence" } });
  });

  it("waits for no response where work ends", () => {
    const batch = input({ brief: brief({}, lora) });
    expect(checkOf(batch, "tail")).toMatchObject({ state: "not-applicable" });
  });
});
