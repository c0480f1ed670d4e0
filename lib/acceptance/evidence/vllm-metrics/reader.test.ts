import { describe, expect, it } from "vitest";
import { processorTime } from "@/lib/testing/processor-time";
import { type EvidenceAnswer, readEvidence } from "../read";

function read(text: string): EvidenceAnswer {
  const answer = readEvidence(text);
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}

interface Shape {
  readonly engine?: string;
  readonly pod?: string;
  readonly counts: readonly number[];
  readonly sum?: number;
}

const EDGES = ["0.1", "0.5", "1.0", "2.0", "+Inf"];

function labels({ engine = "0", pod }: Shape, le?: string): string {
  const all = [`engine="${engine}"`, ...(pod ? [`pod="${pod}"`] : []), ...(le ? [`le="${le}"`] : [])];
  return `{${all.join(",")},model_name="example/llama-8b"}`;
}

function histogram(name: string, ...series: readonly Shape[]): string {
  const lines = series.flatMap((s) => [
    ...EDGES.map((le, i) => `${name}_bucket${labels(s, le)} ${s.counts[i]}.0`),
    `${name}_count${labels(s)} ${s.counts.at(-1)}.0`,
    `${name}_sum${labels(s)} ${s.sum ?? 1}`,
  ]);
  return [`# HELP ${name} Histogram.`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
}

const TTFT = "vllm:time_to_first_token_seconds";
const QUEUE = "vllm:request_queue_time_seconds";
const counter = (name: string, value: number) => `# TYPE ${name} counter\n${name}${labels({ counts: [] })} ${value}\n`;

describe("vLLM metrics", () => {
  it("interpolates as Prometheus does and shows both edges", () => {
    const { facts, complete } = read(histogram(TTFT, { counts: [0, 50, 90, 98, 100], sum: 60 }));
    expect(facts.histograms).toEqual({
      [TTFT]: {
        count: 100,
        sum: 60,
        mean: 0.6,
        p50: 0.5,
        p50_bucket: [0.1, 0.5],
        p95: 1.625,
        p95_bucket: [1, 2],
        p99: ">2",
        buckets: 5,
        monotonic: true,
        inf_equals_count: true,
      },
    });
    expect(facts.latency_ms).toMatchObject({ ttft: [{ of: TTFT, count: 100, p50: 500, p95: 1_625, p99: ">2000" }] });
    expect(complete).toBe(true);
  });

  it("adds engines of one server, and never averages replicas", () => {
    const engines = read(
      histogram(TTFT, { engine: "0", counts: [0, 10, 10, 10, 10] }, { engine: "1", counts: [0, 0, 10, 10, 10] }),
    );
    expect(engines.facts).toMatchObject({ engines: ["0", "1"], histograms: { [TTFT]: { count: 20, p50: 0.5 } } });
    const pods = read(
      histogram(TTFT, { pod: "a", counts: [0, 10, 10, 10, 10] }, { pod: "b", counts: [0, 0, 10, 10, 10] }),
    );
    expect(pods.facts.histograms).toMatchObject({
      [`${TTFT}{pod="a"}`]: { count: 10, p50: 0.3 },
      [`${TTFT}{pod="b"}`]: { count: 10, p50: 0.75 },
    });
  });

  it("says that a rank in the first bucket has only an upper edge", () => {
    const answer = read(histogram(QUEUE, { counts: [100, 100, 100, 100, 100], sum: 0.4 }));
    expect(answer.facts.in_first_bucket).toEqual([`${QUEUE} p50`, `${QUEUE} p95`, `${QUEUE} p99`]);
    expect(answer.warnings.map((w) => w.code)).toEqual(["FIRST_BUCKET"]);
  });

  it("has no figure for a histogram in which nothing was observed", () => {
    const { facts } = read(histogram(TTFT, { counts: [0, 0, 0, 0, 0], sum: 0 }));
    expect(facts.histograms).toMatchObject({ [TTFT]: { count: 0, mean: null, p50: null, p95_bucket: null } });
  });

  it("takes the window between two scrapes, so that start-up does not count", () => {
    const before =
      histogram(TTFT, { counts: [0, 0, 0, 5, 10], sum: 100 }) + counter("vllm:generation_tokens_total", 500);
    const after =
      histogram(TTFT, { counts: [0, 20, 20, 25, 30], sum: 110 }) + counter("vllm:generation_tokens_total", 900);
    const { facts, warnings, complete } = read(before + after);
    expect(facts).toMatchObject({
      scrapes: 2,
      generation_tokens: 400,
      histograms: { [TTFT]: { count: 20, p95: 0.48, mean: 0.5 } },
    });
    expect(warnings.map((w) => w.code)).toEqual(["SEVERAL_SCRAPES"]);
    expect(complete).toBe(true);
  });

  it("passes nothing where a counter fell between two scrapes", () => {
    const page = (n: number) => histogram(TTFT, { counts: [0, n, n, n, n] });
    const { warnings, complete } = read(page(20) + page(3));
    expect(warnings.map((w) => w.code)).toEqual(["COUNTER_RESET"]);
    expect(complete).toBe(false);
  });

  it.each([
    ["a bucket count that falls", histogram(TTFT, { counts: [0, 20, 10, 30, 30] }), "INCONSISTENT"],
    ["no last bucket", histogram(TTFT, { counts: [1, 2, 3, 4, 5] }).replace(/.*\+Inf.*\n/, ""), "INCOMPLETE"],
    [
      "a count of its own",
      histogram(TTFT, { counts: [1, 2, 3, 4, 5] }).replace(/(_count\S+) .*/, "$1 9"),
      "INCONSISTENT",
    ],
    [
      "a line doubled",
      histogram(TTFT, { counts: [1, 2, 3, 4, 5] }).replace(/(.*le="0.5".*\n)/, "$1$1"),
      "INCONSISTENT",
    ],
    [
      "labels cut out",
      histogram(TTFT, { counts: [1, 2, 3, 4, 5] }).replaceAll('model_name="example/llama-8b"', "..."),
      "ELIDED",
    ],
    ["a line not whole", `${histogram(TTFT, { counts: [1, 2, 3, 4, 5] })}${TTFT}_bucket{le="0.1"\n`, "MAYBE_CUT"],
    ["no line end", histogram(TTFT, { counts: [1, 2, 3, 4, 5] }).trimEnd(), "MAYBE_CUT"],
  ])("never passes %s", (_, text, code) => {
    const answer = read(text);
    expect(answer.warnings.map((w) => w.code)).toContain(code);
    expect(answer.complete).toBe(false);
  });

  it("takes the cache gauge's maximum and the hit rate of all engines", () => {
    const two = (name: string, a: number, b: number) =>
      `${name}{engine="0",model_name="m"} ${a}\n${name}{engine="1",model_name="m"} ${b}\n`;
    const page = two("vllm:kv_cache_usage_perc", 0.2, 0.7) + two("vllm:num_requests_waiting", 4, 1);
    const cache = two("vllm:prefix_cache_queries_total", 300, 100) + two("vllm:prefix_cache_hits_total", 300, 0);
    expect(read(page + cache).facts).toMatchObject({
      kv_cache_usage_max: 0.7,
      waiting_total: 5,
      prefix_hit_rate: 0.75,
      engine_generation: "v1",
      values: { "vllm:num_requests_waiting": [4, 1] },
      preemptions: null,
    });
  });

  it("does not add up a gauge that one engine lacks", () => {
    const page =
      'vllm:num_requests_running{engine="0"} 4\nvllm:prompt_tokens_total{engine="0"} 1\nvllm:prompt_tokens_total{engine="1"} 1\n';
    expect(read(page)).toMatchObject({ complete: false, warnings: [{ code: "INCOMPLETE" }] });
  });

  it("gives the blocks of the cache, and reads a page whose comment signs were quoted away", () => {
    const config = 'vllm:cache_config_info{block_size="16",num_gpu_blocks="7281"} 1.0\n';
    const answer = read((config + histogram(TTFT, { counts: [1, 2, 3, 4, 5] })).replaceAll("# HELP", "> HELP"));
    expect(answer.facts).toMatchObject({ num_gpu_blocks: 7_281, block_size: 16, kv_tokens_from_blocks: 116_496 });
    expect(answer).toMatchObject({ unread: [], complete: true });
  });

  it("reads 8 MB of scrapes within a second", () => {
    const pods = Array.from({ length: 90 }, (_, i) => ({ pod: `pod-${i}`, counts: [1, 2, 3, 4, 5] }));
    const text = histogram(TTFT, ...pods).repeat(130);
    expect(text.length).toBeGreaterThan(7e6);
    const taken = processorTime();
    expect(read(text).facts.scrapes).toBe(130);
    expect(taken()).toBeLessThan(3_000);
  });
});
