import { describe, expect, it } from "vitest";
import { readEvidence } from "../read";

const report = (count: number, successes: number, failures: number) => ({
  load_summary: { count },
  successes: {
    count: successes,
    latency: {
      request_latency: { mean: 2.5, median: 2.4, p95: 4.1 },
      time_to_first_token: { mean: 0.2, p95: 0.35 },
      normalized_time_per_output_token: { mean: 0.01 },
    },
    throughput: { output_tokens_per_sec: 210.126, requests_per_sec: 0.5 },
  },
  failures: { count: failures },
});
const read = (...args: Parameters<typeof report>) => readEvidence(JSON.stringify(report(...args), null, 2));

describe("inference-perf", () => {
  it("keeps seconds, and does not take the normalised time for the gap between tokens", () => {
    expect(read(80, 80, 0)).toMatchObject({
      format: "inference-perf",
      facts: {
        requests: 80,
        e2e_s_mean: 2.5,
        e2e_s_p50: 2.4,
        ttft_s_p95: 0.35,
        tpot_s_mean: null,
        normalized_tpot_s_mean: 0.01,
        rps: 0.5,
        output_tps: 210.13,
        duration_s: 160,
        success_rate: 1,
      },
      warnings: [],
      complete: true,
    });
  });
  it.each([
    [[100, 79, 21], ["FAILED_REQUESTS"]],
    [[100, 79, 0], ["LOST_REQUESTS"]],
    [[10, 79, 0], ["INCONSISTENT"]],
    [
      [5, 0, 5],
      ["FAILED_REQUESTS", "NOTHING_COMPLETED"],
    ],
  ] as const)("names what is missing of %j", ([count, good, bad], codes) => {
    const answer = read(count, good, bad);
    expect(answer.format !== null && answer.warnings.map((w) => w.code)).toEqual(codes);
  });
  it("never passes a cut report", () => {
    const answer = readEvidence(JSON.stringify(report(80, 80, 0)).slice(0, -8));
    expect(answer.format === null || !answer.complete).toBe(true);
  });
});
