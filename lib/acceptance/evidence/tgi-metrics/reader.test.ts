import { describe, expect, it } from "vitest";
import { readEvidence } from "../read";

const counts = "tgi_request_count 20\ntgi_request_success 17\ntgi_queue_size 2\n";
const histogram = ['{le="0.1"} 0', '{le="1"} 10', '{le="+Inf"} 20']
  .map((l) => `tgi_request_duration_bucket${l}\n`)
  .join("");

describe("TGI metrics", () => {
  it("takes failed requests from the two counters", () => {
    expect(
      readEvidence(`${counts}${histogram}tgi_request_duration_count 20\ntgi_request_duration_sum 30\n`),
    ).toMatchObject({
      format: "tgi-metrics",
      facts: {
        failed_requests: 3,
        values: { tgi_request_count: 20, tgi_queue_size: 2 },
        histograms: { tgi_request_duration: { p50: 1, p95: ">1", mean: 1.5 } },
        latency_ms: { e2e: [{ p95: ">1000" }], queue: null },
      },
      warnings: [{ code: "FAILED_REQUESTS" }],
      complete: true,
    });
  });
  it("takes a summary's quantiles as they are", () => {
    const lines = ["0.5", "0.95", "1"].map((q, i) => `tgi_request_duration{quantile="${q}"} ${i + 1}.5\n`).join("");
    expect(readEvidence(lines)).toMatchObject({ facts: { p50: 1.5, p95: 2.5, p99: null, histograms: {} } });
  });
});
