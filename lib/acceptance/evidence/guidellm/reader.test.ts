import { describe, expect, it } from "vitest";
import { type EvidenceAnswer, readEvidence } from "../read";

function read(value: unknown): EvidenceAnswer {
  const answer = readEvidence(typeof value === "string" ? value : JSON.stringify(value, null, 1));
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}
const point = (rate: number, successful: number, errored: number, p95 = 120) => ({
  config: { strategy: { type_: "constant", rate } },
  duration: 60,
  metrics: {
    request_totals: { successful, errored, incomplete: 0, total: successful + errored },
    time_to_first_token_ms: { successful: { mean: 80, median: 75, percentiles: { p50: 75, p95 } } },
    request_latency: { successful: { mean: 1.4, percentiles: { p50: 1.3, p95: 2.1 } } },
    requests_per_second: { successful: { mean: rate } },
  },
});
const file = (...benchmarks: object[]) => ({ metadata: { guidellm_version: "0.7.0" }, benchmarks });

describe("GuideLLM", () => {
  it("reads one rate", () => {
    expect(read(file(point(2, 100, 0)))).toMatchObject({
      format: "guidellm",
      toolVersion: "0.7.0",
      facts: {
        successful: 100,
        success_rate: 1,
        rate: 2,
        ttft_ms: { p50: 75, p95: 120 },
        e2e_ms: { p95: 2_100 },
        well_formed: true,
      },
      warnings: [],
      complete: true,
    });
  });
  it("asks which of several rates counts, and shows the worst", () => {
    const answer = read(file(point(1, 60, 0), point(16, 500, 300, 9_000), point(4, 239, 1)));
    expect(answer.facts).toMatchObject({
      benchmarks: 3,
      successful: null,
      ttft_ms: null,
      worst: { rate: 16, success_rate: 0.625, p95: 9_000 },
    });
    expect(answer.warnings.map((w) => w.code)).toEqual(["SEVERAL_RATES", "FAILED_REQUESTS", "FAILED_REQUESTS"]);
  });
  it("does not let the latency of the few hide the errors of the many", () => {
    const answer = read(file(point(8, 6, 94)));
    expect(answer.facts.success_rate).toBe(0.06);
    expect(answer.warnings.map((w) => w.code)).toEqual(["FAILED_REQUESTS"]);
  });
  it("reads the counts of the first releases, with NaN in the file", () => {
    const old = {
      benchmarks: [
        {
          type_: "generative_benchmark",
          args: { strategy: { type_: "synchronous" } },
          run_stats: { requests_made: { successful: 9, errored: 0, incomplete: 1, total: 10 } },
          metrics: { time_to_first_token_ms: { successful: { median: 70, std_dev: 1 } } },
        },
      ],
    };
    const answer = read(JSON.stringify(old).replace('"std_dev":1', '"std_dev": NaN'));
    expect(answer.facts).toMatchObject({ success_rate: 0.9, strategy: "synchronous", well_formed: false });
    expect(answer.warnings.map((w) => w.code)).toEqual(["UNFINISHED_REQUESTS"]);
  });
  it.each([
    ["a cut file", JSON.stringify(file(point(2, 100, 0))).slice(0, -10)],
    ["a file without counts", JSON.stringify(file({ ...point(2, 1, 0), metrics: {} }))],
  ])("never passes %s", (_, text) => {
    expect(read(text).complete).toBe(false);
  });
});
