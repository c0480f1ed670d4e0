import { findModelPreset } from "@/lib/catalog/models";
import { type Compared, comparePeak, compareServing, type Verdicts } from "./accuracy-compare";
import { askMedia, askMediaTraining, askTraining } from "./accuracy-peaks";
import type { AskedCase, MeasuredCase, ModelFact } from "./accuracy-request";
import { askServing } from "./accuracy-serving";
import type { Estimate } from "./answer";
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
  /** The same figures for the cases of each public source. */
  readonly bySource: Readonly<Record<string, SourceScore>>;
}

interface SourceScore {
  readonly cases: number;
  readonly fields: Readonly<Record<string, FieldScore>>;
}

class Errors {
  private readonly byField = new Map<string, { id: string; errorPct: number }[]>();

  add(field: string, id: string, errorPct: number): void {
    const list = this.byField.get(field) ?? [];
    list.push({ id, errorPct });
    this.byField.set(field, list);
  }

  scores(): Record<string, FieldScore> {
    return Object.fromEntries([...this.byField].map(([field, list]) => [field, scoreOf(list)]));
  }
}

class Tally {
  asked = 0;
  readonly notAsked: { id: string; missing: string }[] = [];
  readonly errors = new Errors();
  readonly sources = new Map<string, { cases: number; errors: Errors }>();
  readonly wrongFits: string[] = [];
  readonly wrongRefusals: string[] = [];
  inside = 0;
  ranged = 0;

  add(c: MeasuredCase, compared: readonly Compared[]): void {
    const id = String(c.id);
    const source = String(c.source_repo);
    const own = this.sources.get(source) ?? { cases: 0, errors: new Errors() };
    this.sources.set(source, own);
    own.cases++;
    for (const { field, measured, estimated, range } of compared) {
      const errorPct = 100 * (estimated / measured - 1);
      this.errors.add(field, id, errorPct);
      own.errors.add(field, id, errorPct);
      if (range === null) continue;
      this.ranged++;
      if (measured >= range.low && measured <= range.high) this.inside++;
    }
  }

  score(cases: number): KindScore {
    const fields = this.errors.scores();
    const bySource: Record<string, SourceScore> = {};
    for (const [source, own] of this.sources) bySource[source] = { cases: own.cases, fields: own.errors.scores() };
    const coveragePct = this.ranged === 0 ? null : (100 * this.inside) / this.ranged;
    const { asked, notAsked, wrongFits, wrongRefusals } = this;
    return { cases, asked, notAsked, fields, coveragePct, wrongFits, wrongRefusals, bySource };
  }
}

function scoreOf(list: readonly { readonly id: string; readonly errorPct: number }[]): FieldScore {
  const byWorst = [...list].sort((a, b) => Math.abs(b.errorPct) - Math.abs(a.errorPct));
  const sizes = byWorst.map((error) => Math.abs(error.errorPct)).reverse();
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0;
  return { n: list.length, medianPct: at(0.5), p90Pct: at(0.9), worst: byWorst.slice(0, 5) };
}

/** Scores every case of one file, per kind; `media` holds pictures and videos of both kinds together. A case is left out only when its source does not state what an estimate needs. */
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
  const media = cases.filter((c) => c.kind === "media_inference" || c.kind === "media_training");
  scores.media = scoreKind(
    media,
    (c) => (c.kind === "media_training" ? kinds.media_training : kinds.media_inference)(c),
    comparePeak,
  );
  return scores;
}

function scoreKind(
  cases: readonly MeasuredCase[],
  ask: (c: MeasuredCase) => AskedCase,
  compare: (c: MeasuredCase, answer: Estimate, verdicts: Verdicts) => Compared[],
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
    tally.add(c, compared);
    tally.asked++;
  }
  return tally.score(cases.length);
}
