import { describe, expect, it } from "vitest";
import { readEvidence } from "../read";

const page = (failed: number) =>
  [
    "# HELP nv_inference_request_success Number of successful inference requests",
    "# TYPE nv_inference_request_success counter",
    'nv_inference_request_success{model="llama",version="1"} 40',
    'nv_inference_request_success{model="llama",version="2"} 60',
    `nv_inference_request_failure{model="llama",reason="BACKEND",version="1"} ${failed}`,
    'nv_inference_request_duration_us{model="llama",version="1"} 1000000',
    'nv_inference_request_duration_us{model="llama",version="2"} 4000000',
    'nv_inference_queue_duration_us{model="llama",version="1"} 30000',
    'nv_inference_request_summary_us{model="llama",version="1",quantile="0.95"} 71000',
    'nv_inference_request_summary_us{model="llama",version="1",quantile="0.99"} Nan',
    "",
  ].join("\n");

describe("Triton metrics", () => {
  it("gives means over all versions, and quantiles only as they are printed", () => {
    expect(readEvidence(page(0))).toMatchObject({
      format: "triton-metrics",
      facts: {
        success: { llama: 100 },
        mean_request_ms: { llama: 50 },
        mean_queue_ms: { llama: 0.3 },
        p95_us: 71_000,
        p99_us: null,
      },
      complete: true,
    });
  });
  it("names failures", () => {
    expect(readEvidence(page(3))).toMatchObject({
      facts: { failures: 3, failures_by_reason: { BACKEND: 3 } },
      warnings: [{ code: "FAILED_REQUESTS" }],
    });
  });
});
