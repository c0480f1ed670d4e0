import type { BriefContent } from "@/lib/brief/schema";
import { type Criterion, compare, failed, notEvidenced, passed } from "./criterion";
import { type EvidenceItem, numberFact, ofFormat, type Selection } from "./selection";

/** Results of load tests that can be judged: whole, in the trial, with something completed. */
export function loadResults(selection: Selection): EvidenceItem[] {
  return ofFormat(selection.counted, "vllm-bench-json").filter((e) => (numberFact(e, "completed") ?? 0) > 0);
}

const nothing = (selection: Selection, id: string): Criterion =>
  ofFormat(selection.counted, "vllm-bench-json").length > 0
    ? failed({ id, seen: 0 }, "nothing-completed")
    : notEvidenced({ id }, "no-load-result");

/** A target is judged on every counted result: a good run does not hide a bad one. */
function onEach(results: readonly EvidenceItem[], judge: (e: EvidenceItem) => Criterion): Criterion[] {
  return results.map(judge);
}

/** A file with several results shows facts of its last one only: the others could be bad, so it passes nothing. */
export function severalCriteria(selection: Selection): Criterion[] {
  return ofFormat(selection.current, "vllm-bench-json").flatMap((e) => {
    const seen = numberFact(e, "documents") ?? 1;
    const given = { id: "one-result", seen, limit: 1, evidenceIds: [e.id] };
    return seen > 1 ? [notEvidenced(given, "several-results")] : [];
  });
}

function withSamples(brief: BriefContent, criteria: Criterion[]): Criterion[] {
  if (brief.samples.synthetic !== "all") return criteria;
  return [
    ...criteria,
    notEvidenced({ id: "samples", limitSource: "brief:samples.synthetic", basis: "record" }, "synthetic-only"),
  ];
}

/** Agreed rate of completed work. */
export function throughputCriteria(brief: BriefContent, selection: Selection): Criterion[] {
  const results = loadResults(selection);
  if (results.length === 0) return [nothing(selection, "throughput")];
  const { requestsPerSecond, tokensPerSecond, outputsPerHour } = brief.target;
  const rows = [
    {
      id: "requests",
      key: "request_throughput",
      unit: "requests/s",
      limit: requestsPerSecond,
      field: "requestsPerSecond",
      factor: 1,
    },
    {
      id: "tokens",
      key: "output_throughput",
      unit: "tokens/s",
      limit: tokensPerSecond,
      field: "tokensPerSecond",
      factor: 1,
    },
    {
      id: "outputs",
      key: "request_throughput",
      unit: "outputs/h",
      limit: outputsPerHour,
      field: "outputsPerHour",
      factor: 3_600,
    },
  ].filter((r) => r.limit !== null);
  if (rows.length === 0) return [notEvidenced({ id: "throughput" }, "no-limit")];
  const judged = onEach(results, (e) => consistent(e)).filter((c) => c.state !== "passed");
  const criteria = rows.flatMap((row) =>
    onEach(results, (e) => {
      const seen = numberFact(e, row.key);
      const given = { id: row.id, unit: row.unit, limitSource: `brief:target.${row.field}`, evidenceIds: [e.id] };
      return compare(given, seen === null ? null : seen * row.factor, "at-least", row.limit);
    }),
  );
  return withSamples(brief, [...criteria, ...judged, ...severalCriteria(selection)]);
}

/** Numbers of one file that contradict each other are asked about, not averaged. */
function consistent(e: EvidenceItem): Criterion {
  const given = { id: "consistent", evidenceIds: [e.id] };
  const contradicts = e.warnings?.some((w) => w.code === "INCONSISTENT") ?? false;
  return contradicts ? notEvidenced(given, "contradictory") : passed(given);
}

const PHASES = [
  { phase: "ttft", metric: "ttft" },
  { phase: "tpot", metric: "tpot" },
  { phase: "e2e", metric: "e2el" },
] as const;
const TAILS = [95, 99] as const;

/** The printed percentile, or the one computed from the tool's own per-request lists. */
function tailFact(e: EvidenceItem, rank: 95 | 99, metric: string): number | null {
  const printed = numberFact(e, `p${rank}_${metric}_ms`);
  if (printed !== null) return printed;
  const lists = e.facts.recomputed_from_arrays;
  const computed =
    typeof lists === "object" && lists !== null && !Array.isArray(lists)
      ? (lists as Readonly<Record<string, unknown>>)[`p${rank}_${metric}_ms`]
      : null;
  return typeof computed === "number" ? computed : null;
}

function tailCriterion(e: EvidenceItem, rank: 95 | 99, metric: string, limit: number, source: string): Criterion {
  const given = { id: `${metric}-p${rank}`, unit: "ms", limitSource: source, evidenceIds: [e.id] };
  const seen = tailFact(e, rank, metric);
  const p99 = tailFact(e, 99, metric);
  // p95 is never above p99: where only p99 was printed and it keeps the limit, p95 does too.
  if (seen === null && rank === 95 && p99 !== null && p99 <= limit) return passed({ ...given, seen: p99, limit });
  return compare(given, seen, "at-most", limit);
}

/** p95 and p99 of queue and response in target. */
export function tailCriteria(brief: BriefContent, selection: Selection): Criterion[] {
  const results = loadResults(selection);
  const target = brief.target;
  const wanted = PHASES.flatMap(({ phase, metric }) =>
    TAILS.flatMap((rank) => {
      const field = `${phase}P${rank}Ms` as const;
      const limit = target[field];
      return limit === null ? [] : [{ rank, metric, limit, source: `brief:target.${field}` }];
    }),
  );
  const queue = (
    [
      ["queueP95Ms", target.queueP95Ms],
      ["queueP99Ms", target.queueP99Ms],
    ] as const
  ).flatMap(([field, limit]) =>
    limit === null
      ? []
      : [notEvidenced({ id: field, unit: "ms", limit, limitSource: `brief:target.${field}` }, "not-measured")],
  );
  if (wanted.length === 0 && queue.length === 0) {
    // Work that ends has no response to wait for: its deadline is judged as throughput.
    return [];
  }
  if (results.length === 0) return [nothing(selection, "tail")];
  const criteria = wanted.flatMap((w) => onEach(results, (e) => tailCriterion(e, w.rank, w.metric, w.limit, w.source)));
  const odd = onEach(results, consistent).filter((c) => c.state !== "passed");
  return withSamples(brief, [...criteria, ...queue, ...odd, ...severalCriteria(selection)]);
}

/** Failed and lost requests, as a share of those asked. */
export function errorCriteria(brief: BriefContent, selection: Selection): Criterion[] {
  const results = ofFormat(selection.counted, "vllm-bench-json");
  if (results.length === 0) return [notEvidenced({ id: "errors" }, "no-load-result")];
  const judged = results.map((e) => {
    const [asked, done, bad] = [numberFact(e, "num_prompts"), numberFact(e, "completed"), numberFact(e, "failed") ?? 0];
    const given = { id: "errors", unit: "%", limitSource: "brief:target.errorRatePct", evidenceIds: [e.id] };
    if (asked === null || asked === 0 || done === null) return notEvidenced(given, "not-measured");
    const lost = asked - done - bad;
    if (lost !== 0)
      return failed({ ...given, seen: lost }, lost > 0 ? "requests-lost" : "contradictory", { count: Math.abs(lost) });
    return compare(given, ((asked - done) / asked) * 100, "at-most", brief.target.errorRatePct);
  });
  return [...judged, ...severalCriteria(selection)];
}
