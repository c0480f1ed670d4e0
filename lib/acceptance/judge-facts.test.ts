import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/digest/canonical";
import {
  areaOf,
  bench,
  brief,
  checkOf,
  DIGEST,
  EVIDENCE,
  INSIDE,
  input,
  item,
  LIST,
  plan,
} from "./fixtures/review-case";
import type { JudgeInput } from "./judge";
import type { AreaId, CheckId } from "./names";
import type { EvidenceItem } from "./selection";

type Facts = Readonly<Record<string, Json>>;
const piece = (id: string, format: string, facts: Facts, more: Partial<EvidenceItem> = {}): EvidenceItem => ({
  id,
  gate: "load",
  format,
  facts,
  complete: true,
  warnings: [],
  uploadedAt: INSIDE,
  takenAt: null,
  ...more,
});
const withFacts = (pieces: readonly EvidenceItem[], changes: Partial<JudgeInput> = {}) =>
  input({ evidence: [...EVIDENCE, ...pieces], ...changes });
const only = (keep: readonly string[], pieces: readonly EvidenceItem[], changes: Partial<JudgeInput> = {}) =>
  input({ evidence: [...EVIDENCE.filter((e) => keep.includes(e.id)), ...pieces], ...changes });
const criteria = (given: JudgeInput, at: AreaId | CheckId, id: string) =>
  [areaOf(given, at as AreaId), checkOf(given, at as CheckId)]
    .flatMap((a) => a?.criteria ?? [])
    .filter((c) => c.id === id)
    .map((c) => [c.state, c.reason?.code ?? null]);

const wanted = (driver: string | null, cuda: string | null = null) =>
  brief({ "runtime.driverVersion": driver, "runtime.cudaVersion": cuda });
const smi = (driver: string, cuda = "12.8", id = "q") =>
  piece(id, "nvidia-smi-table", {
    driver_version: driver,
    cuda_version: cuda,
    gpu_count: 1,
    memory_total_mib: [81559],
  });

describe("driver and CUDA against the brief", () => {
  it.each<[string, JudgeInput, string, (string | null)[]]>([
    ["the one", withFacts([smi("570.86.15")], { brief: wanted("570.86.15") }), "driver", ["passed", null]],
    ["a newer one", withFacts([smi("580.1")], { brief: wanted("570") }), "driver", ["passed", null]],
    ["an older one", withFacts([smi("560.35")], { brief: wanted("570") }), "driver", ["failed", "too-old"]],
    ["2 is older than 10", withFacts([smi("2.1")], { brief: wanted("10.0") }), "driver", ["failed", "too-old"]],
    ["CUDA too old", withFacts([smi("570", "12.0")], { brief: wanted(null, "12.8") }), "cuda", ["failed", "too-old"]],
    [
      "a brief in words",
      withFacts([smi("570")], { brief: wanted("the newest") }),
      "driver",
      ["not-evidenced", "not-readable"],
    ],
    [
      "two that contradict",
      withFacts([smi("570.1"), smi("580.1", "12.8", "r")], { brief: wanted("570") }),
      "driver",
      ["not-evidenced", "contradictory"],
    ],
    [
      "two on one machine",
      withFacts([piece("d", "dcgm-exporter-metrics", { driver_versions: ["570.1", "570.2"] })]),
      "driver",
      ["failed", "versions-differ"],
    ],
  ])("%s", (_, given, id, state) => {
    expect(criteria(given, "hardware-identity", id)).toEqual([state]);
  });
});

describe("two sources on the cards", () => {
  const q = (facts: Facts) => piece("q", "nvidia-smi-q", { uuids: [], fb_total: ["81559 MiB"], ...facts });
  it("that agree pass, also without nvidia-smi -L", () => {
    const given = only(["log", "bench", "contract"], [q({ attached_gpus: 1, names: ["NVIDIA H100 80GB HBM3"] })]);
    expect(areaOf(given, "hardware-identity")?.criteria.filter((c) => c.id === "visible-devices")).toMatchObject([
      { state: "passed", seen: 1 },
    ]);
  });
  it("that disagree on their number are asked about", () => {
    const given = withFacts([q({ attached_gpus: 2 })]);
    expect(areaOf(given, "hardware-identity")).toMatchObject({
      state: "not-evidenced",
      reasonToPause: { code: "contradictory" },
    });
  });
  it("that disagree on memory are asked about, and one that is wrong fails", () => {
    const other = piece("t", "nvidia-smi-table", { memory_total_mib: [40960] });
    expect(criteria(withFacts([q({}), other]), "hardware-identity", "card-memory")).toEqual([
      ["not-evidenced", "contradictory"],
    ]);
    expect(criteria(withFacts([other]), "hardware-identity", "card-memory")).toEqual([["failed", "not-equal"]]);
  });
  it("of which one names another card fail", () => {
    expect(areaOf(withFacts([q({ attached_gpus: 1, names: ["NVIDIA L40S"] })]), "hardware-identity")).toMatchObject({
      state: "failed",
      reasonToPause: { code: "other-card" },
    });
  });
  it("of which one lost a card fail, cut or not", () => {
    const lost = piece("t", "nvidia-smi-table", { bad_gpus: [2] }, { complete: false });
    expect(areaOf(withFacts([lost]), "hardware-identity")).toMatchObject({
      state: "failed",
      reasonToPause: { code: "device-error" },
    });
  });
});

describe("the image by its digest", () => {
  const image = (facts: Facts) => withFacts([piece("i", "docker-digest", facts)]);
  it.each<[string, Facts, (string | null)[]]>([
    ["the one of the brief", { kind: "inspect", repo_digests: [DIGEST] }, ["passed", null]],
    ["another one", { kind: "pull", repo_digests: [`sha256:${"cd".repeat(32)}`] }, ["failed", "other-image"]],
    [
      "a list without it",
      { kind: "table", repo_digests: [`sha256:${"cd".repeat(32)}`] },
      ["not-evidenced", "other-image"],
    ],
    ["none", { kind: "inspect", repo_digests: [] }, ["not-evidenced", "image-not-pinned"]],
  ])("%s", (_, facts, state) => {
    expect(criteria(image(facts), "hardware-identity", "image-digest")).toEqual([state]);
  });
});

describe("output of another machine", () => {
  const q = (uuid: string) =>
    piece("q", "nvidia-smi-q", {
      attached_gpus: 1,
      uuids: [uuid],
      ecc_current: ["Enabled"],
      names: ["NVIDIA H100 80GB HBM3"],
    });
  const own = "GPU-1f0c2d3e-0001-4000-8000-0000000000a1";
  it.each<[string, string, (string | null)[][]]>([
    ["the same card", own, []],
    ["the same card in capitals", own.toUpperCase(), []],
    ["a masked card", "GPU-00000000-0000-0000-0000-000000000000", []],
    ["another card", own.replace("a1", "b2"), [["not-evidenced", "other-machine"]]],
  ])("%s", (_, uuid, state) => {
    for (const at of ["hardware-identity", "node-readiness"] as const)
      expect(criteria(withFacts([q(uuid)]), at, "same-cards")).toEqual(state);
  });
});

describe("metrics of the server", () => {
  const queue = (...p95: Json[]): Facts => ({
    preemptions: 0,
    latency_ms: { queue: p95.map((v, i) => ({ of: `q${i}`, count: 100, p95: v, p99: v })) },
  });
  const limited = brief({ "target.queueP95Ms": 500 });
  const at = (facts: Facts) => withFacts([piece("m", "vllm-metrics", facts)], { brief: limited });
  it.each<[string, Facts, (string | null)[][]]>([
    ["at the limit", queue(500), [["passed", null]]],
    [
      "past it on one replica only",
      queue(100, 501),
      [
        ["passed", null],
        ["failed", "above-limit"],
      ],
    ],
    ["above a last bucket that reaches the limit", queue(">500"), [["failed", "above-limit"]]],
    ["above a last bucket below the limit", queue(">400"), [["not-evidenced", "not-measured"]]],
    ["no histogram", { preemptions: 0 }, [["not-evidenced", "not-measured"]]],
  ])("judge the queue: %s", (_, facts, state) => {
    expect(criteria(at(facts), "tail", "queueP95Ms")).toEqual(state);
  });
  it.each(["queue", "prefill", "decode", "ttft", "tpot", "itl", "e2e"] as const)("judge each phase: %s", (phase) => {
    const id = { ttft: "ttft-p95", tpot: "tpot-p95", itl: "itl-p95", e2e: "e2el-p95" }[phase as string];
    const given = (p95: Json) =>
      withFacts([piece("m", "vllm-metrics", { latency_ms: { [phase]: [{ of: "a", count: 20, p95 }] } })], {
        brief: brief({ [`target.${phase}P95Ms`]: 900 }),
      });
    const of = (p95: Json) => criteria(given(p95), "tail", id ?? `${phase}P95Ms`).at(-1);
    expect(of(900)).toEqual(["passed", null]);
    expect(of(900.1)).toEqual(["failed", "above-limit"]);
    for (const unknown of [null, "0.7 s", "NaN", ">899"])
      expect(of(unknown)).toEqual(["not-evidenced", "not-measured"]);
  });
  it("take no tail from fewer requests than its rank needs", () => {
    const of = (count: number, rank: 95 | 99) =>
      criteria(
        withFacts([piece("m", "vllm-metrics", { latency_ms: { queue: [{ of: "a", count, [`p${rank}`]: 1 }] } })], {
          brief: brief({ [`target.queueP${rank}Ms`]: 900 }),
        }),
        "tail",
        `queueP${rank}Ms`,
      );
    expect([of(20, 95), of(100, 99)]).toEqual([[["passed", null]], [["passed", null]]]);
    for (const given of [of(19, 95), of(99, 99), of(0, 95)])
      expect(given).toEqual([["not-evidenced", "too-few-requests"]]);
    const client = (completed: number) => {
      const run = bench({
        num_prompts: completed,
        completed,
        duration: completed / 4,
        total_input_tokens: completed * 4_000,
        total_output_tokens: completed * 400,
      });
      return criteria(only(["list", "log", "contract"], [item("b", "load", run)]), "tail", "ttft-p99");
    };
    expect([client(100), client(99)]).toEqual([[["passed", null]], [["not-evidenced", "too-few-requests"]]]);
  });
  it("take no tail of a run that let fewer in at once, unless it kept the planned rate", () => {
    const of = (max_concurrency: number | null, requestsPerSecond: number | null) => {
      const wanted = brief({ "memoryShape.concurrency": 32, "target.requestsPerSecond": requestsPerSecond });
      const given = only(["list", "log", "contract"], [item("b", "load", bench({ max_concurrency }))], {
        brief: wanted,
      });
      return [criteria(given, "tail", "concurrency"), checkOf(given, "tail")?.state];
    };
    expect(of(31, null)).toEqual([[["not-evidenced", "run-of-other-size"]], "not-evidenced"]);
    expect(of(32, null)).toEqual([[], "passed"]);
    expect(of(1, 4)).toEqual([[], "passed"]);
    expect(of(1, 5)[1]).toBe("not-evidenced");
    expect(of(null, null)).toEqual([[], "passed"]);
  });
  it.each<[string, Facts]>([
    ["triton-metrics", { p95_us: 900_000 }],
    ["tgi-metrics", { p95: 0.9 }],
  ])("judge the summary of %s in its own unit", (format, facts) => {
    const of = (limit: number) =>
      criteria(
        withFacts([piece("m", format, facts)], { brief: brief({ "target.e2eP95Ms": limit }) }),
        "tail",
        "e2el-p95",
      ).at(-1);
    expect(of(900)).toEqual(["passed", null]);
    expect(of(899)).toEqual(["failed", "above-limit"]);
  });
  it.each(["prefill", "decode", "itl"] as const)("pass no %s that nothing measured", (phase) => {
    const given = input({ brief: brief({ [`target.${phase}P99Ms`]: 1e6 }) });
    const id = phase === "itl" ? "itl-p99" : `${phase}P99Ms`;
    expect(criteria(given, "tail", id)).toEqual([["not-evidenced", "not-measured"]]);
    expect(checkOf(given, "tail")?.state).toBe("not-evidenced");
  });
  it("take no mean over a request for the time between its tokens", () => {
    const limited = brief({ "target.itlP95Ms": 60 });
    const said = { completed: 20, successful: 20, itl_ms: { p95: 20, p99: 30 }, p95_itl_ms: 20 };
    const of = (format: string) =>
      criteria(withFacts([piece("r", format, said)], { brief: limited }), "tail", "itl-p95");
    expect(of("vllm-bench-json")).toContainEqual(["passed", null]);
    for (const format of ["genai-perf", "aiperf", "guidellm"]) expect(of(format)).not.toContainEqual(["passed", null]);
  });
  it("count what failed", () => {
    const failing = piece("m", "triton-metrics", { success: { a: 97 }, failures: 3 });
    const given = withFacts([failing], { brief: brief({ "target.errorRatePct": 2.99 }) });
    expect(criteria(given, "reliability", "server-errors")).toEqual([["failed", "above-limit"]]);
  });
});

describe("results of other load tools", () => {
  const report = (format: string, facts: Facts) => only(["list", "log", "contract"], [piece("r", format, facts)]);
  const times = { p95: 700, p99: 1_200 };
  const good: Readonly<Record<string, Facts>> = {
    guidellm: {
      successful: 400,
      errored: 0,
      incomplete: 0,
      total: 400,
      rps: 4,
      output_tps: 1_600,
      ttft_ms: times,
      tpot_ms: { p95: 30, p99: 40 },
    },
    aiperf: { requests: 400, failed: 0, rps: 4, output_tps: 1_600, ttft_ms: times, itl_ms: { p95: 30, p99: 40 } },
    "inference-perf": {
      requests: 400,
      successes: 400,
      failures: 0,
      rps: 4,
      output_tps: 1_600,
      ttft_s_p95: 0.7,
      ttft_s_p99: 1.2,
      tpot_s_p95: 0.03,
      tpot_s_p99: 0.04,
    },
  };
  it.each(Object.keys(good))("%s is judged as the same run of vllm bench is", (format) => {
    const own = input({ evidence: [...EVIDENCE.filter((e) => e.id !== "bench"), item("r", "load", bench())] });
    const given = report(format, good[format] ?? {});
    for (const check of ["throughput", "tail", "reliability"] as const)
      expect([check, checkOf(given, check)?.state]).toEqual([check, checkOf(own, check)?.state]);
  });
  it("a run that was cancelled passes nothing", () => {
    const given = report("aiperf", { ...good.aiperf, was_cancelled: true });
    for (const check of ["throughput", "tail"] as const) expect(checkOf(given, check)?.state).not.toBe("passed");
  });
  it("a lost request fails, whoever counted", () => {
    const given = report("guidellm", { ...good.guidellm, total: 401 });
    expect(checkOf(given, "reliability")).toMatchObject({ state: "failed", reasonToPause: { code: "requests-lost" } });
  });
  it("no count of requests shows no errors", () => {
    const given = report("genai-perf", { rps: 4, requests: null, ttft_ms: times });
    expect(checkOf(given, "reliability")?.state).toBe("not-evidenced");
  });
});

describe("a cluster", () => {
  const nodes = (facts: Facts) =>
    withFacts([piece("n", "k8s-nodes", { fake: false, ready: true, replicas: 1, ...facts })]);
  it.each<[string, JudgeInput, string]>([
    ["offers the card", nodes({ gpu_allocatable: 1, capacity: 1 }), "passed"],
    ["holds one back as unhealthy", nodes({ gpu_allocatable: 7, capacity: 8 }), "failed"],
    ["is simulated", nodes({ gpu_allocatable: 1, capacity: 1, fake: true }), "not-evidenced"],
    ["shares the card", nodes({ gpu_allocatable: 4, capacity: 4, replicas: 4 }), "not-evidenced"],
    ["refused the request", withFacts([piece("y", "k8s-manifests", { api_error: "Invalid value" })]), "failed"],
    [
      "was only asked",
      only(["log", "bench", "contract"], [piece("y", "k8s-manifests", { gpus_total: 1 })]),
      "not-evidenced",
    ],
  ])("%s", (_, given, state) => {
    expect(areaOf(given, "scheduler-path")?.state).toBe(state);
  });
});

describe("links between cards", () => {
  const eight = { plan: plan({ count: 8 }) };
  const matrix = (facts: Facts) => withFacts([piece("x", "nvidia-smi-topo", facts)], eight);
  it("that are missing on cards made for them fail", () => {
    const given = matrix({ gpus: 8, gpu_gpu_links: { SYS: 56 }, all_nvlink: false });
    expect(areaOf(given, "topology")).toMatchObject({
      state: "failed",
      reasonToPause: { code: "no-link-between-cards" },
    });
  });
  it("alone show no collective", () => {
    expect(areaOf(matrix({ gpus: 8, gpu_gpu_links: { NV18: 56 }, all_nvlink: true }), "topology")?.state).toBe(
      "not-evidenced",
    );
  });
  it("are not shown by a word on a list of devices", () => {
    const given = input({ ...eight, evidence: [...EVIDENCE, item("again", "smoke", LIST)] });
    expect(areaOf(given, "topology")?.state).toBe("not-evidenced");
  });
});
