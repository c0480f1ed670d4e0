import type { Json } from "@/lib/digest/canonical";
import { againstThreshold, onCurrent } from "./against-threshold";
import { type Criterion, compare, failed, notEvidenced, type passed } from "./criterion";
import { type EvidenceItem, numberFact, type Selection } from "./selection";
import { thresholdFor } from "./thresholds";

/** Pages of metrics of a server. */
export const METRICS_FORMATS = ["vllm-metrics", "sglang-metrics", "tgi-metrics", "triton-metrics"] as const;

export type Phase = "queue" | "prefill" | "decode" | "ttft" | "tpot" | "itl" | "e2e";

type Given = Parameters<typeof passed>[0];

const isMap = (v: Json | undefined): v is { readonly [key: string]: Json } =>
  typeof v === "object" && v !== null && !Array.isArray(v);

/** The whole answer as a summary prints it, in ms: Triton's in microseconds, that of old releases of TGI in seconds. */
function summaryMs(e: EvidenceItem, rank: 95 | 99): number | null {
  const perMs = { "triton-metrics": 1_000, "tgi-metrics": 0.001 }[e.format ?? ""];
  const seen = numberFact(e, e.format === "triton-metrics" ? `p${rank}_us` : `p${rank}`);
  return perMs === undefined || seen === null ? null : seen / perMs;
}

/** Requests that a rank needs: with fewer, it is the slowest of them and says nothing of the tail. */
const LEAST_REQUESTS = { 95: 20, 99: 100 } as const;

/** A tail within its limit that too few requests stand behind is not shown. */
export function enoughRequests(c: Criterion, requests: number | null, rank: 95 | 99): Criterion {
  const least = LEAST_REQUESTS[rank];
  if (c.state !== "passed" || requests === null || requests >= least) return c;
  return notEvidenced(c, "too-few-requests", { count: requests, least });
}

interface Quantile {
  /** A number of ms, or `>30000` where the rank is in the last bucket. */
  readonly seen: Json;
  readonly requests: number | null;
}

/** Quantiles of one phase, one for each replica. */
function quantiles(e: EvidenceItem, phase: Phase, rank: 95 | 99): Quantile[] {
  const latency = e.facts.latency_ms;
  const rows = isMap(latency) ? latency[phase] : null;
  const whole = phase === "e2e" ? summaryMs(e, rank) : null;
  if (whole !== null) return [{ seen: whole, requests: null }];
  const list = Array.isArray(rows) ? rows.filter(isMap) : [];
  // Gaps between tokens are counted, not requests: a few answers have hundreds.
  const counts = phase !== "itl";
  return list.map((r) => ({
    seen: r[`p${rank}`] ?? null,
    requests: counts && typeof r.count === "number" ? r.count : null,
  }));
}

/** One replica against the limit: above the last bucket is a failure where that bucket reaches the limit. */
function replica(given: Given, seen: Json, limit: number): Criterion {
  const above = typeof seen === "string" ? /^>(\d+(?:\.\d+)?)$/.exec(seen)?.[1] : undefined;
  if (above === undefined) return compare(given, typeof seen === "number" ? seen : null, "at-most", limit);
  const all = { ...given, seen, limit };
  return Number(above) >= limit
    ? failed(all, "above-limit", { seen: String(seen), limit })
    : notEvidenced(all, "not-measured");
}

/** p95 or p99 of a phase by the histograms of the server: every replica on its own, never averaged. */
export function metricsTail(
  given: Given,
  selection: Selection,
  phase: Phase,
  rank: 95 | 99,
  limit: number,
): Criterion[] {
  return onCurrent(selection, METRICS_FORMATS, (e) =>
    quantiles(e, phase, rank).map(({ seen, requests }) =>
      enoughRequests(replica({ ...given, evidenceIds: [e.id] }, seen, limit), requests, rank),
    ),
  );
}

interface Counted {
  readonly bad: number | null;
  readonly all: number | null;
}

const sum = (values: readonly Json[]): number =>
  values.reduce<number>((a, v) => a + (typeof v === "number" ? v : 0), 0);

/** Requests that ended badly and all of them, by the counters of the server; null where it counts none. */
function counted(e: EvidenceItem): Counted | null {
  const finished = e.facts.request_success_total;
  if (e.format === "vllm-metrics" && isMap(finished)) {
    const bad = sum([finished.abort ?? 0, finished.error ?? 0]);
    return { bad, all: sum(Object.values(finished)) };
  }
  if (e.format === "triton-metrics" && isMap(e.facts.success)) {
    const bad = numberFact(e, "failures");
    return { bad, all: bad === null ? null : bad + sum(Object.values(e.facts.success)) };
  }
  if (e.format === "tgi-metrics" && numberFact(e, "requests") !== null)
    return { bad: numberFact(e, "failed_requests"), all: numberFact(e, "requests") };
  if (e.format === "sglang-metrics" && numberFact(e, "requests") !== null)
    return { bad: numberFact(e, "aborted_requests"), all: numberFact(e, "requests") };
  return null;
}

/** Share of requests that the server counts as failed. */
export function metricsErrors(selection: Selection, limitPct: number | null): Criterion[] {
  return onCurrent(selection, METRICS_FORMATS, (e) => {
    const found = counted(e);
    if (found === null) return [];
    const given = { id: "server-errors", unit: "%", limitSource: "brief:target.errorRatePct", evidenceIds: [e.id] };
    const { bad, all } = found;
    const seen = bad === null || all === null || all === 0 ? null : (bad / all) * 100;
    return [compare(given, seen, "at-most", limitPct)];
  });
}

/** Hidden eviction: requests that were preempted, and a cache that was full. Only metrics show it; a log does not. */
export function cacheCriteria(selection: Selection): Criterion[] {
  return onCurrent(selection, ["vllm-metrics"], (e) => {
    const evidenceIds = [e.id];
    const use = numberFact(e, "kv_cache_usage_max");
    return [
      againstThreshold(
        { id: "preemptions", evidenceIds },
        [numberFact(e, "preemptions")],
        thresholdFor("preemptions", null),
      ),
      ...(use === null
        ? []
        : [againstThreshold({ id: "cache-use", evidenceIds }, [use * 100], thresholdFor("cache-use", null))]),
    ];
  });
}
