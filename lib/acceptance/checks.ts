import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import { Decimal } from "@/lib/money/money";
import {
  type Criterion,
  combine,
  compare,
  failed,
  type Judgement,
  notApplicable,
  notEvidenced,
  passed,
} from "./criterion";
import { jobErrors } from "./job-checks";
import { errorCriteria, tailCriteria, throughputCriteria } from "./load-checks";
import { cacheCriteria } from "./metrics-checks";
import type { CheckId } from "./names";
import { judgeDrill } from "./recovery";
import { reserveCriteria, restoreCriteria } from "./restore-checks";
import type { Card } from "./schema";
import { type EvidenceItem, type EvidenceWindow, numberFact, numbersFact, type Selection, textFact } from "./selection";
import { isOtherEngine, startLogs } from "./start-logs";
import { hangCriteria, trainingMemory, trainingRates, trainingReliability } from "./training-checks";

export interface CheckInput {
  readonly brief: BriefContent;
  readonly plan: Plan;
  readonly card: Card;
  readonly selection: Selection;
  readonly window: EvidenceWindow;
  /** Billed so far for the trial, in one currency; null while no bill is known. */
  readonly spent: { readonly amount: string; readonly currency: string } | null;
  /** The instant of judging, ISO text; null where the caller gives none: then no trial is overdue. */
  readonly now: string | null;
}

type Log = EvidenceItem;
const logs = (s: Selection): Log[] => startLogs(s.counted);
const base = (name: string): string => (name.split("/").at(-1) ?? name).toLowerCase();

/** Known revision ready within the agreed time. */
function startup({ brief, selection }: CheckInput): Criterion[] {
  const limit = brief.target.startupWithinSeconds;
  const source = "brief:target.startupWithinSeconds";
  const broken = startLogs(selection.current).filter((e) => e.facts.out_of_memory === true);
  const dead = broken.map((e) => failed({ id: "ready", evidenceIds: [e.id] }, "out-of-memory"));
  if (logs(selection).length === 0)
    return [...dead, notEvidenced({ id: "ready", limit, limitSource: source, unit: "s" }, "no-start-log")];
  return [
    ...dead,
    ...logs(selection).flatMap((e) => [
      compare(
        { id: "ready", unit: "s", limitSource: source, evidenceIds: [e.id] },
        numberFact(e, "startup_seconds"),
        "at-most",
        limit,
      ),
      ...revision(brief, e),
      ...engine(brief, e),
    ]),
  ];
}

/** A log of another server than the brief's shows nothing of the one that will run. */
function engine(brief: BriefContent, e: Log): Criterion[] {
  const wanted = brief.memoryShape.engine;
  const given = { id: "engine", seen: e.format, limit: wanted, limitSource: "brief:memoryShape.engine" };
  return isOtherEngine(e, wanted) ? [notEvidenced({ ...given, evidenceIds: [e.id] }, "other-engine")] : [];
}

/** The log must be of the brief's revision, where both state one; a log of another revision proves nothing here. */
function revision(brief: BriefContent, e: Log): Criterion[] {
  const said = textFact(e, "revision");
  const wanted = brief.memoryShape.modelRevision;
  if (said === null || wanted === null) return [];
  const same = said.startsWith(wanted) || wanted.endsWith(said) || wanted.includes(said);
  const given = {
    id: "revision",
    seen: said,
    limit: wanted,
    limitSource: "brief:memoryShape.modelRevision",
    evidenceIds: [e.id],
  };
  return [same ? passed(given) : notEvidenced(given, "other-revision")];
}

/** Evidence that names another model than the brief; the last part of the name counts, paths differ by machine. */
export function modelCriteria(brief: BriefContent, selection: Selection): Criterion[] {
  const wanted = brief.memoryShape.modelPreset;
  if (wanted === null) return [];
  return selection.counted.flatMap((e) => {
    const said = textFact(e, "model_id") ?? textFact(e, "model");
    if (said === null || base(said) === base(wanted)) return [];
    const given = {
      id: "model",
      seen: said,
      limit: wanted,
      limitSource: "brief:memoryShape.modelPreset",
      evidenceIds: [e.id],
    };
    return [notEvidenced(given, "other-model")];
  });
}

/** Tokens that the cache holds: printed length times printed concurrency, which is right for hybrid models too. */
function cacheTokens(e: Log): number | null {
  const pairs = Array.isArray(e.facts.max_concurrency) ? e.facts.max_concurrency : [];
  const printed = pairs.flatMap((p) =>
    Array.isArray(p) && typeof p[0] === "number" && typeof p[1] === "number" ? [p[0] * p[1]] : [],
  );
  const all =
    printed.length > 0 ? printed : [...numbersFact(e, "kv_cache_tokens"), ...numbersFact(e, "kv_tokens_from_blocks")];
  return all.length === 0 ? null : Math.floor(Math.min(...all));
}

/** Planned model and concurrency without out-of-memory or hidden eviction. */
function memory(input: CheckInput): Criterion[] {
  const { brief, selection } = input;
  if (brief.memoryShape.runKind === "train") return trainingMemory(input);
  const broken = startLogs(selection.current).filter(
    (e) => e.facts.out_of_memory === true || e.warnings?.some((w) => w.code === "DOES_NOT_FIT"),
  );
  const dead = broken.map((e) => failed({ id: "fits", evidenceIds: [e.id] }, "out-of-memory"));
  const { concurrency, contextTokens, runKind } = brief.memoryShape;
  const needed =
    runKind === "serve" && concurrency !== null && contextTokens !== null ? concurrency * contextTokens : null;
  const source = "brief:memoryShape.concurrency × memoryShape.contextTokens";
  const given = { id: "cache", unit: "tokens", limit: needed, limitSource: source };
  if (logs(selection).length === 0) return [...dead, notEvidenced(given, "no-start-log")];
  return [
    ...dead,
    ...logs(selection).map((e) => compare({ ...given, evidenceIds: [e.id] }, cacheTokens(e), "at-least", needed)),
  ];
}

/** Restart and retry keep the work or report the loss. */
function reliability(input: CheckInput): Criterion[] {
  const { brief, card, selection, window } = input;
  const serving = brief.memoryShape.runKind === "serve";
  return [
    ...(serving ? errorCriteria(brief, selection) : []),
    ...jobErrors(brief, selection),
    ...hangCriteria(input),
    ...trainingReliability(input),
    ...restoreCriteria(input),
    ...judgeDrill(brief, card.drill, selection, window),
  ];
}

/** Shown by the end itself, not by the plan of it: open while the trial runs, failed where nobody ended it in time. */
function trialEnd({ plan, window, now }: CheckInput): Criterion {
  const limit = plan.trial.endDate;
  const end = { id: "trial-end", limit, limitSource: "plan:trial.endDate", basis: "record" as const };
  if (window === null || window === "not-given") return notEvidenced(end, "no-trial");
  const seen = window.endsAt.slice(0, 10);
  if (seen > limit) return failed({ ...end, seen }, "trial-too-long");
  const past = now === null ? window.ended === true : Date.parse(now) >= Date.parse(window.endsAt);
  if (!past) return notEvidenced({ ...end, seen }, "trial-running");
  return window.ended === true ? passed({ ...end, seen }) : failed({ ...end, seen }, "trial-not-ended");
}

/** Stopped, scaled or escalated by the owner's rule: the trial ends in time, keeps its budget, and the rule was tried. */
function costControl(input: CheckInput): Criterion[] {
  const { plan, card, spent } = input;
  const rule = { id: "stop-rule", seen: plan.stopRule, limitSource: "plan:stopRule", basis: "stated" as const };
  const tried = card.gates.failure.at(-1)?.items["stop-rule"];
  const list: Criterion[] = [
    tried === undefined
      ? notEvidenced(rule, "stop-rule-not-tried")
      : tried.done && tried.note.trim() !== ""
        ? passed(rule)
        : failed(rule, "stop-rule-failed"),
  ];
  list.push(trialEnd(input));
  const { amount, currency } = plan.trial.budget;
  const budget = {
    id: "budget",
    limit: amount,
    unit: currency,
    limitSource: "plan:trial.budget",
    basis: "record" as const,
  };
  if (spent === null) return [...list, notEvidenced(budget, "nothing-billed")];
  if (spent.currency !== currency) return [...list, notEvidenced({ ...budget, seen: spent.amount }, "other-currency")];
  const within = new Decimal(spent.amount).lte(amount);
  return [
    ...list,
    within ? passed({ ...budget, seen: spent.amount }) : failed({ ...budget, seen: spent.amount }, "over-budget"),
  ];
}

/** The six checks, each judged against the brief and the plan. */
export function judgeChecks(input: CheckInput): Record<CheckId, Judgement> {
  const { brief, selection } = input;
  const tail = tailCriteria(brief, selection);
  const otherModel = modelCriteria(brief, selection);
  const onModel = (criteria: Criterion[]) => combine([...criteria, ...otherModel]);
  const ends = brief.kind !== null && brief.kind !== "interactive-inference";
  return {
    startup: onModel(startup(input)),
    memory: onModel([...memory(input), ...cacheCriteria(selection), ...reserveCriteria(input)]),
    throughput: onModel(throughputCriteria(brief, selection, trainingRates(input))),
    tail: tail.length > 0 ? onModel(tail) : ends ? notApplicable("no-response-to-wait-for") : combine([], "no-limit"),
    reliability: combine(reliability(input)),
    "cost-control": combine(costControl(input)),
  };
}
