import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import { modelCriteria } from "./checks";
import { loadResults, resultsInFile } from "./load-result";
import { type EvidenceItem, numberFact, type Selection } from "./selection";
import { TRAINING_FORMATS } from "./training-checks";

/** What the brief's own benchmark measured: it replaces the planning figures. Null for what was not printed. */
export interface MeasuredSpeed {
  readonly kind: "serving" | "training";
  readonly evidenceId: string;
  readonly format: string;
  /** Mean of the run; a tail is judged by the review. */
  readonly timeToFirstTokenMs: number | null;
  readonly timePerTokenMs: number | null;
  readonly outputTokensPerSecond: number | null;
  /** Of a training, all cards together. */
  readonly tokensPerSecond: number | null;
  /** Requests in flight during the load. */
  readonly concurrency: number | null;
}

const NOTHING = {
  timeToFirstTokenMs: null,
  timePerTokenMs: null,
  outputTokensPerSecond: null,
  tokensPerSecond: null,
  concurrency: null,
};

/** The mean under any of its names; tools that print statistics as objects have it inside as `avg` or `mean`. */
function meanOf(item: EvidenceItem, names: readonly string[]): number | null {
  for (const name of names) {
    const plain = numberFact(item, name);
    if (plain !== null) return plain;
    const of = item.facts[name];
    if (typeof of !== "object" || of === null || Array.isArray(of)) continue;
    for (const key of ["avg", "mean"]) {
      const value = (of as Readonly<Record<string, unknown>>)[key];
      if (typeof value === "number" && Number.isFinite(value)) return value;
    }
  }
  return null;
}

function ofServing(selection: Selection): MeasuredSpeed | null {
  // A sweep of several loads shows the facts of its last one only, which need not be the brief's.
  const loads = loadResults(selection).filter((r) => resultsInFile(r.item) === 1);
  const last = loads.findLast((r) => r.item.gate === "load") ?? loads.at(-1);
  if (!last) return null;
  const { item, tokensPerSecond } = last;
  return {
    ...NOTHING,
    kind: "serving",
    evidenceId: item.id,
    format: item.format ?? "",
    timeToFirstTokenMs: meanOf(item, ["mean_ttft_ms", "ttft_ms"]),
    timePerTokenMs: meanOf(item, ["mean_tpot_ms", "tpot_ms", "itl_ms"]),
    outputTokensPerSecond: tokensPerSecond,
    concurrency: numberFact(item, "max_concurrency"),
  };
}

/** Tokens of the whole job in a second, or of one card times the plan's cards where only that is printed. */
function trainedTokens(e: EvidenceItem, { count }: Plan): number | null {
  const job = numberFact(e, "tokens_per_s_job");
  if (job !== null) return job;
  const card = numberFact(e, "tokens_per_s_card");
  if (card !== null) return card * count;
  const [tokens, seconds] = [numberFact(e, "tokens_seen"), numberFact(e, "train_runtime_s")];
  return tokens === null || tokens <= 0 || seconds === null || seconds <= 0 ? null : tokens / seconds;
}

function ofTraining(plan: Plan, selection: Selection): MeasuredSpeed | null {
  const formats: readonly string[] = TRAINING_FORMATS;
  const logs = selection.counted.filter((e) => formats.includes(e.format ?? ""));
  const found = logs.flatMap((e) => {
    const tokensPerSecond = trainedTokens(e, plan);
    return tokensPerSecond === null ? [] : [{ e, tokensPerSecond }];
  });
  const last = found.at(-1);
  if (!last) return null;
  const { e, tokensPerSecond } = last;
  return { ...NOTHING, kind: "training", evidenceId: e.id, format: e.format ?? "", tokensPerSecond };
}

/**
 * The latest benchmark that counts for the plan: read whole, inside its trial, and of the brief's model. Null while there
 * is none, and the planning figures stand.
 */
export function measuredSpeed(brief: BriefContent, plan: Plan, selection: Selection): MeasuredSpeed | null {
  const others = new Set(modelCriteria(brief, selection).flatMap((c) => c.evidenceIds ?? []));
  const own = { ...selection, counted: selection.counted.filter((e) => !others.has(e.id)) };
  const { runKind } = brief.memoryShape;
  if (runKind === "serve") return ofServing(own);
  return runKind === "train" ? ofTraining(plan, own) : null;
}
