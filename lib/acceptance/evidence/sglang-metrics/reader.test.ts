import { describe, expect, it } from "vitest";
import { readEvidence } from "../read";

const series = (name: string, value: number, labels = "") =>
  `sglang:${name}{${labels}model_name="example/llama-8b"} ${value}\n`;
const page = [
  series("num_running_reqs", 12),
  series("num_queue_reqs", 7),
  series("time_to_first_token_seconds_sum", 9),
  series("time_to_first_token_seconds_bucket", 4, 'le="0.07500000000000001",'),
  series("time_to_first_token_seconds_bucket", 8, 'le="0.15",'),
  series("time_to_first_token_seconds_bucket", 10, 'le="+Inf",'),
  series("time_to_first_token_seconds_count", 10),
].join("");

describe("SGLang metrics", () => {
  it("reads sums before buckets and uneven edges", () => {
    expect(readEvidence(page)).toMatchObject({
      format: "sglang-metrics",
      facts: {
        models: ["example/llama-8b"],
        running_total: 12,
        waiting_total: 7,
        histograms: { "sglang:time_to_first_token_seconds": { p50: 0.09375, p95: ">0.15", mean: 0.9 } },
      },
      complete: true,
    });
  });
  it("does not pass a page cut in a histogram", () => {
    const cut = page.split("\n").slice(0, 5).join("\n");
    expect(readEvidence(`${cut}\n`)).toMatchObject({ complete: false, warnings: [{ code: "INCOMPLETE" }] });
  });
});
