import { describe, expect, it } from "vitest";
import { type EvidenceAnswer, readEvidence } from "../read";

function read(text: string): EvidenceAnswer {
  const answer = readEvidence(text);
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}
const codes = (text: string) => read(text).warnings.map((w) => w.code);

const csv = [
  "Metric,avg,min,max,p99,p95,p90,p75,p50,p25",
  'Time To First Token (ms),"1,046.31",249.48,"3,485.23","3,457.97","3,349.56","3,215.06","1,330.93",640.07,286.52',
  'Request Latency (ms),"6,406.20","5,371.47","9,608.72","9,436.13","9,046.58","9,028.16","6,549.60","5,690.23","5,493.63"',
  "",
  "Metric,Value",
  "Output Token Throughput (per sec),260.10",
  "Request Throughput (per sec),1.50",
  "Request Count (count),40.00",
  "",
].join("\r\n");

/** As a spreadsheet with a comma for decimals saves it. */
const resaved = csv
  .split("\r\n")
  .map((line) =>
    line
      .replace(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(",", "'"))
      .replaceAll(",", ";")
      .replaceAll(".", ",")
      .replaceAll("'", "."),
  )
  .join("\n");

const report = (over: object = {}) =>
  JSON.stringify({
    request_throughput: { unit: "requests/sec", avg: 2 },
    request_latency: { unit: "ms", avg: 900, min: 800, max: 1_000, p50: 890, p95: 990 },
    time_to_first_token: { unit: "ms", avg: 90, p50: 80, p95: 120 },
    output_token_throughput: { unit: "tokens/sec", avg: 200.126 },
    output_sequence_length: { unit: "tokens", avg: 100 },
    request_count: { unit: "count", avg: 60 },
    input_config: { streaming: true, concurrency: 4, output_tokens_mean: 100 },
    ...over,
  });

describe("GenAI-Perf", () => {
  it("reads both tables of the CSV, thousands in quotes", () => {
    expect(read(csv)).toMatchObject({
      format: "genai-perf",
      facts: {
        ttft_ms: { avg: 1046.31, p95: 3349.56 },
        e2e_ms: { p99: 9436.13 },
        rps: 1.5,
        output_tps: 260.1,
        requests: 40,
      },
      warnings: [],
      complete: true,
    });
  });
  it("reads what a spreadsheet saved again with decimal commas", () => {
    const answer = read(resaved);
    expect(answer.facts).toMatchObject({ ttft_ms: { avg: 1046.31, p50: 640.07 }, requests: 40 });
    expect(answer.warnings.map((w) => w.code)).toEqual(["RESAVED"]);
  });
  it("reads the JSON report in any unit", () => {
    expect(read(report()).facts).toMatchObject({
      ttft_ms: { p95: 120 },
      output_tps: 200.13,
      concurrency: 4,
      streaming: true,
    });
    const ns = report({ time_to_first_token: { unit: "ns", avg: 9e7, p95: 1.2e8 } });
    expect(read(ns).facts.ttft_ms).toEqual({ avg: 90, p95: 120 });
  });
  it("knows no figure without its unit", () => {
    const answer = read(report({ time_to_first_token: { unit: "ticks", avg: 9 } }));
    expect(answer.facts.ttft_ms).toBeNull();
    expect(answer.complete).toBe(false);
  });
  it.each([
    [
      "output counted several times",
      report({ output_sequence_length: { unit: "tokens", avg: 510 } }),
      ["INCONSISTENT"],
    ],
    ["answers not streamed", report({ time_to_first_token: { unit: "ms", avg: 900 } }), ["NOT_STREAMING"]],
    ["lost requests", report({ input_config: { request_count: 100 } }), ["LOST_REQUESTS"]],
    ["tails that fall", report({ time_to_first_token: { unit: "ms", avg: 90, p50: 80, p95: 60 } }), ["INCONSISTENT"]],
    ["a sample of unknown size", csv.replace(/Request Count.*\r\n/, ""), ["COUNT_UNKNOWN"]],
  ])("names %s", (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
  it.each([
    ["a CSV without its second table", `${csv.split("\r\n\r\n")[0]}\r\n`],
    ["a cut row", csv.slice(0, 200)],
    ["rows that stand twice", csv.replace(/(Request Throughput.*\r\n)/, "$1$1")],
    ["a cut report", report().slice(0, 300)],
  ])("never passes %s", (_, text) => {
    const answer = readEvidence(text);
    expect(answer.format === null || !answer.complete).toBe(true);
  });
  it("reads the table on the screen, also where names wrap", () => {
    const table = [
      "                 NVIDIA GenAI-Perf | LLM Metrics",
      "┏━━━━━━━━━━━━━━━━━━━┳━━━━━━━━┳━━━━━━━━┓",
      "┃         Statistic ┃    avg ┃    p95 ┃",
      "┡━━━━━━━━━━━━━━━━━━━╇━━━━━━━━╇━━━━━━━━┩",
      "│     Time To First │  90.50 │ 120.00 │",
      "│        Token (ms) │        │        │",
      "│ Request Throughput│   2.00 │    N/A │",
      "│         (per sec) │        │        │",
      "└───────────────────┴────────┴────────┘",
      "",
    ].join("\n");
    expect(read(table).facts).toMatchObject({ ttft_ms: { avg: 90.5, p95: 120 }, rps: 2 });
  });
});
