import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import type { Criterion } from "./criterion";

/** What doing it costs: a setting, a rebuilt image or changed program, another run, another agreement, another rental. */
export type Effort = 1 | 2 | 3 | 4 | 5;

/** Every remedy with its effort; words are `acceptance.remedies.<code>`. */
export const REMEDIES = {
  "run-with-the-briefs-model": 1,
  defragment: 1,
  "kv-precision": 1,
  "fewer-at-once": 1,
  "smaller-micro-batch": 1,
  "recompute-activations": 1,
  "bind-to-numa": 1,
  "look-at-links": 1,
  prefetch: 1,
  "larger-batch": 1,
  "chunk-prefill": 1,
  "reuse-prefixes": 1,
  "keep-compiled": 1,
  "look-up-matrix": 1,
  "run-diagnostic-again": 1,
  "correct-the-request": 1,
  "checkpoint-more-often": 1,
  "time-out-and-retry": 1,
  "end-the-trial": 1,
  "pin-the-image": 1,
  "read-asynchronously": 2,
  "cache-locally": 2,
  "compact-optimizer": 2,
  "shorter-context": 2,
  "direct-network-path": 2,
  "rebuild-for-driver": 2,
  "rebuild-without-secrets": 2,
  "sign-in-the-build": 2,
  "slices-to-size": 2,
  "automate-the-stop": 2,
  "limit-the-queue": 2,
  "one-optimisation-at-a-time": 2,
  "weights-in-fewer-bits": 3,
  "shard-or-offload": 3,
  "reset-the-card": 3,
  "same-driver-everywhere": 3,
  "replace-the-node": 4,
  "newer-driver": 4,
  "placement-together": 4,
  "warm-spare": 4,
  "faster-storage": 4,
  "more-cards": 5,
  "larger-card": 5,
  "whole-card": 5,
  "other-offer": 5,
} as const satisfies Record<string, Effort>;
export type RemedyCode = keyof typeof REMEDIES;

export interface Remedy {
  readonly code: RemedyCode;
  readonly effort: Effort;
  /** Numbers that the words take, where the facts give them. */
  readonly params: Readonly<Record<string, number>>;
  /** Criteria that it answers. */
  readonly answers: readonly string[];
}

type Case = readonly RemedyCode[];

const MEMORY_SERVING: Case = [
  "defragment",
  "kv-precision",
  "fewer-at-once",
  "shorter-context",
  "weights-in-fewer-bits",
  "more-cards",
  "larger-card",
];
const MEMORY_TRAINING: Case = [
  "defragment",
  "smaller-micro-batch",
  "recompute-activations",
  "compact-optimizer",
  "shard-or-offload",
  "more-cards",
  "larger-card",
];
const STACK: Case = ["look-up-matrix", "pin-the-image", "rebuild-for-driver", "newer-driver", "other-offer"];
const PEERS: Case = ["look-at-links", "bind-to-numa", "direct-network-path", "placement-together", "replace-the-node"];
const HEALTH: Case = ["run-diagnostic-again", "reset-the-card", "replace-the-node"];
const UNDERUSE: Case = [
  "prefetch",
  "larger-batch",
  "read-asynchronously",
  "cache-locally",
  "one-optimisation-at-a-time",
  "more-cards",
];

/** METHOD 6's remedies and their neighbours, by the criterion that failed. */
const BY_CRITERION: Readonly<Record<string, Case>> = {
  ready: ["keep-compiled", "cache-locally", "faster-storage", "warm-spare"],
  revision: ["run-with-the-briefs-model"],
  model: ["run-with-the-briefs-model"],
  requests: UNDERUSE,
  tokens: UNDERUSE,
  outputs: UNDERUSE,
  jobs: UNDERUSE,
  "training-tokens": UNDERUSE,
  "run-hours": UNDERUSE,
  "steps-lost": ["checkpoint-more-often"],
  "checkpoint-cadence": ["checkpoint-more-often"],
  "worker-failures": ["run-diagnostic-again", "replace-the-node"],
  errors: ["time-out-and-retry", "fewer-at-once", "limit-the-queue", "more-cards"],
  "server-errors": ["time-out-and-retry", "fewer-at-once", "limit-the-queue", "more-cards"],
  driver: STACK,
  cuda: STACK,
  "compatible-stack": STACK,
  "image-digest": ["pin-the-image"],
  "image-secrets": ["rebuild-without-secrets"],
  "image-signature": ["sign-in-the-build"],
  "whole-cards": ["slices-to-size", "whole-card"],
  "visible-devices": ["correct-the-request", "slices-to-size", "replace-the-node", "other-offer"],
  "card-memory": ["slices-to-size", "other-offer"],
  "device-name": ["other-offer"],
  "device-error": HEALTH,
  manifest: ["correct-the-request"],
  allocatable: ["correct-the-request", "replace-the-node", "other-offer"],
  "storage-read": ["prefetch", "read-asynchronously", "cache-locally", "faster-storage"],
  "storage-write": ["read-asynchronously", "faster-storage"],
  "network-in": ["prefetch", "cache-locally", "other-offer"],
  "network-out": ["read-asynchronously", "other-offer"],
  "checkpoint-restored": ["checkpoint-more-often", "cache-locally", "faster-storage"],
  "checkpoint-write": ["read-asynchronously", "cache-locally", "faster-storage"],
  "checkpoint-restore": ["cache-locally", "faster-storage"],
  "work-lost": ["checkpoint-more-often"],
  "checkpoint-age": ["checkpoint-more-often"],
  result: ["checkpoint-more-often", "warm-spare"],
  resume: ["cache-locally", "faster-storage", "warm-spare"],
  "stop-rule": ["automate-the-stop"],
  "trial-end": ["end-the-trial", "automate-the-stop"],
  budget: ["end-the-trial", "automate-the-stop"],
  cards: ["more-cards"],
  interruption: ["checkpoint-more-often", "other-offer"],
  boundary: ["other-offer"],
};

const TAIL: Case = ["chunk-prefill", "reuse-prefixes", "fewer-at-once", "limit-the-queue", "more-cards"];
const PEER_CRITERIA =
  /^(?:gpu-links|nic-links|nvlink-|host-to-device|device-to-host|peer-copy|collective|nccl-|pcie-|group-|ranks-)/;
const HEALTH_CRITERIA = /^(?:ecc-|remap|retired-|xid|throttle|temperature|power-|diagnostic)/;
const TAIL_CRITERIA = /^(?:ttft|tpot|itl|e2el|queue|prefill|decode)/;

interface Situation {
  readonly brief: BriefContent;
  readonly plan: Plan;
}

function casesOf(c: Criterion, { brief }: Situation): Case {
  if (c.reason?.code === "versions-differ") return ["same-driver-everywhere"];
  if (c.reason?.code === "out-of-memory" || ["fits", "cache", "preemptions", "cache-use", "reserve"].includes(c.id))
    return brief.memoryShape.runKind === "train" ? MEMORY_TRAINING : MEMORY_SERVING;
  if (TAIL_CRITERIA.test(c.id)) return TAIL;
  if (PEER_CRITERIA.test(c.id)) return PEERS;
  if (HEALTH_CRITERIA.test(c.id)) return HEALTH;
  return BY_CRITERION[c.id] ?? [];
}

const NARROW = /^(?:fp8|int8|awq|gptq|w4a16|nf4|mxfp4|nvfp4|gguf:q)/;

/** What is done already, or cannot be done here, is no remedy. */
function isOpen(code: RemedyCode, { brief, plan }: Situation): boolean {
  const { memoryShape: m } = brief;
  if (code === "kv-precision") return m.kvCacheDtype === null || !/fp8|int8/.test(m.kvCacheDtype);
  if (code === "weights-in-fewer-bits") return m.weightFormat === null || !NARROW.test(m.weightFormat);
  if (code === "recompute-activations") return m.checkpointing !== "full";
  if (code === "compact-optimizer") return m.optimizer === null || !/8bit|adafactor|lion/.test(m.optimizer);
  if (code === "shard-or-offload") return m.shard !== "zero3" || plan.count > 1;
  if (code === "smaller-micro-batch") return (m.microBatchSize ?? 2) > 1;
  if (code === "look-at-links" || code === "placement-together") return plan.count > 1;
  // A service may wait for its start; work that ends needs no warm machine.
  if (code === "warm-spare") return brief.kind === null || brief.kind === "interactive-inference";
  return true;
}

/** How many at once the measured cache holds, where it was measured and one context fits. */
function paramsOf(code: RemedyCode, c: Criterion, { brief }: Situation): Remedy["params"] {
  const { contextTokens } = brief.memoryShape;
  if (code !== "fewer-at-once" || c.id !== "cache" || typeof c.seen !== "number" || !contextTokens) return {};
  const fits = Math.floor(c.seen / contextTokens);
  return fits > 0 ? { fits } : {};
}

/**
 * What may help where criteria failed, cheapest first, and within one effort in the order in which it is usually tried.
 * Each stands once with all that it answers. What is only not evidenced needs showing, not mending: it gets none.
 */
export function remediesFor(criteria: readonly Criterion[], at: Situation): Remedy[] {
  const found = new Map<RemedyCode, Remedy>();
  for (const c of criteria.filter((k) => k.state === "failed")) {
    for (const code of casesOf(c, at)) {
      if (!isOpen(code, at)) continue;
      const before = found.get(code);
      const params = { ...before?.params, ...paramsOf(code, c, at) };
      const answers = [...new Set([...(before?.answers ?? []), c.id])];
      found.set(code, { code, effort: REMEDIES[code], params, answers });
    }
  }
  return [...found.values()].sort((a, b) => a.effort - b.effort);
}
