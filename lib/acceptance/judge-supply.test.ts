import { describe, expect, it } from "vitest";
import { brief, DIGEST, type Facts, given, input, piece, plan, states } from "./fixtures/review-case";

import { checklistOf } from "./gates";
import type { JudgeInput } from "./judge";
import type { CheckId } from "./names";
import type { EvidenceItem } from "./selection";

describe("storage against the rates that follow from the brief", () => {
  // 60,000 MiB every 10 minutes are 100 MiB/s; the same in 5 minutes to resume are 200 MiB/s.
  const wanted = brief({
    "dataBoundary.checkpointBytes": 60_000 * 1024 * 1024,
    "capacityVanishes.checkpointIntervalMinutes": 10,
    "capacityVanishes.resumeWithinMinutes": 5,
    "dataBoundary.datasetBytes": null,
    "memoryShape.weightBytes": null,
  });
  const ok = { read_ios: 9, write_ios: 9, read_mib_s: 200, write_mib_s: 100, direct: true };
  const fio = (facts: Facts, more: Partial<EvidenceItem> = {}) =>
    given([piece("fio-json", { ...ok, ...facts }, more)], { brief: wanted });
  it.each<[string, JudgeInput, string, (string | null)[][]]>([
    ["writing at the limit", fio({}), "storage-write", [["passed", null]]],
    ["writing just below", fio({ write_mib_s: 99.999 }), "storage-write", [["failed", "below-limit"]]],
    ["writing not measured", fio({ write_mib_s: null }), "storage-write", [["not-evidenced", "not-measured"]]],
    ["a rate in another unit", fio({ write_mib_s: "100 MB/s" }), "storage-write", [["not-evidenced", "not-measured"]]],
    ["nothing was written", fio({ write_ios: 0, write_mib_s: 0 }), "storage-write", []],
    ["reading at the limit", fio({}), "storage-read", [["passed", null]]],
    ["reading just below", fio({ read_mib_s: 199 }), "storage-read", [["failed", "below-limit"]]],
    ["from the page cache", fio({ direct: false }), "storage-read", [["not-evidenced", "page-cache"]]],
    ["perhaps from it", fio({ direct: null }), "storage-read", [["not-evidenced", "page-cache"]]],
    ["slow even from it", fio({ direct: null, read_mib_s: 1 }), "storage-read", [["failed", "below-limit"]]],
    ["a file that is cut passes nothing", fio({}, { complete: false }), "storage-read", []],
    ["but fails", fio({ read_mib_s: 1 }, { complete: false }), "storage-read", [["failed", "below-limit"]]],
    ["a brief that asks for none", given([piece("fio-json", ok)], { brief: brief({}) }), "storage-write", []],
  ])("%s", (_, g, id, expected) => expect(states(g, "node-readiness", id)).toEqual(expected));
});

describe("the network against the traffic of the brief", () => {
  // 730 h in a month: 328.5 TB are 1 Gbit/s.
  const bytes = (730 * 3_600 * 1e9) / 8;
  const wanted = brief({
    "dataBoundary.ingressBytesPerMonth": bytes,
    "dataBoundary.egressBytesPerMonth": bytes * 2,
    "scale.activeHoursPerDay": 24,
    "scale.activeDaysPerWeek": 7,
  });
  const ok = { protocol: "TCP", reverse: true, received_gbit_s: 1, lost_pct: null };
  const iperf = (facts: Facts) => given([piece("iperf3-json", { ...ok, ...facts })], { brief: wanted });
  it.each<[string, JudgeInput, string, (string | null)[][]]>([
    ["arriving at the limit", iperf({}), "network-in", [["passed", null]]],
    ["arriving just below", iperf({ received_gbit_s: 0.999 }), "network-in", [["failed", "below-limit"]]],
    ["leaving at the limit", iperf({ reverse: false, received_gbit_s: 2 }), "network-out", [["passed", null]]],
    ["leaving just below", iperf({ reverse: false, received_gbit_s: 1.9 }), "network-out", [["failed", "below-limit"]]],
    ["not measured", iperf({ received_gbit_s: null }), "network-in", [["not-evidenced", "not-measured"]]],
    ["as a text with a unit", iperf({ received_gbit_s: "1 GB/s" }), "network-in", [["not-evidenced", "not-measured"]]],
    ["in no known direction", iperf({ reverse: null }), "network-out", []],
    ["datagrams lost", iperf({ protocol: "UDP", lost_pct: 0.1 }), "network-in", [["not-evidenced", "ask-about-it"]]],
    ["loss not told", iperf({ protocol: "UDP" }), "network-in", [["not-evidenced", "ask-about-it"]]],
    ["no datagram lost", iperf({ protocol: "UDP", lost_pct: 0 }), "network-in", [["passed", null]]],
  ])("%s", (_, g, id, expected) => expect(states(g, "node-readiness", id)).toEqual(expected));
});

describe("the image", () => {
  const other = `sha256:${"cd".repeat(32)}`;
  const cosign = (facts: Facts, b = brief({ "runtime.imageDigest": DIGEST })) =>
    given(
      [
        piece("cosign-verify", {
          verified: true,
          claims_validated: true,
          certificate_or_key: true,
          digests: [DIGEST],
          error: null,
          ...facts,
        }),
      ],
      { brief: b },
    );
  const by = (critical: number, high: number) => ({ critical, high, medium: 9, low: 0, negligible: 0, unknown: 0 });
  const trivy = (facts: Facts) =>
    given([
      piece("trivy", {
        repo_digests: [`registry/x@${DIGEST}`],
        by_severity: by(0, 0),
        grave_fixable: 0,
        secrets: 0,
        os_out_of_support: false,
        ...facts,
      }),
    ]);
  it.each<[string, JudgeInput, string, (string | null)[][]]>([
    ["signed", cosign({}), "image-signature", [["passed", null]]],
    ["not verified", cosign({ verified: false }), "image-signature", [["not-evidenced", "signature-not-verified"]]],
    [
      "no checks shown",
      cosign({ claims_validated: false }),
      "image-signature",
      [["not-evidenced", "signature-not-verified"]],
    ],
    [
      "cosign refused",
      cosign({ error: "no matching signatures" }),
      "image-signature",
      [["failed", "signature-not-verified"]],
    ],
    ["of another image", cosign({ digests: [other] }), "image-signature", [["not-evidenced", "other-image"]]],
    ["of two images", cosign({ digests: [DIGEST, other] }), "image-signature", [["not-evidenced", "other-image"]]],
    ["of no image", cosign({ digests: [] }), "image-signature", [["not-evidenced", "image-not-pinned"]]],
    [
      "a digest that is cut",
      cosign({ digests: [DIGEST.slice(0, 40)] }),
      "image-signature",
      [["not-evidenced", "image-not-pinned"]],
    ],
    [
      "a brief without a digest",
      cosign({}, brief({ "runtime.imageDigest": null })),
      "image-signature",
      [["not-evidenced", "no-limit"]],
    ],
    ["listed", given([piece("spdx", { digest: DIGEST, packages: 12 })]), "image-contents", [["passed", null]]],
    [
      "listed without a package",
      given([piece("cyclonedx", { digest: DIGEST, packages: 0 })]),
      "image-contents",
      [["not-evidenced", "not-readable"]],
    ],
    [
      "a list of no image",
      given([piece("spdx", { digest: null, packages: 12 })]),
      "image-contents",
      [["not-evidenced", "image-not-pinned"]],
    ],
    ["nothing grave", trivy({}), "image-weaknesses", [["passed", null]]],
    [
      "one that an update mends",
      trivy({ by_severity: by(0, 1), grave_fixable: 1 }),
      "image-weaknesses",
      [["not-evidenced", "grave-weaknesses"]],
    ],
    ["high without an update", trivy({ by_severity: by(0, 1) }), "image-weaknesses", [["passed", null]]],
    [
      "critical without an update",
      trivy({ by_severity: by(1, 0) }),
      "image-weaknesses",
      [["not-evidenced", "grave-weaknesses"]],
    ],
    ["counts that are missing", trivy({ by_severity: null }), "image-weaknesses", [["not-evidenced", "not-readable"]]],
    [
      "counts as words",
      trivy({ by_severity: { critical: "none", high: "none" } }),
      "image-weaknesses",
      [["not-evidenced", "not-readable"]],
    ],
    [
      "of another image",
      trivy({ repo_digests: [`x@${other}`] }),
      "image-weaknesses",
      [["not-evidenced", "other-image"]],
    ],
    ["secrets", trivy({ secrets: 1 }), "image-secrets", [["failed", "secrets-found"]]],
    ["no secrets", trivy({}), "image-secrets", []],
  ])("%s", (_, g, id, expected) => expect(states(g, "hardware-identity", id)).toEqual(expected));

  it("a cut answer of cosign passes nothing", () => {
    const cut = piece("cosign-verify", { verified: true, digests: [DIGEST] }, { complete: false });
    expect(states(given([cut]), "hardware-identity", "image-signature")).toEqual([]);
  });
});

describe("the way between cards by NCCL's log", () => {
  const pair = plan({ count: 2 });
  const far = brief({ "controlBoundary.fabric": "between-nodes" });
  const ok = {
    nranks: 2,
    ranks_ready: 2,
    hosts: ["a"],
    transports: { "P2P/CUMEM": 16 },
    networks: ["IB"],
    gpu_direct_rdma: true,
  };
  const log = (facts: Facts, b = brief({})) =>
    given([piece("nccl-debug", { ...ok, ...facts })], { plan: pair, brief: b });
  const two = { hosts: ["a", "b"], transports: { "P2P/CUMEM": 8, "NET/IB/GDRDMA": 8 } };
  it.each<[string, JudgeInput, string, (string | null)[][]]>([
    ["direct", log({}), "nccl-within-node", [["passed", null]]],
    [
      "through host memory",
      log({ transports: { "SHM/direct/direct": 4 } }),
      "nccl-within-node",
      [["failed", "slow-path-between-cards"]],
    ],
    [
      "over the network on one node",
      log({ transports: { "NET/IB": 4 } }),
      "nccl-within-node",
      [["not-evidenced", "slow-path-between-cards"]],
    ],
    ["no channel in the log", log({ transports: {} }), "nccl-within-node", [["not-evidenced", "not-readable"]]],
    [
      "channels in words",
      log({ transports: { P2P: "many" } }),
      "nccl-within-node",
      [["not-evidenced", "not-readable"]],
    ],
    ["all cards", log({}), "nccl-ranks", [["passed", null]]],
    ["a card missing", log({ ranks_ready: 1 }), "nccl-ranks", [["not-evidenced", "not-all-cards"]]],
    ["fewer than planned", log({ nranks: 1, ranks_ready: 1 }), "nccl-ranks", [["not-evidenced", "not-all-cards"]]],
    ["cards not told", log({ nranks: null, ranks_ready: null }), "nccl-ranks", [["not-evidenced", "not-measured"]]],
    ["over the fabric", log(two, far), "nccl-between-nodes", [["passed", null]]],
    [
      "over sockets, where a fabric is asked",
      log({ ...two, networks: ["Socket"] }, far),
      "nccl-between-nodes",
      [["failed", "plain-sockets"]],
    ],
    [
      "over sockets, where none is",
      log({ ...two, networks: ["Socket"] }),
      "nccl-between-nodes",
      [["not-evidenced", "plain-sockets"]],
    ],
    [
      "with a stop in host memory",
      log({ ...two, gpu_direct_rdma: false }, far),
      "nccl-between-nodes",
      [["failed", "no-gpu-direct"]],
    ],
    [
      "two nodes and no network",
      log({ hosts: ["a", "b"] }, far),
      "nccl-between-nodes",
      [["not-evidenced", "not-measured"]],
    ],
  ])("%s", (_, g, id, expected) => expect(states(g, "topology", id)).toEqual(expected));
});

describe("a start-up log of TensorRT-LLM", () => {
  const trt = brief({ "memoryShape.engine": "tensorrt-llm", "target.startupWithinSeconds": 120 });
  const ok = { ready: true, startup_seconds: 120, out_of_memory: false, kv_cache_tokens: [900_000] };
  const log = (facts: Facts, b = trt) =>
    input({ evidence: [piece("trtllm-log", { ...ok, ...facts }, { gate: "smoke" })], brief: b });
  it.each<[string, JudgeInput, CheckId, string, (string | null)[][]]>([
    ["ready in time", log({}), "startup", "ready", [["passed", null]]],
    ["just too late", log({ startup_seconds: 120.5 }), "startup", "ready", [["failed", "above-limit"]]],
    ["no times in the log", log({ startup_seconds: null }), "startup", "ready", [["not-evidenced", "not-measured"]]],
    ["out of memory", log({ out_of_memory: true }), "memory", "fits", [["failed", "out-of-memory"]]],
    ["room for the load", log({}), "memory", "cache", [["passed", null]]],
    ["no room", log({ kv_cache_tokens: [1] }), "memory", "cache", [["failed", "below-limit"]]],
    ["room not told", log({ kv_cache_tokens: [] }), "memory", "cache", [["not-evidenced", "not-measured"]]],
    [
      "for a brief of vLLM",
      log({}, brief({ "memoryShape.engine": "vllm" })),
      "startup",
      "engine",
      [["not-evidenced", "other-engine"]],
    ],
  ])("%s", (_, g, check, id, expected) => expect(states(g, check, id)).toEqual(expected));

  it("settles the items of the smoke gate that a log of vLLM settles", () => {
    const items = (b: typeof trt) => checklistOf("smoke", b).find((i) => i.id === "artefacts-load")?.formats;
    expect(items(trt)).toEqual(["trtllm-log"]);
    expect(items(brief({ "memoryShape.engine": "vllm" }))).toEqual(["vllm-log"]);
    expect(items(brief({ "memoryShape.engine": null }))).toEqual(["vllm-log", "trtllm-log"]);
  });
});
