import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type EvidenceAnswer, readEvidence } from "./read";

const text = (file: string) => {
  const [format = "", name = ""] = file.split("/");
  return readFileSync(path.join(import.meta.dirname, format, "fixtures", name), "utf8");
};

function read(input: string): EvidenceAnswer {
  const answer = readEvidence(input);
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}

const DIGEST = `sha256:${"5f2e8c1a9b3d4e70".repeat(4)}`;

/** What each form says, worked out by hand from its sample. */
const SAYS: readonly (readonly [string, object])[] = [
  [
    "hf-trainer-state/ok-lora.json",
    { global_step: 50, finished: true, last_loss: 2, not_finite: 0, train_runtime_s: 301.5 },
  ],
  ["hf-trainer-state/bad-loss-nan.json", { not_finite: 1, last_loss: 2 }],
  [
    "fio-json/ok-two-readers.json",
    {
      read_mib_s: 3001,
      read_iops: 24_008,
      read_clat_ms: { p99: 9.2 },
      write_clat_ms: null,
      direct: true,
      block_size: "128k",
    },
  ],
  ["iperf3-json/ok-tcp.json", { sent_gbit_s: 23.5, received_gbit_s: 23.4, retransmits: 12, protocol: "TCP" }],
  ["iperf3-json/bad-refused.json", { error: "error - unable to connect to server: Connection refused" }],
  ["cosign-verify/ok-keyless.txt", { verified: true, digests: [DIGEST], transparency_log: true, signatures: 1 }],
  ["cosign-verify/bad-no-match.txt", { verified: false, signatures: 0 }],
  ["spdx/ok-image.json", { packages: 4, packages_without_license: 2, digest: DIGEST, watched: { vllm: ["0.19.0"] } }],
  ["cyclonedx/ok-image.json", { packages: 2, digest: DIGEST, tools: ["trivy 0.60.0"], vulnerabilities: 0 }],
  [
    "trivy/ok-image.json",
    { vulnerabilities: 3, by_severity: { critical: 1, high: 1, low: 0 }, grave_fixable: 2, os: "ubuntu 24.04" },
  ],
  ["grype/ok-image.json", { by_severity: { critical: 1, negligible: 1 }, grave_fixable: 1, database_age_days: 1 }],
  [
    "trtllm-log/ok-serve.txt",
    {
      kv_cache_tokens: [455_616],
      available_kv_cache_gib: [55.62],
      kv_blocks: [14_238],
      ready: true,
      startup_seconds: 90,
    },
  ],
  [
    "nccl-debug/ok-two-nodes-ib.txt",
    {
      nranks: 8,
      ranks_ready: 8,
      transports: { "NET/IB/GDRDMA": 2, "P2P/CUMEM": 6 },
      gpu_direct_rdma: true,
      ib_devices: ["mlx5_0", "mlx5_1"],
    },
  ],
  ["torch-distributed/ok-four-ranks.txt", { world_size: 4, ranks_seen: [0, 1, 2, 3], timeout_count: 0 }],
  ["torch-distributed/bad-timeout.txt", { timeout_count: 4, ranks_behind: [2] }],
  [
    "torchrun-log/ok-megatron.txt",
    { steps_logged: 5, finished: true, step_ms: { p50: 1_203.5 }, tflops_per_gpu: { p50: 410.3 } },
  ],
  [
    "torchrun-log/ok-torchtitan.txt",
    { last_step: 8, memory_gib_max: 9.46, mfu_pct: { p50: 31.16 }, tokens_per_s: { max: 7_008 } },
  ],
  ["torchrun-log/ok-trainer.txt", { last_step: 20, total_steps: 20, finished: true, steps_per_s: 0.349 }],
  ["torchrun-log/bad-child-failed.txt", { exit_code: -9, signal: "SIGKILL", finished: false }],
  [
    "checkpoint-record/ok-megatron.txt",
    { writes: 2, restores: 1, last_written_step: 1_000, restored_is_known: true, digests_agree: null },
  ],
  ["checkpoint-record/ok-records.jsonl", { write_seconds_max: 43.25, restore_seconds_max: 30.5, digests_agree: true }],
  ["checkpoint-record/bad-other-bytes.jsonl", { digests_agree: false }],
  ["media-job/ok-sweep.jsonl", { jobs: 4, failed: 1, total_seconds: 149, order_kept: true, peak_memory_gib: 31 }],
  ["media-job/ok-comfyui-history.json", { jobs: 3, completed: 2, outputs: 2, seconds: { p50: 8.25 } }],
];

describe("forms by their documentation", () => {
  it.each(SAYS)("%s", (file, facts) => {
    expect(read(text(file)).facts).toMatchObject(facts);
  });
  it("shows the sweep as cells of length group and batch size", () => {
    expect(read(text("media-job/ok-sweep.jsonl")).facts.cells).toEqual([
      { group: "short", batch: 1, jobs: 1, completed: 1, total_seconds: 20, peak_memory_gib: 25.5, errors: 0 },
      { group: "short", batch: 2, jobs: 1, completed: 1, total_seconds: 33, peak_memory_gib: 31, errors: 0 },
      { group: "long", batch: 1, jobs: 1, completed: 1, total_seconds: 84, peak_memory_gib: 25.5, errors: 0 },
      { group: "long", batch: 2, jobs: 1, completed: 0, total_seconds: 93, peak_memory_gib: 31, errors: 1 },
    ]);
  });
});

/** What is whole and still worth a word; the change is made to a sound sample. */
const NAMED: readonly (readonly [string, string, (whole: string) => string])[] = [
  ["BUFFERED", "fio-json/ok-two-readers.json", (t) => t.replace('"direct": "1"', '"direct": "0"')],
  [
    "PACKETS_LOST",
    "iperf3-json/ok-tcp.json",
    (t) => t.replace('"sum_sent"', '"sum": {"lost_percent": 0.5}, "sum_sent"'),
  ],
  ["NO_TRANSPARENCY_LOG", "cosign-verify/ok-keyless.txt", (t) => t.replace(/ {2}- Existence.*\n/, "")],
  ["NOT_PINNED", "spdx/ok-image.json", (t) => t.replace(DIGEST, "v1")],
  ["NOT_PINNED", "cyclonedx/ok-image.json", (t) => t.replace("%3A", "")],
  ["OUT_OF_SUPPORT", "trivy/ok-image.json", (t) => t.replace('"Family"', '"EOSL": true, "Family"')],
  ["OLD_DATABASE", "grype/ok-image.json", (t) => t.replace("2026-03-06T12", "2026-02-01T12")],
  ["SLOW_NETWORK", "nccl-debug/ok-two-nodes-ib.txt", (t) => t.replaceAll("Using network IB", "Using network Socket")],
  ["NO_GPU_DIRECT", "nccl-debug/ok-two-nodes-ib.txt", (t) => t.replaceAll("/GDRDMA", "")],
  ["NO_PEER_ACCESS", "nccl-debug/ok-four-cards.txt", (t) => t.replaceAll("P2P/CUMEM", "SHM/direct/direct")],
  ["NOT_FINISHED", "torchrun-log/ok-megatron.txt", (t) => t.replaceAll("/       5", "/       9")],
  ["NEVER_RESTORED", "checkpoint-record/ok-records.jsonl", (t) => t.split("\n").slice(0, 2).join("\n").concat("\n")],
  ["ORDER_NOT_KEPT", "media-job/ok-sweep.jsonl", (t) => t.replace("2026-03-07T16:00:02Z", "2026-03-07T15:59:02Z")],
];

describe("what is whole and still worth a word", () => {
  it.each(NAMED)("%s in %s", (code, file, change) => {
    const whole = text(file);
    const changed = change(whole);
    expect(changed).not.toBe(whole);
    const answer = read(changed);
    expect(answer.warnings.map((w) => w.code)).toContain(code);
    expect(answer.complete).toBe(true);
  });
  it("counts ranks of a job once, however often each prints its step", () => {
    const whole = text("torchrun-log/ok-torchtitan.txt");
    expect(read(whole + whole.replaceAll("[rank0]", "[rank1]")).facts.steps_logged).toBe(8);
  });
});
