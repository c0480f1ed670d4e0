import { describe, expect, it } from "vitest";
import { processorTime } from "@/lib/testing/processor-time";
import { type EvidenceAnswer, readEvidence } from "../read";

function read(text: string): EvidenceAnswer {
  const answer = readEvidence(text);
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}

const row = (label: string, value: string | number) => `${label}:`.padEnd(41) + String(value).padEnd(10);
const TITLE = "============ Serving Benchmark Result ============";
const END = "=".repeat(50);
const rows = (over: Record<string, string | number> = {}) =>
  Object.entries({
    "Successful requests": 40,
    "Failed requests": 0,
    "Benchmark duration (s)": "20.00",
    "Total input tokens": 4000,
    "Total generated tokens": 8000,
    "Request throughput (req/s)": "2.00",
    "Output token throughput (tok/s)": "400.00",
    "Peak output token throughput (tok/s)": "512.00",
    "Mean TTFT (ms)": "80.10",
    "Median TTFT (ms)": "75.00",
    "P99 TTFT (ms)": "210.50",
    "Mean TPOT (ms)": "21.00",
    "Median TPOT (ms)": "20.50",
    "P99 TPOT (ms)": "33.00",
    ...over,
  }).map(([label, value]) => row(label, value));
const block = (over?: Record<string, string | number>) =>
  `${[TITLE, ...rows(over), "---------------Time to First Token----------------", END].join("\n")}\n`;
const command = "$ vllm bench serve --num-prompts 40 --model example/llama-8b\n";
const codes = (text: string) => read(text).warnings.map((w) => w.code);

describe("the table of vllm bench serve", () => {
  it("gives rows as printed and under one name", () => {
    expect(read(command + block())).toMatchObject({
      format: "vllm-bench-text",
      facts: {
        blocks: 1,
        requested: 40,
        completed: 40,
        success_rate: 1,
        p99_ttft_ms: 210.5,
        p95_ttft_ms: null,
        values: { "Request throughput (req/s)": 2, "Mean TPOT (ms)": 21 },
      },
      unread: [],
      warnings: [],
      complete: true,
    });
  });
  it("takes the last of several blocks and keeps the others", () => {
    const answer = read(block() + block({ "Median TTFT (ms)": "60.00" }));
    expect(answer.facts).toMatchObject({ blocks: 2, median_ttft_ms: 60 });
    expect(answer.others).toMatchObject([{ median_ttft_ms: 75 }]);
  });
  it.each([
    ["requests that were lost", command.replace("40", "50") + block(), ["LOST_REQUESTS"]],
    ["requests that failed", block({ "Failed requests": 3 }), ["FAILED_REQUESTS"]],
    ["more requests than asked", command.replace("40", "30") + block(), ["INCONSISTENT"]],
    ["a peak below the average", block({ "Peak output token throughput (tok/s)": "300.00" }), ["INCONSISTENT"]],
    ["a mean above its p99", block({ "Mean TTFT (ms)": "300.00" }), ["INCONSISTENT"]],
    ["a rate that is not count over time", block({ "Request throughput (req/s)": "3.00" }), ["INCONSISTENT"]],
    ["answers that were not streamed", block({ "Median TPOT (ms)": "-0.00" }), ["NOT_STREAMING"]],
    ["nothing done", block({ "Successful requests": 0, "Request throughput (req/s)": "0.00" }), ["NOTHING_COMPLETED"]],
  ])("names %s", (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
  it.each([
    ["a cut block", block().slice(0, 400)],
    ["a template", block({ "Successful requests": "[result]" })],
    ["rows that stand twice", `${[TITLE, ...rows(), ...rows(), END].join("\n")}\n`],
    ["no duration", block().replace(/Benchmark duration.*\n/, "")],
  ])("never passes %s", (_, text) => {
    expect(read(text).complete).toBe(false);
  });
  it("reads 8 MB within a second", () => {
    const text = block().repeat(Math.ceil(8e6 / block().length));
    const taken = processorTime();
    expect(read(text).complete).toBe(true);
    expect(taken()).toBeLessThan(3_000);
  });
});
