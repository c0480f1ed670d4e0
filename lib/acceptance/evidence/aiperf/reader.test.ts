import { describe, expect, it } from "vitest";
import { processorTime } from "@/lib/testing/processor-time";
import { type EvidenceAnswer, readEvidence } from "../read";

function read(text: string): EvidenceAnswer {
  const answer = readEvidence(text);
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}

const report = (over: object = {}) => ({
  schema_version: "1.0",
  aiperf_version: "0.3.0",
  request_throughput: { unit: "requests/sec", avg: 5 },
  request_latency: { unit: "ms", avg: 700, p50: 690, p95: 900 },
  time_to_first_token: { unit: "ms", avg: 60, p95: 95 },
  request_count: { unit: "requests", avg: 95 },
  was_cancelled: false,
  error_summary: [],
  ...over,
});
const record = (id: number, over: object = {}) =>
  `${JSON.stringify({
    metadata: { x_request_id: `r${id}`, benchmark_phase: "profiling", was_cancelled: false },
    metrics: { time_to_first_token: { value: id * 10, unit: "ms" }, request_latency: { value: id, unit: "sec" } },
    error: null,
    ...over,
  })}\n`;

describe("AIPerf", () => {
  it("reads the report", () => {
    expect(read(JSON.stringify(report(), null, 2))).toMatchObject({
      format: "aiperf",
      toolVersion: "0.3.0",
      facts: {
        ttft_ms: { p95: 95 },
        requests: 95,
        failed: 0,
        success_rate: 1,
        was_cancelled: false,
        well_formed: true,
      },
      warnings: [],
      complete: true,
    });
  });
  it("counts errors beside what was completed", () => {
    const answer = read(JSON.stringify(report({ error_summary: [{ count: 3 }, { count: 2 }] })));
    expect(answer.facts).toMatchObject({ failed: 5, success_rate: 0.95 });
    expect(answer.warnings.map((w) => w.code)).toEqual(["FAILED_REQUESTS"]);
  });
  it("never passes a cancelled run, and reads past remarks", () => {
    const text = JSON.stringify(report({ was_cancelled: true }), null, 2).replace(
      "{\n",
      "{\n  // figures of the run\n",
    );
    expect(read(text)).toMatchObject({ facts: { was_cancelled: true, well_formed: false }, complete: false });
  });
  it("reads one record for each request", () => {
    const failed = record(4, { error: { code: 499, type: "RequestCancellationError" } });
    const answer = read(record(1) + record(2) + record(3) + failed);
    expect(answer.facts).toMatchObject({
      records: 4,
      failed: 1,
      success_rate: 0.75,
      ttft_ms: { avg: 20, p50: 20, p95: 29 },
      e2e_ms: { avg: 2_000 },
    });
    expect(answer.complete).toBe(true);
  });
  it.each([
    ["a record that stands twice", record(1) + record(2) + record(2)],
    ["a cut record", (record(1) + record(2)).slice(0, -30)],
    ["a cut report", JSON.stringify(report()).slice(0, -20)],
  ])("never passes %s", (_, text) => {
    expect(read(text).complete).toBe(false);
  });
  it("leaves the warm-up out", () => {
    const warm = record(9, { metadata: { x_request_id: "w", benchmark_phase: "warmup" } });
    expect(read(warm + record(1)).facts).toMatchObject({ records: 1, warmup: 1, ttft_ms: { avg: 10 } });
  });
  it("says that cells were cut on a narrow screen", () => {
    const table = [
      "            NVIDIA AIPerf | LLM Metrics",
      "┏━━━━━━━━━━━━━━━━━━━┳━━━━━━━━┓",
      "┃            Metric ┃    avg ┃",
      "┡━━━━━━━━━━━━━━━━━━━╇━━━━━━━━┩",
      "│ Time to First Tok…│ 1,146… │",
      "│ Request Count     │  40.00 │",
      "└───────────────────┴────────┘",
      "",
    ].join("\n");
    const answer = read(table);
    expect(answer.format).toBe("aiperf");
    expect(answer.warnings.map((w) => w.code)).toContain("SHORTENED");
    expect(answer.complete).toBe(false);
  });
  it("reads 8 MB of records within a second", () => {
    const text = Array.from({ length: 38_000 }, (_, i) => record(i + 1)).join("");
    expect(text.length).toBeGreaterThan(7e6);
    const taken = processorTime();
    expect(read(text).facts.records).toBe(38_000);
    expect(taken()).toBeLessThan(3_000);
  });
});
