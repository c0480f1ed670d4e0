import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { againstThreshold, onCurrent } from "./against-threshold";
import { type Criterion, compare, failed, notEvidenced, passed, type ReasonCode } from "./criterion";
import { valuesOf } from "./device-facts";
import { type EvidenceItem, numberFact, type Selection } from "./selection";
import { thresholdFor } from "./thresholds";

/** Steps of a training run: the log that it printed, and the state that Hugging Face's Trainer saved. */
export const TRAINING_FORMATS = ["torchrun-log", "hf-trainer-state"] as const;
/** Who joined, and which collectives hung. */
export const GROUP_FORMATS = ["torch-distributed"] as const;

interface Given {
  readonly brief: BriefContent;
  readonly plan: Plan;
  readonly selection: Selection;
}

const listLength = (e: EvidenceItem, key: string): number | null => valuesOf(e, key)?.length ?? null;

/** Ranks that joined, against the cards of the plan: another number is another run. */
export function groupCriteria({ plan, selection }: Given): Criterion[] {
  return onCurrent(selection, GROUP_FORMATS, (e) => {
    const [size, joined] = [numberFact(e, "world_size"), listLength(e, "ranks_seen")];
    const given = {
      id: "ranks-joined",
      unit: "GPUs",
      seen: joined,
      limit: plan.count,
      limitSource: "plan:count",
      evidenceIds: [e.id],
    };
    const code: ReasonCode | null =
      size === null || joined === null
        ? "not-measured"
        : size !== plan.count
          ? "run-of-other-size"
          : joined < size
            ? "not-all-cards"
            : null;
    const all = { ...given, seen: code === "run-of-other-size" ? size : joined };
    return [code === null ? passed(all) : notEvidenced(all, code, { seen: all.seen ?? 0, limit: plan.count })];
  });
}

/** A collective or a worker that was stopped on purpose is the failure gate's matter: it asks, it does not fail. */
function unlessOnPurpose(e: EvidenceItem, c: Criterion): Criterion {
  return e.gate === "failure" && c.state === "failed" ? notEvidenced(c, "ask-about-it") : c;
}

const sumOf = (e: EvidenceItem, keys: readonly string[]): number | null => {
  const values = keys.map((k) => numberFact(e, k));
  return values.some((v) => v === null) ? null : values.reduce<number>((a, v) => a + (v ?? 0), 0);
};

/** Collectives that timed out, and what else the group reports: watchdogs, mismatches, broken connections. */
export function hangCriteria({ selection }: Pick<Given, "selection">): Criterion[] {
  return onCurrent(selection, GROUP_FORMATS, (e) => {
    const evidenceIds = [e.id];
    const others = sumOf(e, ["stuck_watchdogs", "mismatches", "connection_failures", "errors"]);
    return [
      againstThreshold(
        { id: "collective-timeouts", evidenceIds },
        [numberFact(e, "timeout_count")],
        thresholdFor("collective-timeouts", null),
      ),
      againstThreshold({ id: "group-errors", evidenceIds }, [others], thresholdFor("group-errors", null)),
    ].map((c) => unlessOnPurpose(e, c));
  });
}

/** Cards that a run had: by its own log, else by one log of the same trial that tells it. */
function cardsOfRun(e: EvidenceItem, { plan, selection }: Given): number | null {
  const own = numberFact(e, "world_size");
  if (own !== null) return own;
  // One card cannot be more than a part of itself.
  if (plan.count === 1) return 1;
  const told = selection.counted.flatMap((o) => {
    const size =
      o.format === "nccl-debug"
        ? numberFact(o, "nranks")
        : o.format === "torch-distributed" || o.format === "torchrun-log"
          ? numberFact(o, "world_size")
          : null;
    return size === null ? [] : [size];
  });
  return new Set(told).size === 1 ? (told[0] ?? null) : null;
}

/** A good figure counts for the plan's number of cards alone; a bad one stands where at least as many worked. */
function forCards(e: EvidenceItem, given: Given, c: Criterion): Criterion {
  const cards = cardsOfRun(e, given);
  const { count } = given.plan;
  if (cards === count) return c;
  if (c.state === "failed" && (cards === null || cards >= count)) return c;
  if (cards === null) return notEvidenced(c, "cards-unknown");
  return notEvidenced(c, "run-of-other-size", { seen: cards, limit: count });
}

/** What one log does not tell and another one does is told. */
function toldOnce(criteria: readonly Criterion[]): Criterion[] {
  const silent = (c: Criterion) => c.reason?.code === "not-measured" || c.reason?.code === "only-a-setting";
  const told = new Set(criteria.filter((c) => !silent(c)).map((c) => c.id));
  return criteria.filter((c) => !silent(c) || !told.has(c.id));
}

/** Tokens of the whole job in a second; null where the log does not tell. */
function jobTokens(e: EvidenceItem): number | null {
  if (e.format === "torchrun-log") return numberFact(e, "tokens_per_s_job");
  const [tokens, seconds] = [numberFact(e, "tokens_seen"), numberFact(e, "train_runtime_s")];
  const finished = e.facts.finished === true;
  return !finished || tokens === null || tokens <= 0 || seconds === null || seconds <= 0 ? null : tokens / seconds;
}

/** Tokens a second, also where only those of one card are printed: as many cards as planned could do no more. */
function tokenRate(e: EvidenceItem, given: Given): Criterion[] {
  const limit = given.brief.target.tokensPerSecond;
  if (limit === null) return [];
  const at = { id: "training-tokens", unit: "tokens/s", limitSource: "brief:target.tokensPerSecond" };
  const seen = jobTokens(e);
  const perCard = numberFact(e, "tokens_per_s_card");
  if (seen === null && perCard !== null) {
    const most = compare({ ...at, evidenceIds: [e.id] }, perCard * given.plan.count, "at-least", limit);
    return [forCards(e, given, most)];
  }
  return [forCards(e, given, compare({ ...at, evidenceIds: [e.id] }, seen, "at-least", limit))];
}

/** Seconds of one step. */
function stepSeconds(e: EvidenceItem): number | null {
  if (e.format === "torchrun-log") return numberFact(e, "seconds_per_step");
  const perSecond = numberFact(e, "steps_per_s");
  return perSecond === null || perSecond <= 0 ? null : 1 / perSecond;
}

/** Hours of the brief's whole run at the measured pace. A trial is shorter than the work: that it ended shows nothing. */
function runHours(e: EvidenceItem, given: Given): Criterion[] {
  const { completeWithinHours: limit, runSteps } = given.brief.target;
  if (limit === null) return [];
  const at = { id: "run-hours", unit: "h", limitSource: "brief:target.completeWithinHours", evidenceIds: [e.id] };
  const pace = stepSeconds(e);
  if ((runSteps ?? null) === null) {
    const ran = numberFact(e, "train_runtime_s");
    const over = ran !== null && ran / 3_600 > limit;
    const whole = compare(at, over ? ran / 3_600 : null, "at-most", limit);
    return [over ? forCards(e, given, whole) : notEvidenced({ ...at, limit }, "run-length-unknown")];
  }
  const hours = pace === null ? null : ((runSteps ?? 0) * pace) / 3_600;
  return [forCards(e, given, compare(at, hours, "at-most", limit))];
}

const training = ({ brief }: Given): boolean => brief.memoryShape.runKind === "train";

/** What training does in a second and how long all of it takes, against the brief. */
export function trainingRates(given: Given): Criterion[] {
  if (!training(given)) return [];
  const rates = onCurrent(given.selection, TRAINING_FORMATS, (e) => [...tokenRate(e, given), ...runHours(e, given)]);
  return toldOnce(rates);
}

/** A loss that is no number fails; one that ends above where it began is asked about, far above it fails. */
function lossCriteria(e: EvidenceItem): Criterion[] {
  const evidenceIds = [e.id];
  const bad = numberFact(e, "not_finite");
  const finite = againstThreshold(
    { id: "loss-finite", evidenceIds },
    [bad === null ? null : bad + (numberFact(e, "nan_iterations") ?? 0)],
    thresholdFor("loss-finite", null),
  );
  const [first, last] = [numberFact(e, "first_loss"), numberFact(e, "last_loss")];
  const logged = numberFact(e, "steps_logged") ?? numberFact(e, "logged") ?? 0;
  const given = { id: "loss-trend", evidenceIds };
  if (logged < 2 || first === null || last === null) return [finite, notEvidenced(given, "not-measured")];
  if (first <= 0) return [finite, notEvidenced({ ...given, seen: last }, "ask-about-it")];
  const ratio = Math.round((last / first) * 1e6) / 1e6;
  const far = againstThreshold(given, [ratio], thresholdFor("loss-diverged", null));
  return [finite, far.state === "failed" ? far : againstThreshold(given, [ratio], thresholdFor("loss-rise", null))];
}

/** Ranks that take longer for a step than others hold all of them up. */
function spreadCriteria(e: EvidenceItem): Criterion[] {
  if (e.format !== "torchrun-log" || (listLength(e, "ranks_printed") ?? 0) < 2) return [];
  const given = { id: "step-spread", evidenceIds: [e.id] };
  return [againstThreshold(given, [numberFact(e, "rank_spread_pct")], thresholdFor("step-spread", null))];
}

/** Whether the run learns, and whether all its ranks keep pace. */
export function learningCriteria({ selection }: Pick<Given, "selection">): Criterion[] {
  return toldOnce(onCurrent(selection, TRAINING_FORMATS, (e) => [...lossCriteria(e), ...spreadCriteria(e)]));
}

/** A worker that failed and never went on; one that was taken up again is judged by the work that it lost. */
function workerCriteria(e: EvidenceItem): Criterion[] {
  if (e.format !== "torchrun-log") return [];
  const given = { id: "worker-failures", seen: numberFact(e, "failures"), limit: 0, evidenceIds: [e.id] };
  const [failures, code] = [numberFact(e, "failures"), numberFact(e, "exit_code") ?? 0];
  if (failures === null) return [notEvidenced(given, "not-measured")];
  if (failures === 0 && code === 0) return [passed(given)];
  const wentOn = (numberFact(e, "restarts") ?? 0) > 0 && (numberFact(e, "steps_since_failure") ?? 0) > 0;
  if (wentOn) return [];
  return [unlessOnPurpose(e, failed(given, "worker-failed", { count: Math.max(failures, 1) }))];
}

const rounded = (n: number): number => Math.round(n * 1_000) / 1_000;
const inMinutes = (steps: number | null, seconds: number | null): number | null =>
  steps === null || seconds === null ? null : rounded((steps * seconds) / 60);

/** Work done again after restarts, against the most that the brief allows to be lost. */
function lostCriteria(e: EvidenceItem, { brief }: Given): Criterion[] {
  if ((numberFact(e, "restarts") ?? 0) === 0) return [];
  const { mostLostWorkMinutes, checkpointIntervalMinutes } = brief.capacityVanishes;
  const field = mostLostWorkMinutes === null ? "checkpointIntervalMinutes" : "mostLostWorkMinutes";
  const given = {
    id: "steps-lost",
    unit: "min",
    limitSource: `brief:capacityVanishes.${field}`,
    evidenceIds: [e.id],
  };
  const lost = numberFact(e, "lost_steps");
  const seen = lost === 0 ? 0 : inMinutes(lost, stepSeconds(e));
  return [compare(given, seen, "at-most", mostLostWorkMinutes ?? checkpointIntervalMinutes)];
}

/** The longest way between two checkpoints, against the brief's interval. A setting of the Trainer writes nothing. */
function cadenceCriteria(e: EvidenceItem, { brief }: Given): Criterion[] {
  const limit = brief.capacityVanishes.checkpointIntervalMinutes;
  if (limit === null || limit === 0) return [];
  const source = "brief:capacityVanishes.checkpointIntervalMinutes";
  const given = { id: "checkpoint-cadence", unit: "min", limit, limitSource: source, evidenceIds: [e.id] };
  if (e.format === "torchrun-log")
    return [compare(given, inMinutes(numberFact(e, "checkpoint_gap_steps"), stepSeconds(e)), "at-most", limit)];
  const [every, most] = [numberFact(e, "save_steps"), numberFact(e, "max_steps")];
  const steps = every !== null && every > 0 && every < 1 ? (most === null ? null : every * most) : every;
  const seen = inMinutes(steps, stepSeconds(e));
  return [notEvidenced({ ...given, seen }, seen === null ? "not-measured" : "only-a-setting")];
}

/** Whether failures of workers keep the work: failures, steps lost, checkpoints often enough. */
export function trainingReliability(given: Given): Criterion[] {
  if (!training(given)) return [];
  const all = onCurrent(given.selection, TRAINING_FORMATS, (e) => [
    ...workerCriteria(e),
    ...lostCriteria(e, given),
    ...cadenceCriteria(e, given),
  ]);
  return toldOnce(all);
}

/** The shape that a run had: no smaller than the brief's, else its memory shows nothing. */
function shapeCriterion(e: EvidenceItem, { brief }: Given): Criterion {
  const evidenceIds = [e.id];
  if (e.facts.out_of_memory === true) return failed({ id: "fits", evidenceIds }, "out-of-memory");
  const { microBatchSize, sequenceLengthTokens } = brief.memoryShape;
  const [micro, sequence] = [numberFact(e, "micro_batch"), numberFact(e, "sequence_tokens")];
  const both = (a: number | null, b: number | null) => (a === null || b === null ? null : a * b);
  const limit = both(microBatchSize, sequenceLengthTokens);
  const source = "brief:memoryShape.microBatchSize × memoryShape.sequenceLengthTokens";
  const given = { id: "fits", unit: "tokens", limitSource: source, evidenceIds };
  const judged = compare(given, both(micro, sequence), "at-least", limit);
  return judged.state === "failed" ? notEvidenced(judged, "run-of-other-size", judged.reason?.params) : judged;
}

const MIB_IN_GIB = 1_024;

/** Memory of a training run: out of memory fails, the peak leaves the brief's reserve of the card that the plan rents. */
export function trainingMemory(given: Given): Criterion[] {
  const card = given.plan.offer?.acceleratorId ?? null;
  const reported = card === null ? null : (findAccelerator(card)?.memory.reportedMib ?? null);
  const limit = given.brief.memoryShape.reserveGib;
  const judged = onCurrent(given.selection, ["torchrun-log"], (e) => {
    const fits = forCards(e, given, shapeCriterion(e, given));
    const peak = numberFact(e, "memory_gib_max");
    if (limit === null || peak === null) return [fits];
    const at = { id: "reserve", unit: "GiB", limitSource: "brief:memoryShape.reserveGib", evidenceIds: [e.id] };
    const free = reported === null ? null : rounded(reported / MIB_IN_GIB - peak);
    return [fits, forCards(e, given, compare(at, free, "at-least", limit))];
  });
  return judged.length > 0 ? toldOnce(judged) : [notEvidenced({ id: "fits" }, "no-training-log")];
}
