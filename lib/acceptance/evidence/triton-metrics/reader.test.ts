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
  it("reads a server of TensorRT-LLM alone, which counts no failures, and tails of each phase", () => {
    const histogram = (name: string, inside: number) =>
      [
        `${name}_bucket{model_name="m",le="0.1"} ${inside}`,
        `${name}_bucket{model_name="m",le="0.5"} 10`,
        `${name}_bucket{model_name="m",le="+Inf"} 10`,
        `${name}_count{model_name="m"} 10`,
        `${name}_sum{model_name="m"} 1.5`,
      ].join("\n");
    const names = ["time_to_first_token", "e2e_request_latency", "request_queue_time", "time_per_output_token"];
    const text = `${['trtllm_request_success_total{model_name="m",finished_reason="length"} 10', ...names.map((n) => histogram(`trtllm_${n}_seconds`, 5))].join("\n")}\n`;
    const answer = readEvidence(text);
    expect(answer).toMatchObject({
      complete: true,
      facts: { success: { m: 10 }, failures: null, latency_ms: { itl: null } },
    });
    for (const phase of ["ttft", "e2e", "queue", "tpot"])
      expect(answer).toMatchObject({ facts: { latency_ms: { [phase]: [{ p95: 460, p99: 492 }] } } });
  });
  it("reads Triton's own histogram of the first response in ms", () => {
    const own = "nv_inference_first_response_histogram_ms";
    const rows = ['le="100"} 5', 'le="500"} 10', 'le="+Inf"} 10'].map(
      (r) => `${own}_bucket{model="llama",version="1",${r}`,
    );
    const text = `${page(0)}${rows.join("\n")}\n${own}_count{model="llama",version="1"} 10\n${own}_sum{model="llama",version="1"} 900\n`;
    expect(readEvidence(text)).toMatchObject({ facts: { latency_ms: { ttft: [{ p95: 460 }] } } });
  });
});
