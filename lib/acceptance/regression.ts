import type { BriefContent } from "@/lib/brief/schema";
import { compareRuns } from "./compare-runs";
import { type Criterion, combine } from "./criterion";
import { errorCriteria, tailCriteria, throughputCriteria } from "./load-checks";
import { loadResultOf, type Metric, type Rank } from "./load-result";
import type { EvidenceItem, Selection } from "./selection";

/** One stored result of a load test with the revision of the brief that it was run for. */
export interface StoredRun {
  readonly item: EvidenceItem;
  readonly toolVersion: string | null;
  readonly revision: number;
  readonly brief: BriefContent;
}

export type FigureId = "requests" | "tokens" | "errors" | `${Metric}-p${Rank}`;

export interface RunFigure {
  readonly id: FigureId;
  readonly unit: string;
  readonly seen: number | null;
  /** Of the last passing run that can be compared; null where there is none or it lacks the figure. */
  readonly before: number | null;
  /** Change in percent of what was before. */
  readonly changePct: number | null;
  /** Worse than before by more than is let pass. */
  readonly regressed: boolean;
}

export type RunState = "passed" | "failed" | "not-evidenced";

export interface JudgedRun {
  readonly id: string;
  readonly revision: number;
  readonly state: RunState;
  /** What the run missed of its brief's limits. */
  readonly missed: readonly Criterion[];
  readonly figures: readonly RunFigure[];
  /** The last passing run before it; null where there is none. */
  readonly against: string | null;
  /** Facts of inputs, software and parameters that differ from that run: its results then show more than one change. */
  readonly alsoDiffers: readonly string[];
  readonly regressed: boolean;
}

/** How much worse than the last passing run is let pass, in percent: rates vary little between runs, tails more. */
export const LET_PASS = { ratePct: 5, tailPct: 10, errorPoints: 0.5 } as const;

const ONLY_SERVER = /^(?:queue|prefill|decode)P/;
const METRICS: readonly Metric[] = ["ttft", "tpot", "itl", "e2el"];
const RANKS: readonly Rank[] = [95, 99];

interface Figure {
  readonly id: FigureId;
  readonly unit: string;
  readonly seen: number | null;
}

function figuresOf(item: EvidenceItem): Figure[] {
  const r = loadResultOf(item);
  const { asked, completed } = r;
  const errors = asked === null || asked === 0 || completed === null ? null : ((asked - completed) / asked) * 100;
  return [
    { id: "requests", unit: "requests/s", seen: r.requestsPerSecond },
    { id: "tokens", unit: "tokens/s", seen: r.tokensPerSecond },
    { id: "errors", unit: "%", seen: errors },
    ...METRICS.flatMap((m) =>
      RANKS.map((rank): Figure => ({ id: `${m}-p${rank}`, unit: "ms", seen: r.tail(m, rank) })),
    ),
  ];
}

function regressedBy(id: FigureId, before: number, seen: number): boolean {
  if (id === "errors") return seen - before > LET_PASS.errorPoints;
  if (id === "requests" || id === "tokens") return seen < before * (1 - LET_PASS.ratePct / 100);
  return seen > before * (1 + LET_PASS.tailPct / 100);
}

/** Against the brief of its own revision, on its own; what only the server's metrics show is not asked of a client. */
function judgeAlone({ item, brief }: StoredRun): { state: RunState; missed: Criterion[] } {
  const selection: Selection = { counted: item.complete ? [item] : [], current: [item], notCounted: [] };
  const criteria = [
    ...throughputCriteria(brief, selection, []),
    ...tailCriteria(brief, selection).filter((c) => !ONLY_SERVER.test(c.id)),
    ...errorCriteria(brief, selection),
  ];
  const state = combine(criteria).state;
  return {
    state: state === "not-applicable" ? "not-evidenced" : state,
    missed: criteria.filter((c) => c.state !== "passed"),
  };
}

const runOf = ({ item, toolVersion }: StoredRun) => ({ format: item.format ?? "", toolVersion, facts: item.facts });

/**
 * Runs in the order in which they came, each judged alone against the brief of its revision, and beside the last passing
 * run of the same tool. A figure that is missing on either side is no regression and no proof of none.
 */
export function regressionOf(runs: readonly StoredRun[]): JudgedRun[] {
  const passing = new Map<string, StoredRun>();
  return runs.map((run): JudgedRun => {
    const format = run.item.format ?? "";
    const before = passing.get(format) ?? null;
    const { state, missed } = judgeAlone(run);
    const old = before === null ? [] : figuresOf(before.item);
    const figures = figuresOf(run.item)
      .map((f): RunFigure => {
        const was = old.find((o) => o.id === f.id)?.seen ?? null;
        const both = was !== null && f.seen !== null;
        return {
          ...f,
          before: was,
          changePct: both && was !== 0 ? ((f.seen - was) / was) * 100 : null,
          regressed: both && regressedBy(f.id, was, f.seen),
        };
      })
      .filter((f) => f.seen !== null || f.before !== null);
    const alsoDiffers =
      before === null
        ? []
        : compareRuns(runOf(before), runOf(run)).differences.flatMap((d) => (d.group === "results" ? [] : [d.fact]));
    if (state === "passed") passing.set(format, run);
    return {
      id: run.item.id,
      revision: run.revision,
      state,
      missed,
      figures,
      against: before?.item.id ?? null,
      alsoDiffers,
      regressed: figures.some((f) => f.regressed),
    };
  });
}
