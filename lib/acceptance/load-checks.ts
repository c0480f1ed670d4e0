import type { BriefContent } from "@/lib/brief/schema";
import { type Criterion, compare, failed, notEvidenced, passed } from "./criterion";
import { jobRates } from "./job-checks";
import {
  allLoadResults,
  currentLoads,
  type LoadResult,
  loadResults,
  type Metric,
  type Rank,
  resultsInFile,
} from "./load-result";
import { enoughRequests, metricsErrors, metricsTail, type Phase } from "./metrics-checks";
import type { Selection } from "./selection";

const nothing = (selection: Selection, id: string): Criterion =>
  allLoadResults(selection).length > 0
    ? failed({ id, seen: 0 }, "nothing-completed")
    : notEvidenced({ id }, "no-load-result");

/** A target is judged on every counted result: a good run does not hide a bad one. */
function onEach(results: readonly LoadResult[], judge: (r: LoadResult) => Criterion): Criterion[] {
  return results.map(judge);
}

/** A file with several results shows facts of its last one only: the others could be bad, so it passes nothing. */
export function severalCriteria(selection: Selection): Criterion[] {
  return currentLoads(selection).flatMap((e) => {
    const seen = resultsInFile(e);
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

/** Agreed rate of completed work: of requests, of jobs, or of training, whose rates are given. */
export function throughputCriteria(
  brief: BriefContent,
  selection: Selection,
  training: readonly Criterion[],
): Criterion[] {
  const results = loadResults(selection);
  const jobs = [...jobRates(brief, selection), ...training];
  if (results.length === 0) return jobs.length > 0 ? withSamples(brief, jobs) : [nothing(selection, "throughput")];
  const { requestsPerSecond, tokensPerSecond, outputsPerHour } = brief.target;
  const rows = [
    {
      id: "requests",
      key: "requestsPerSecond",
      unit: "requests/s",
      limit: requestsPerSecond,
      field: "requestsPerSecond",
      factor: 1,
    },
    {
      id: "tokens",
      key: "tokensPerSecond",
      unit: "tokens/s",
      limit: tokensPerSecond,
      field: "tokensPerSecond",
      factor: 1,
    },
    {
      id: "outputs",
      key: "requestsPerSecond",
      unit: "outputs/h",
      limit: outputsPerHour,
      field: "outputsPerHour",
      factor: 3_600,
    },
  ] as const;
  const wanted = rows.filter((r) => r.limit !== null);
  if (wanted.length === 0) return [...jobs, notEvidenced({ id: "throughput" }, "no-limit")];
  const judged = onEach(results, consistent).filter((c) => c.state !== "passed");
  const criteria = wanted.flatMap((row) =>
    onEach(results, (r) => {
      const seen = r[row.key];
      const given = { id: row.id, unit: row.unit, limitSource: `brief:target.${row.field}`, evidenceIds: [r.item.id] };
      return compare(given, seen === null ? null : seen * row.factor, "at-least", row.limit);
    }),
  );
  return withSamples(brief, [...criteria, ...jobs, ...judged, ...severalCriteria(selection)]);
}

/** Numbers of one file that contradict each other are asked about, not averaged; a run cut short is no result. */
function consistent({ item: e }: LoadResult): Criterion {
  const given = { id: "consistent", evidenceIds: [e.id] };
  if (e.facts.was_cancelled === true) return notEvidenced(given, "run-cancelled");
  const contradicts = e.warnings?.some((w) => w.code === "INCONSISTENT") ?? false;
  return contradicts ? notEvidenced(given, "contradictory") : passed(given);
}

const PHASES = [
  { phase: "ttft", metric: "ttft" },
  { phase: "tpot", metric: "tpot" },
  { phase: "itl", metric: "itl" },
  { phase: "e2e", metric: "e2el" },
] as const;
const TAILS = [95, 99] as const;

interface Wanted {
  readonly phase: Phase;
  readonly metric: Metric;
  readonly rank: Rank;
  readonly limit: number;
  readonly source: string;
}

function tailCriterion(r: LoadResult, wanted: Wanted): Criterion {
  return enoughRequests(tailOf(r, wanted), r.completed, wanted.rank);
}

function tailOf(r: LoadResult, { metric, rank, limit, source }: Wanted): Criterion {
  const given = { id: `${metric}-p${rank}`, unit: "ms", limitSource: source, evidenceIds: [r.item.id] };
  const seen = r.tail(metric, rank);
  const p99 = r.tail(metric, 99);
  // p95 is never above p99: where only p99 was printed and it keeps the limit, p95 does too.
  if (seen === null && rank === 95 && p99 !== null && p99 <= limit) return passed({ ...given, seen: p99, limit });
  return compare(given, seen, "at-most", limit);
}

function wantedOf({ target }: BriefContent): Wanted[] {
  return PHASES.flatMap(({ phase, metric }) =>
    TAILS.flatMap((rank): Wanted[] => {
      const field = `${phase}P${rank}Ms` as const;
      const limit = target[field] ?? null;
      return limit === null ? [] : [{ phase, rank, metric, limit, source: `brief:target.${field}` }];
    }),
  );
}

/** Only the server sees its queue and which part of an answer took how long: histograms, per replica, never averaged. */
function serverCriteria({ target }: BriefContent, selection: Selection): Criterion[] {
  return (["queue", "prefill", "decode"] as const).flatMap((phase) =>
    TAILS.flatMap((rank) => {
      const field = `${phase}P${rank}Ms` as const;
      const limit = target[field] ?? null;
      if (limit === null) return [];
      const given = { id: field, unit: "ms", limit, limitSource: `brief:target.${field}` };
      const seen = metricsTail(given, selection, phase, rank, limit);
      return seen.length > 0 ? seen : [notEvidenced(given, "not-measured")];
    }),
  );
}

/** A run that let fewer in at once than the brief plans shows no tail of the planned load, unless it kept the rate. */
function concurrencyCriteria({ memoryShape, target }: BriefContent, results: readonly LoadResult[]): Criterion[] {
  const limit = memoryShape.concurrency;
  if (limit === null) return [];
  return results.flatMap(({ item, requestsPerSecond, mostAtOnce: seen }) => {
    const kept = target.requestsPerSecond !== null && (requestsPerSecond ?? 0) >= target.requestsPerSecond;
    if (seen === null || seen >= limit || kept) return [];
    const given = { id: "concurrency", seen, limit, limitSource: "brief:memoryShape.concurrency" };
    return [notEvidenced({ ...given, evidenceIds: [item.id] }, "run-of-other-size", { seen, limit })];
  });
}

/** p95 and p99 of queue and response in target. */
export function tailCriteria(brief: BriefContent, selection: Selection): Criterion[] {
  const results = loadResults(selection);
  const wanted = wantedOf(brief);
  const server = serverCriteria(brief, selection);
  // Work that ends has no response to wait for: its deadline is judged as throughput.
  if (wanted.length === 0 && server.length === 0) return [];
  if (results.length === 0) return [nothing(selection, "tail")];
  const criteria = wanted.flatMap((w) => {
    const given = { id: `${w.metric}-p${w.rank}`, unit: "ms", limitSource: w.source };
    const measured = metricsTail(given, selection, w.phase, w.rank, w.limit);
    const client = onEach(results, (r) => tailCriterion(r, w));
    // What one tool did not print and the server measured is measured.
    const told = client.filter((c) => c.reason?.code !== "not-measured");
    return [...(measured.length > 0 ? told : client), ...measured];
  });
  const odd = onEach(results, consistent).filter((c) => c.state !== "passed");
  const smaller = concurrencyCriteria(brief, results);
  return withSamples(brief, [...criteria, ...server, ...odd, ...smaller, ...severalCriteria(selection)]);
}

/** Failed and lost requests, as a share of those asked. */
export function errorCriteria(brief: BriefContent, selection: Selection): Criterion[] {
  const limit = brief.target.errorRatePct;
  const server = metricsErrors(selection, limit);
  const results = allLoadResults(selection);
  if (results.length === 0) return [notEvidenced({ id: "errors" }, "no-load-result"), ...server];
  const judged = results.map(({ item, asked, completed, failed: told }) => {
    const bad = told ?? 0;
    const given = { id: "errors", unit: "%", limitSource: "brief:target.errorRatePct", evidenceIds: [item.id] };
    if (asked === null || asked === 0 || completed === null) return notEvidenced(given, "not-measured");
    const lost = asked - completed - bad;
    if (lost !== 0)
      return failed({ ...given, seen: lost }, lost > 0 ? "requests-lost" : "contradictory", { count: Math.abs(lost) });
    return compare(given, ((asked - completed) / asked) * 100, "at-most", limit);
  });
  return [...judged, ...server, ...severalCriteria(selection)];
}
