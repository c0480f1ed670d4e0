import { findModelPreset } from "@/lib/catalog/models";
import { askMedia, askMediaTraining, askTraining } from "./accuracy-peaks";
import { type AskedCase, askServing, cardIdOf, type MeasuredCase, type ModelFact } from "./accuracy-request";
import type { Estimate, Range } from "./answer";
import { estimate } from "./estimate";
import { parseEstimateRequest } from "./schema";

interface FieldScore {
  readonly n: number;
  readonly medianPct: number;
  readonly p90Pct: number;
  readonly worst: readonly { readonly id: string; readonly errorPct: number }[];
}

export interface KindScore {
  readonly cases: number;
  readonly asked: number;
  readonly notAsked: readonly { readonly id: string; readonly missing: string }[];
  readonly fields: Readonly<Record<string, FieldScore>>;
  /** Share of measurements inside the stated range, per cent; null when none could be compared. */
  readonly coveragePct: number | null;
  readonly wrongFits: readonly string[];
  readonly wrongRefusals: readonly string[];
}

interface Compared {
  readonly field: string;
  readonly measured: number;
  readonly estimated: number;
  readonly range: Range | null;
}

class Tally {
  asked = 0;
  readonly notAsked: { id: string; missing: string }[] = [];
  readonly errors = new Map<string, { id: string; errorPct: number }[]>();
  readonly wrongFits: string[] = [];
  readonly wrongRefusals: string[] = [];
  inside = 0;
  ranged = 0;

  add(id: string, compared: readonly Compared[]): void {
    for (const { field, measured, estimated, range } of compared) {
      const errorPct = 100 * (estimated / measured - 1);
      const list = this.errors.get(field) ?? [];
      list.push({ id, errorPct });
      this.errors.set(field, list);
      if (range === null) continue;
      this.ranged++;
      if (measured >= range.low && measured <= range.high) this.inside++;
    }
  }

  score(cases: number): KindScore {
    const fields: Record<string, FieldScore> = {};
    for (const [field, list] of this.errors) fields[field] = scoreOf(list);
    const coveragePct = this.ranged === 0 ? null : (100 * this.inside) / this.ranged;
    const { asked, notAsked, wrongFits, wrongRefusals } = this;
    return { cases, asked, notAsked, fields, coveragePct, wrongFits, wrongRefusals };
  }
}

function scoreOf(list: readonly { readonly id: string; readonly errorPct: number }[]): FieldScore {
  const byWorst = [...list].sort((a, b) => Math.abs(b.errorPct) - Math.abs(a.errorPct));
  const sizes = byWorst.map((error) => Math.abs(error.errorPct)).reverse();
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0;
  return { n: list.length, medianPct: at(0.5), p90Pct: at(0.9), worst: byWorst.slice(0, 5) };
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** Scores every case of one file. A case is left out only when its source does not state what an estimate needs. */
export function scoreCases(
  cases: readonly MeasuredCase[],
  facts: Readonly<Record<string, ModelFact>>,
): Readonly<Record<string, KindScore>> {
  const partsOf = (id: string) => findModelPreset(id)?.components ?? null;
  const kinds = {
    serving: (c: MeasuredCase) => askServing(c, facts),
    training: (c: MeasuredCase) => askTraining(c, facts),
    media_inference: (c: MeasuredCase) => askMedia(c, partsOf),
    media_training: (c: MeasuredCase) => askMediaTraining(c, partsOf),
  };
  const scores: Record<string, KindScore> = {};
  for (const [kind, ask] of Object.entries(kinds)) {
    const own = cases.filter((c) => c.kind === kind);
    scores[kind] = scoreKind(own, ask, kind === "serving" ? compareServing : comparePeak);
  }
  return scores;
}

function scoreKind(
  cases: readonly MeasuredCase[],
  ask: (c: MeasuredCase) => AskedCase,
  compare: (c: MeasuredCase, answer: Estimate, tally: Tally) => Compared[],
): KindScore {
  const tally = new Tally();
  for (const c of cases) {
    const id = String(c.id);
    const asked = ask(c);
    if (!asked.ok) {
      tally.notAsked.push({ id, missing: asked.missing });
      continue;
    }
    const parsed = parseEstimateRequest(asked.request);
    if (!parsed.ok) {
      tally.notAsked.push({ id, missing: `${parsed.path}: ${parsed.message}` });
      continue;
    }
    const answer = estimate(parsed.request);
    if (answer.verdict === "not-estimable") {
      tally.notAsked.push({ id, missing: answer.reasons[0]?.field ?? "unknown" });
      continue;
    }
    const compared = compare(c, answer, tally);
    tally.add(id, compared);
    tally.asked++;
  }
  return tally.score(cases.length);
}

/** Whether the source states the budget, without which neither the pool nor a verdict can be asked. */
function statesBudget(c: MeasuredCase): boolean {
  return numberOf(c.gpu_reported_total_gib) !== null && numberOf(c.gpu_memory_utilization) !== null;
}

function compareServing(c: MeasuredCase, answer: Estimate, tally: Tally): Compared[] {
  const { perGpu, kv } = answer;
  if (perGpu === null || kv === null) return [];
  const found: Compared[] = [];
  const add = (field: string, measured: number | null, estimated: number, range: Range | null = null) => {
    if (measured !== null && measured > 0) found.push({ field, measured, estimated, range });
  };
  add("weights", numberOf(c.weights_gib_per_gpu), perGpu.weightsGib);
  if (c.check_independent === true) {
    add("logicalBytesPerToken", uniformCheck(c, answer), kv.logicalBytesPerTokenPerGpu);
  }
  const pool = numberOf(c.kv_available_gib);
  const onePipelineRank = numberOf(c.pp) === 1;
  if (pool !== null && onePipelineRank && kv.blockBytes > 0) {
    const blocks = Math.floor((pool * 1024 ** 3) / kv.blockBytes);
    const uniform = Math.floor(blocks / kv.layerGroups) * kv.blockTokens;
    const scaled = kv.blocks > 0 ? (kv.printedTokens * blocks) / kv.blocks : 0;
    add("tokensWithMeasuredPool", numberOf(c.kv_tokens), kv.layerGroups > 1 ? scaled : uniform);
  }
  const asNeeded = numberOf(c.max_model_len_tokens) === null;
  if (!statesBudget(c) || asNeeded) return found;
  if (onePipelineRank) add("kvAvailable", pool, kv.poolGib.expected, kv.poolGib);
  add("tokens", numberOf(c.kv_tokens), kv.printedTokens);
  add("concurrency", numberOf(c.max_concurrency_x), kv.maxConcurrencyAtMaxLen);
  if (c.oom === true && answer.verdict === "fits") tally.wrongFits.push(String(c.id));
  if (c.oom === false && answer.verdict === "does-not-fit") tally.wrongRefusals.push(String(c.id));
  return found;
}

/** The check value of hybrid models is what the engine reserves, not what the model needs. */
function uniformCheck(c: MeasuredCase, answer: Estimate): number | null {
  const hybrid = /hybrid/.test(String(c.check_method)) || (answer.kv?.layerGroups ?? 1) > 1;
  return hybrid ? null : numberOf(c.check_kv_bytes_per_token_per_gpu);
}

/** Peaks of PyTorch do not hold the CUDA context, which the estimate counts as runtime. */
function comparePeak(c: MeasuredCase, answer: Estimate, tally: Tally): Compared[] {
  if (cardIdOf(c) !== null) {
    if (c.oom === true && answer.verdict === "fits") tally.wrongFits.push(String(c.id));
    if (c.oom === false && answer.verdict === "does-not-fit") tally.wrongRefusals.push(String(c.id));
  }
  const low = numberOf(c.peak_gib_low);
  const high = numberOf(c.peak_gib_high);
  if (answer.perGpu === null || low === null || high === null) return [];
  const ranks = /total/.test(String(c.peak_scope)) ? (numberOf(c.gpu_count) ?? 1) : 1;
  const outside = answer.perGpu.runtimeGib;
  const { peakGib, totalGib } = answer.perGpu;
  const range = { low: peakGib.low - outside, expected: peakGib.expected - outside, high: peakGib.high - outside };
  return [{ field: "peak", measured: (low + high) / 2 / ranks, estimated: totalGib - outside, range }];
}
