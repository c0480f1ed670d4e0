import type { Json } from "@/lib/digest/canonical";
import type { State } from "./names";

/** Every reason to pause; its words are `acceptance.reasons.<code>`. */
export const REASON_CODES = [
  "no-evidence",
  "no-limit",
  "not-measured",
  "below-limit",
  "above-limit",
  "no-start-log",
  "out-of-memory",
  "other-revision",
  "other-model",
  "no-load-result",
  "several-results",
  "nothing-completed",
  "contradictory",
  "synthetic-only",
  "requests-lost",
  "no-drill",
  "drill-without-evidence",
  "outside-window",
  "work-was-lost",
  "no-retry-owner",
  "stop-rule-not-tried",
  "stop-rule-failed",
  "no-trial",
  "trial-too-long",
  "trial-running",
  "trial-not-ended",
  "over-budget",
  "other-currency",
  "no-response-to-wait-for",
  "stated-without-evidence",
  "only-a-card",
  "brief-incomplete",
  "boundary-open",
  "boundary-too-low",
  "may-be-taken-away",
  "device-error",
  "no-device-list",
  "virtual-gpu",
  "mig-slice",
  "shared-card",
  "other-count",
  "no-card-in-plan",
  "other-card",
  "unknown-name",
  "other-image",
  "load-not-repeatable",
  "nothing-billed",
  "no-accepted-output",
  "one-card",
  "nothing-rented",
  "stated",
  "tried-without-success",
  "done-without-a-word",
  "no-published-limit",
  "not-readable",
  "ask-about-it",
  "not-equal",
  "versions-differ",
  "too-old",
  "no-card-for-framework",
  "not-as-it-must-be",
  "xid-of-hardware",
  "xid-of-programs",
  "xid-unknown",
  "clocks-held-down",
  "diagnostic-failed",
  "diagnostic-not-whole",
  "diagnostic-skipped",
  "not-all-cards",
  "no-link-between-cards",
  "slow-path-between-cards",
  "network-card-far",
  "message-too-small",
  "wrong-values",
  "values-not-checked",
  "simulated-cards",
  "node-not-ready",
  "card-unhealthy",
  "request-refused",
  "run-cancelled",
  "image-not-pinned",
  "other-engine",
  "page-cache",
  "plain-sockets",
  "no-gpu-direct",
  "signature-not-verified",
  "secrets-found",
  "grave-weaknesses",
  "restore-failed",
  "other-bytes-came-back",
  "quality-fell",
  "bottleneck-open",
  "run-of-other-size",
  "cards-unknown",
  "run-length-unknown",
  "worker-failed",
  "only-a-setting",
  "no-training-log",
  "other-machine",
  "too-few-requests",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  readonly code: ReasonCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Where a judgement comes from: read from evidence, stated by a person on evidence, or settled by the plan or brief. */
export type Basis = "facts" | "stated" | "record";

/** One thing seen against one limit. */
export interface Criterion {
  readonly id: string;
  readonly state: Exclude<State, "not-applicable">;
  readonly seen: Json;
  readonly limit: Json;
  readonly unit: string | null;
  /** `brief:target.ttftP95Ms`, `plan:count` …; null where there is no limit. */
  readonly limitSource: string | null;
  readonly reason: Reason | null;
  readonly evidenceIds: readonly string[];
  readonly basis: Basis;
}

export interface Judgement {
  readonly state: State;
  /** Of the criterion that decided. */
  readonly seen: Json;
  readonly limit: Json;
  readonly unit: string | null;
  readonly limitSource: string | null;
  readonly reasonToPause: Reason | null;
  readonly evidenceIds: readonly string[];
  readonly basis: Basis;
  readonly criteria: readonly Criterion[];
}

type Given = Pick<Criterion, "id"> & Partial<Omit<Criterion, "id" | "state" | "reason">>;

function make(state: Criterion["state"], given: Given, reason: Reason | null): Criterion {
  return {
    seen: null,
    limit: null,
    unit: null,
    limitSource: null,
    evidenceIds: [],
    basis: "facts",
    ...given,
    state,
    reason,
  };
}

export const passed = (given: Given): Criterion => make("passed", given, null);
export const failed = (given: Given, code: ReasonCode, params: Reason["params"] = {}): Criterion =>
  make("failed", given, { code, params });
export const notEvidenced = (given: Given, code: ReasonCode, params: Reason["params"] = {}): Criterion =>
  make("not-evidenced", given, { code, params });

/** A number against its limit, both inclusive: `at-least` and `at-most` pass when equal. */
export function compare(
  given: Given,
  seen: number | null,
  rule: "at-least" | "at-most",
  limit: number | null,
): Criterion {
  const all = { ...given, seen, limit };
  if (limit === null) return notEvidenced(all, "no-limit");
  if (seen === null || !Number.isFinite(seen)) return notEvidenced(all, "not-measured");
  const holds = rule === "at-least" ? seen >= limit : seen <= limit;
  return holds ? passed(all) : failed(all, rule === "at-least" ? "below-limit" : "above-limit", { seen, limit });
}

/** The worst criterion decides; none at all is not evidenced. */
export function combine(criteria: readonly Criterion[], none: ReasonCode = "no-evidence"): Judgement {
  const order = ["failed", "not-evidenced", "passed"] as const;
  const decided = order.map((state) => criteria.find((c) => c.state === state)).find((c) => c !== undefined);
  const worst = decided ?? notEvidenced({ id: "none" }, none);
  return {
    state: worst.state,
    seen: worst.seen,
    limit: worst.limit,
    unit: worst.unit,
    limitSource: worst.limitSource,
    reasonToPause: worst.reason,
    evidenceIds: [...new Set(criteria.flatMap((c) => c.evidenceIds))],
    basis: criteria.some((c) => c.basis === "stated") ? "stated" : worst.basis,
    criteria,
  };
}

/** Not applicable, with the reason that a person or the plan gives. */
export function notApplicable(code: ReasonCode, params: Reason["params"] = {}): Judgement {
  return { ...combine([]), state: "not-applicable", reasonToPause: { code, params }, basis: "record" };
}
