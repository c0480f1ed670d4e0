import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanInput, planSchema } from "@/lib/boundary/plan";
import { contentOf, readBrief, withValue } from "@/lib/brief/content";
import interactive from "@/lib/brief/fixtures/ok/interactive-serving.json";
import lora from "@/lib/brief/fixtures/ok/lora-fine-tuning.json";
import type { BriefContent, BriefDraft, FieldPath, FieldValue } from "@/lib/brief/schema";
import { readEvidence } from "./evidence/read";
import { type JudgeInput, judge } from "./judge";
import { type AreaId, type Card, type CardInput, type CheckId, cardSchema, type GateId } from "./schema";
import type { EvidenceItem } from "./selection";
import { decisionRefusal, deriveVerdict } from "./verdict";

const WINDOW = { startsAt: "2026-06-01T00:00:00Z", endsAt: "2026-06-04T00:00:00Z" };
const INSIDE = "2026-06-02T12:00:00Z";
const DIGEST = `sha256:${"ab".repeat(32)}`;

function brief(changes: Partial<Record<FieldPath, FieldValue>> = {}, input: unknown = interactive): BriefContent {
  const read = readBrief(input);
  if (!read.ok) throw new Error(read.message);
  const changed = (Object.entries(changes) as [FieldPath, FieldValue][]).reduce<BriefDraft>(
    (d, [path, v]) => withValue(d, path, v),
    read.draft,
  );
  return contentOf(changed);
}

const plan = (changes: Partial<PlanInput> = {}) =>
  planSchema.parse({
    boundary: "dedicated-node",
    offer: {
      id: "o",
      provider: "Example",
      acceleratorId: "h100-sxm",
      purchase: "on-demand",
      boundary: "dedicated-node",
      price: { amount: "2.69", currency: "USD", unit: "gpu-hour" },
      source: "a quote",
      dated: "2026-05-01",
    },
    count: 1,
    period: { start: "2026-06-01", end: "2026-07-01" },
    owner: "Support engineering",
    stopRule: "Stopped when idle for an hour",
    fallbacks: { lostAllocation: "Second region", shortage: "Wait", failedDeployment: "Last image" },
    trial: { endDate: "2026-06-04", budget: { amount: "300", currency: "USD" } },
    ...changes,
  });

function item(id: string, gate: GateId | null, text: string, changes: Partial<EvidenceItem> = {}): EvidenceItem {
  const read = readEvidence(text);
  const { format, facts, complete, warnings } =
    read.format === null ? { format: null, facts: {}, complete: false, warnings: [] } : read;
  return { id, gate, format, facts, complete, warnings, uploadedAt: INSIDE, takenAt: null, ...changes };
}

const LIST = "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1f0c2d3e-0001-4000-8000-0000000000a1)\n";
const LOG = [
  "INFO 06-02 10:00:00 [api_server.py:1] vLLM API server version 0.19.0",
  "INFO 06-02 10:00:05 [core.py:1] Initializing a V1 LLM engine (v0.19.0) with config: model='meta-llama/Llama-3.1-8B', revision=0e9e39f, dtype=torch.bfloat16, max_seq_len=8192, tensor_parallel_size=1",
  "INFO 06-02 10:01:00 [m.py:1] Model loading took 14.99 GiB memory and 40.1 seconds",
  "INFO 06-02 10:01:30 [w.py:1] Available KV cache memory: 55.62 GiB",
  "INFO 06-02 10:01:30 [k.py:1] GPU KV cache size: 455,632 tokens",
  "INFO 06-02 10:01:30 [k.py:1] Maximum concurrency for 8,192 tokens per request: 55.62x",
  "INFO 06-02 10:02:00 [l.py:1] Route: /health, Methods: GET",
  "INFO:     Application startup complete.",
  "",
].join("\n");
const BENCH = {
  model_id: "meta-llama/Llama-3.1-8B",
  num_prompts: 400,
  request_rate: 4,
  duration: 100,
  completed: 400,
  failed: 0,
  total_input_tokens: 1_600_000,
  total_output_tokens: 160_000,
  request_throughput: 4,
  output_throughput: 1_600,
  total_token_throughput: 17_600,
  mean_ttft_ms: 300,
  median_ttft_ms: 280,
  p95_ttft_ms: 700,
  p99_ttft_ms: 1_200,
  mean_tpot_ms: 20,
  p99_tpot_ms: 40,
};
const bench = (changes: Record<string, unknown> = {}) => JSON.stringify({ ...BENCH, ...changes });

const done = (ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, { done: true, note: "as written", evidenceIds: [] }]));
const attempt = (items: readonly string[], startedAt = "2026-06-01T08:00:00Z") => ({
  startedAt,
  endedAt: "2026-06-02T18:00:00Z",
  outcome: "passed" as const,
  items: done(items),
});
const statement = (text: string, ...evidenceIds: string[]) => ({ text, evidenceIds });

const CARD: CardInput = {
  statements: {
    "image-digest": statement(DIGEST, "log"),
    "card-exposed": statement("One card bound by index, no scheduler", "list"),
    "health-check": statement("Idle check ran before the work, no warnings", "list"),
    "data-protection-agreement": statement("Signed 2026-04-02", "contract"),
    "data-protection-residency": statement("Frankfurt", "contract"),
    "data-protection-encryption": statement("Own key", "contract"),
  },
  gates: {
    smoke: [attempt(["exact-image", "dependencies-only", "end-to-end-result"])],
    functional: [attempt(["known-input", "output-format", "safety-logic", "version-pinning"])],
    load: [attempt(["queue", "cold-and-warm", "errors-and-retries"])],
    failure: [
      attempt([
        "stop-a-worker",
        "restart",
        "lose-a-cache",
        "lose-a-dependency",
        "retries",
        "alerts",
        "what-users-see",
        "stop-rule",
      ]),
    ],
  },
  drill: {
    at: INSIDE,
    interrupted: "The worker was killed",
    workLostMinutes: 0,
    resumeMinutes: 4,
    retriedBy: "Gateway",
    result: "restarted",
    evidenceIds: ["log"],
  },
};
const card = (changes: Partial<CardInput> = {}): Card => cardSchema.parse({ ...CARD, ...changes });

const EVIDENCE = [
  item("list", "smoke", LIST),
  item("log", "smoke", LOG),
  item("bench", "load", bench()),
  item("contract", null, "Processing agreement, scanned"),
];

function input(changes: Partial<JudgeInput> = {}): JudgeInput {
  return {
    brief: brief(),
    plan: plan(),
    card: card(),
    evidence: EVIDENCE,
    window: WINDOW,
    estimate: null,
    ledger: { entries: 12, acceptedOutputs: 41_250 },
    spent: { amount: "193.68", currency: "USD" },
    ...changes,
  };
}

const checkOf = (given: JudgeInput, check: CheckId) => judge(given).checks.find((c) => c.check === check);
const areaOf = (given: JudgeInput, area: AreaId) => judge(given).areas.find((a) => a.area === area);
const withBench = (changes: Record<string, unknown>, extra: Partial<EvidenceItem> = {}) =>
  input({ evidence: [...EVIDENCE.filter((e) => e.id !== "bench"), item("bench", "load", bench(changes), extra)] });
const withLog = (text: string) =>
  input({ evidence: [...EVIDENCE.filter((e) => e.id !== "log"), item("log", "smoke", text)] });

describe("a review in which everything is shown", () => {
  it("passes, area by area, check by check, gate by gate", () => {
    const judged = judge(input());
    const open = [...judged.areas, ...judged.checks]
      .filter((j) => j.state !== "passed")
      .map((j) => ["area" in j ? j.area : j.check, j.state, j.reasonToPause?.code]);
    expect(open).toEqual([["topology", "not-applicable", "one-card"]]);
    expect(judged.gates.map((g) => [g.gate, g.state])).toEqual([
      ["smoke", "passed"],
      ["functional", "passed"],
      ["load", "passed"],
      ["failure", "passed"],
      ["review", "open"],
    ]);
    expect(judged.verdict).toBe("passed");
    expect(judged.notCounted).toEqual([{ id: "contract", because: "unreadable" }]);
    expect(judged.measured).toContainEqual({
      what: "weights",
      unit: "GiB",
      estimated: null,
      measured: 14.99,
      ratio: null,
      evidenceId: "log",
    });
  });

  it("shows the number seen, the limit and where it comes from", () => {
    expect(checkOf(input(), "tail")?.criteria).toContainEqual(
      expect.objectContaining({
        id: "ttft-p95",
        seen: 700,
        limit: 800,
        unit: "ms",
        limitSource: "brief:target.ttftP95Ms",
        evidenceIds: ["bench"],
      }),
    );
  });
});

describe("checks: at the limit, just past it, missing, unreadable", () => {
  const none = input({ evidence: EVIDENCE.filter((e) => e.id === "contract") });
  const cut = input({
    evidence: [
      item("list", "smoke", LIST.slice(0, 60)),
      item("log", "smoke", LOG.slice(0, 600)),
      item("bench", "load", bench().slice(0, 200)),
    ],
  });
  const startupAt = (seconds: number) =>
    withLog(LOG.replace("10:02:00", `10:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`));
  const cacheOf = (times: string) => withLog(LOG.replace("55.62x", `${times}x`));
  const spent = (amount: string, currency = "USD") => input({ spent: { amount, currency } });
  const drill = (changes: object) =>
    input({ card: card({ drill: { ...CARD.drill, ...changes } as CardInput["drill"] }) });

  it.each<[string, CheckId, JudgeInput, string, string | null]>([
    ["startup at 300 s", "startup", startupAt(300), "passed", null],
    ["startup at 301 s", "startup", startupAt(301), "failed", "above-limit"],
    [
      "startup without a limit",
      "startup",
      input({ brief: brief({ "target.startupWithinSeconds": null }) }),
      "not-evidenced",
      "no-limit",
    ],
    [
      "startup of another revision",
      "startup",
      withLog(LOG.replace("revision=0e9e39f", "revision=ffffff0")),
      "not-evidenced",
      "other-revision",
    ],
    [
      "startup of another model",
      "startup",
      withLog(LOG.replace("meta-llama/Llama-3.1-8B", "other/model")),
      "not-evidenced",
      "other-model",
    ],
    ["startup missing", "startup", none, "not-evidenced", "no-start-log"],
    ["startup cut", "startup", cut, "not-evidenced", "no-start-log"],
    ["memory for exactly 131,072 tokens", "memory", cacheOf("16.00"), "passed", null],
    ["memory for a token less", "memory", cacheOf("15.99"), "failed", "below-limit"],
    ["memory out", "memory", withLog(`${LOG}torch.OutOfMemoryError: CUDA out of memory.\n`), "failed", "out-of-memory"],
    [
      "memory on the smallest cache of several workers",
      "memory",
      withLog(
        LOG.replace(
          "INFO 06-02 10:02:00",
          "INFO 06-02 10:01:31 [k.py:1] Maximum concurrency for 8,192 tokens per request: 15.99x\nINFO 06-02 10:02:00",
        ),
      ),
      "failed",
      "below-limit",
    ],
    ["memory missing", "memory", none, "not-evidenced", "no-start-log"],
    ["memory cut", "memory", cut, "not-evidenced", "no-start-log"],
    [
      "throughput at the rate",
      "throughput",
      withBench({ output_throughput: 1_200, total_output_tokens: 120_000 }),
      "passed",
      null,
    ],
    [
      "throughput just below",
      "throughput",
      withBench({ output_throughput: 1_199, total_output_tokens: 119_900 }),
      "failed",
      "below-limit",
    ],
    [
      "throughput that contradicts itself",
      "throughput",
      withBench({ output_throughput: 3_000 }),
      "not-evidenced",
      "contradictory",
    ],
    ["throughput missing", "throughput", none, "not-evidenced", "no-load-result"],
    ["throughput cut", "throughput", cut, "not-evidenced", "no-load-result"],
    [
      "throughput with nothing completed",
      "throughput",
      withBench({ completed: 0, failed: 400, request_throughput: 0, output_throughput: 0, total_output_tokens: 0 }),
      "failed",
      "nothing-completed",
    ],
    [
      "throughput on synthetic samples alone",
      "throughput",
      input({ brief: brief({ "samples.synthetic": "all" }) }),
      "not-evidenced",
      "synthetic-only",
    ],
    ["tail at the limit", "tail", withBench({ p95_ttft_ms: 800, p99_ttft_ms: 1_500, p99_tpot_ms: 60 }), "passed", null],
    ["tail just above", "tail", withBench({ p99_tpot_ms: 60.1 }), "failed", "above-limit"],
    [
      "tail p95 not printed, p99 inside it",
      "tail",
      withBench({ p95_ttft_ms: undefined, p99_ttft_ms: 790 }),
      "passed",
      null,
    ],
    [
      "tail p95 not printed, p99 above it",
      "tail",
      withBench({ p95_ttft_ms: undefined }),
      "not-evidenced",
      "not-measured",
    ],
    [
      "tail with a queue limit nobody measured",
      "tail",
      input({ brief: brief({ "target.queueP95Ms": 500 }) }),
      "not-evidenced",
      "not-measured",
    ],
    ["tail missing", "tail", none, "not-evidenced", "no-load-result"],
    [
      "tail of zeros where all failed",
      "tail",
      withBench({ completed: 0, failed: 400, p95_ttft_ms: 0, p99_ttft_ms: 0, p99_tpot_ms: 0 }),
      "failed",
      "nothing-completed",
    ],
    [
      "errors at 0.5 %",
      "reliability",
      withBench({ completed: 398, failed: 2, request_throughput: 3.98 }),
      "passed",
      null,
    ],
    [
      "errors just above",
      "reliability",
      withBench({ completed: 397, failed: 3, request_throughput: 3.97 }),
      "failed",
      "above-limit",
    ],
    [
      "a lost request",
      "reliability",
      withBench({ completed: 399, request_throughput: 3.99 }),
      "failed",
      "requests-lost",
    ],
    ["resumed at the limit", "reliability", drill({ resumeMinutes: 15 }), "passed", null],
    ["resumed too late", "reliability", drill({ resumeMinutes: 15.5 }), "failed", "above-limit"],
    ["work lost", "reliability", drill({ workLostMinutes: 1 }), "failed", "above-limit"],
    ["a drill without evidence", "reliability", drill({ evidenceIds: [] }), "not-evidenced", "drill-without-evidence"],
    [
      "a drill before the trial",
      "reliability",
      drill({ at: "2026-05-30T12:00:00Z" }),
      "not-evidenced",
      "outside-window",
    ],
    ["no drill", "reliability", input({ card: card({ drill: null }) }), "not-evidenced", "no-drill"],
    ["cost at the budget", "cost-control", spent("300"), "passed", null],
    ["cost just above", "cost-control", spent("300.000000000000000001"), "failed", "over-budget"],
    ["cost in another currency", "cost-control", spent("1", "EUR"), "not-evidenced", "other-currency"],
    [
      "cost rule never tried",
      "cost-control",
      input({ card: card({ gates: { ...CARD.gates, failure: [] } }) }),
      "not-evidenced",
      "stop-rule-not-tried",
    ],
    [
      "a trial longer than planned",
      "cost-control",
      input({ window: { ...WINDOW, endsAt: "2026-06-05T00:00:00Z" } }),
      "failed",
      "trial-too-long",
    ],
    ["no trial", "cost-control", input({ window: null }), "not-evidenced", "no-trial"],
  ])("%s", (_, check, given, state, code) => {
    const judged = checkOf(given, check);
    expect([judged?.state, judged?.reasonToPause?.code ?? null]).toEqual([state, code]);
  });

  it("lets no good run hide a bad one", () => {
    const two = input({ evidence: [...EVIDENCE, item("second", "load", bench({ p99_tpot_ms: 90 }))] });
    expect(checkOf(two, "tail")).toMatchObject({
      state: "failed",
      seen: 90,
      limit: 60,
      evidenceIds: ["bench", "second"],
    });
  });

  it("waits for no response where work ends", () => {
    const batch = input({ brief: brief({}, lora) });
    expect(checkOf(batch, "tail")).toMatchObject({ state: "not-applicable" });
  });
});

describe("areas", () => {
  const withList = (text: string, changes: Partial<EvidenceItem> = {}) =>
    input({ evidence: [...EVIDENCE.filter((e) => e.id !== "list"), item("list", "smoke", text, changes)] });
  const two = `${LIST}${LIST.replace("GPU 0", "GPU 1").replace("-0001-", "-0002-")}`;

  it.each<[string, AreaId, JudgeInput, string, string | null]>([
    [
      "a brief that names only a card",
      "workload-contract",
      input({ brief: contentOf({ memoryShape: { acceleratorId: "h100-sxm" } }) }),
      "failed",
      "only-a-card",
    ],
    [
      "a brief with a gap",
      "workload-contract",
      input({ brief: brief({ "outcome.acceptedOutputRule": null }) }),
      "failed",
      "brief-incomplete",
    ],
    [
      "a style below the need",
      "allocation-boundary",
      input({ plan: plan({ boundary: "vm", offer: { ...plan().offer, boundary: "vm" } as PlanInput["offer"] }) }),
      "failed",
      "boundary-too-low",
    ],
    [
      "spot where nothing may interrupt",
      "allocation-boundary",
      input({ plan: plan({ offer: { ...plan().offer, purchase: "spot" } as PlanInput["offer"] }) }),
      "failed",
      "may-be-taken-away",
    ],
    [
      "fewer cards than the brief splits over",
      "allocation-boundary",
      input({ brief: brief({ "memoryShape.tensorParallel": 2 }) }),
      "failed",
      "below-limit",
    ],
    ["one card too many", "hardware-identity", withList(two), "failed", "other-count"],
    [
      "another card",
      "hardware-identity",
      withList(LIST.replace("H100 80GB HBM3", "A100-SXM4-80GB")),
      "failed",
      "other-card",
    ],
    [
      "a PCIe card for an SXM one",
      "hardware-identity",
      withList(LIST.replace("H100 80GB HBM3", "H100 PCIe")),
      "failed",
      "other-card",
    ],
    [
      "a name nobody knows",
      "hardware-identity",
      withList(LIST.replace("NVIDIA H100 80GB HBM3", "NVIDIA X1")),
      "not-evidenced",
      "unknown-name",
    ],
    [
      "a slice",
      "hardware-identity",
      withList(LIST.replace("NVIDIA H100 80GB HBM3", "GRID A100-10C")),
      "not-evidenced",
      "virtual-gpu",
    ],
    [
      "a dead device",
      "hardware-identity",
      withList("Unable to determine the device handle for GPU0000:07:00.0: Unknown Error\n"),
      "failed",
      "device-error",
    ],
    ["a cut list", "hardware-identity", withList(LIST.slice(0, 50)), "not-evidenced", "no-device-list"],
    [
      "two lists that disagree",
      "hardware-identity",
      input({ evidence: [...EVIDENCE, item("again", "load", two)] }),
      "not-evidenced",
      "contradictory",
    ],
    [
      "another image",
      "hardware-identity",
      input({
        card: card({
          statements: { ...CARD.statements, "image-digest": statement(`sha256:${"cd".repeat(32)}`, "log") },
        }),
      }),
      "failed",
      "other-image",
    ],
    [
      "a word without evidence",
      "node-readiness",
      input({ card: card({ statements: { ...CARD.statements, "health-check": statement("All fine") } }) }),
      "not-evidenced",
      "stated-without-evidence",
    ],
    [
      "a word on an unreadable file",
      "node-readiness",
      input({ card: card({ statements: { ...CARD.statements, "health-check": statement("All fine", "contract") } }) }),
      "not-evidenced",
      "stated-without-evidence",
    ],
    [
      "not applicable with a reason",
      "node-readiness",
      input({
        card: card({ statements: {}, notApplicable: [{ area: "node-readiness", reason: "The provider runs it" }] }),
      }),
      "not-applicable",
      "stated",
    ],
    [
      "not applicable without one",
      "node-readiness",
      input({ card: card({ statements: {}, notApplicable: [{ area: "node-readiness", reason: " " }] }) }),
      "not-evidenced",
      "no-evidence",
    ],
    [
      "a failure cannot be waived",
      "hardware-identity",
      input({
        ...withList(two),
        card: card({ notApplicable: [{ area: "hardware-identity", reason: "We trust them" }] }),
      }),
      "failed",
      "other-count",
    ],
    [
      "the load cannot be waived",
      "workload-acceptance",
      input({
        evidence: EVIDENCE.slice(0, 2),
        card: card({ notApplicable: [{ area: "workload-acceptance", reason: "No time" }] }),
      }),
      "not-evidenced",
      "no-evidence",
    ],
    [
      "a load that cannot be repeated",
      "workload-acceptance",
      input({ brief: brief({ "target.fixedPromptsOrSteps": null }) }),
      "not-evidenced",
      "load-not-repeatable",
    ],
    ["nothing billed", "cost-record", input({ ledger: null }), "not-evidenced", "nothing-billed"],
    [
      "nothing accepted",
      "cost-record",
      input({ ledger: { entries: 3, acceptedOutputs: 0 } }),
      "not-evidenced",
      "no-accepted-output",
    ],
  ])("%s", (_, area, given, state, code) => {
    const judged = areaOf(given, area);
    expect([judged?.state, judged?.reasonToPause?.code ?? null]).toEqual([state, code]);
    if (state !== "not-applicable") expect(judge(given).verdict).not.toBe("passed");
  });
});

describe("the window and the attempts", () => {
  it.each([
    ["before the trial", { takenAt: "2026-05-31T23:59:59Z" }, "outside-window"],
    ["after it", { takenAt: "2026-06-04T00:00:01Z" }, "outside-window"],
    ["without a date", { uploadedAt: null }, "undated"],
    ["incomplete", { complete: false }, "incomplete"],
  ])("evidence %s passes nothing", (_, changes, because) => {
    const given = withBench({}, changes);
    expect(checkOf(given, "tail")?.state).toBe("not-evidenced");
    expect(judge(given).notCounted).toContainEqual({ id: "bench", because });
  });

  it("keeps a failed attempt as history and judges the next one on its own evidence", () => {
    const first = { ...attempt([]), endedAt: "2026-06-02T09:00:00Z", outcome: "failed" as const };
    const bad = item("old", "load", bench({ p99_tpot_ms: 500 }), { uploadedAt: "2026-06-02T08:00:00Z" });
    const second = attempt(["queue", "cold-and-warm", "errors-and-retries"], "2026-06-02T10:00:00Z");
    const retried = input({
      card: card({ gates: { ...CARD.gates, load: [first, second] } }),
      evidence: [...EVIDENCE, bad],
    });
    const judged = judge(retried);
    expect(judged.verdict).toBe("passed");
    expect(judged.notCounted).toContainEqual({ id: "old", because: "earlier-attempt" });
    expect(judged.gates[2]?.attempts).toHaveLength(2);
    expect(judge(input({ card: card({ gates: { ...CARD.gates, load: [first] } }) })).gates[2]?.state).toBe("failed");
  });
});

describe("gates", () => {
  it("take only evidence of their own", () => {
    const elsewhere = EVIDENCE.map((e) => (e.id === "list" ? { ...e, gate: "load" as const } : e));
    const [smoke] = judge(input({ evidence: elsewhere })).gates;
    expect(smoke?.items.find((i) => i.id === "card-visible")).toMatchObject({ state: "not-evidenced" });
    expect(smoke?.state).toBe("open");
  });

  it("open one after the other", () => {
    const fresh = judge(input({ card: card({ gates: {} }) })).gates;
    expect(fresh.map((g) => [g.state, g.opensWhen])).toEqual([
      ["open", null],
      ["closed", "smoke"],
      ["closed", "smoke"],
      ["closed", "smoke"],
      ["closed", "smoke"],
    ]);
  });
  it("stay closed until data protection is answered on stored files, where personal data is used", () => {
    const statements = { ...CARD.statements, "data-protection-residency": statement("Frankfurt") };
    const judged = judge(input({ card: card({ statements }) }));
    expect(judged).toMatchObject({ dataProtectionAnswered: false, verdict: "not-evidenced" });
    expect(judged.gates[0]).toMatchObject({ state: "closed", opensWhen: "data-protection" });
    const noPersonal = brief({ "dataBoundary.personalData": "no" });
    expect(judge(input({ brief: noPersonal, card: card({ statements }) })).gates[0]?.state).toBe("passed");
  });
  it("do not pass on synthetic samples alone, nor on a word that says nothing", () => {
    const synthetic = judge(input({ brief: brief({ "samples.synthetic": "all" }) }));
    expect(synthetic.gates[2]).toMatchObject({ state: "open" });
    const silent = { ...attempt([]), items: { "exact-image": { done: true, note: "", evidenceIds: [] } } };
    const judged = judge(input({ card: card({ gates: { ...CARD.gates, smoke: [silent] } }) }));
    expect(judged.gates[0]?.items[0]).toMatchObject({
      state: "not-evidenced",
      reason: { code: "done-without-a-word" },
    });
  });
  it("fail when something was tried without success", () => {
    const items = {
      ...done(["exact-image", "end-to-end-result"]),
      "dependencies-only": { done: false, note: "It reached the open net", evidenceIds: [] },
    };
    const judged = judge(input({ card: card({ gates: { ...CARD.gates, smoke: [{ ...attempt([]), items }] } }) }));
    expect(judged.gates[0]?.state).toBe("failed");
    expect(judged.verdict).toBe("failed");
  });
});

describe("the verdict", () => {
  it("is passed only when nothing failed and nothing is open", () => {
    const base = judge(input());
    const areas = Object.fromEntries(base.areas.map((a) => [a.area, a])) as never;
    const checks = Object.fromEntries(base.checks.map((c) => [c.check, c])) as never;
    expect(deriveVerdict({ areas, checks, gates: base.gates })).toBe("passed");
    expect(deriveVerdict({ areas, checks, gates: [] })).toBe("not-evidenced");
  });

  it("never passes when any one piece of evidence is taken away or cut", () => {
    for (const gone of EVIDENCE) {
      expect(judge(input({ evidence: EVIDENCE.filter((e) => e !== gone) })).verdict, gone.id).not.toBe("passed");
      if (gone.format === null) continue;
      const damaged = EVIDENCE.map((e) => (e === gone ? { ...e, complete: false } : e));
      expect(judge(input({ evidence: damaged })).verdict, gone.id).not.toBe("passed");
    }
  });

  it("never passes by adding a contradiction, and never throws", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVIDENCE),
        fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue()),
        fc.boolean(),
        (e, facts, complete) => {
          const odd = { ...e, id: "odd", facts: facts as EvidenceItem["facts"], complete };
          expect(["passed", "failed", "not-evidenced"]).toContain(
            judge(input({ evidence: [...EVIDENCE, odd] })).verdict,
          );
        },
      ),
    );
  });

  it.each([
    ["scale", "passed", null, null],
    ["scale", "failed", "with care", "FAILED_CANNOT_GROW"],
    ["extend", "failed", null, "CONDITIONS_NEEDED"],
    ["extend", "failed", "repeat the load gate", null],
    ["reserve", "not-evidenced", " ", "CONDITIONS_NEEDED"],
    ["reserve", "not-evidenced", "show topology by Friday", null],
    ["stop", "failed", null, null],
  ] as const)("%s on %s with %s", (decision, verdict, conditions, refusal) => {
    expect(decisionRefusal(decision, verdict, conditions)).toBe(refusal);
  });
});
