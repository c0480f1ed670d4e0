import { compareRuns, type Run } from "./compare-runs";
import type { Bottleneck, Optimisation } from "./schema";

/** Words and signs that join two changes in one line, in the languages of the pages. */
const JOINED = /[,;+&\n|]|\s(?:and|plus|with|dan|serta|dengan|i|oraz|wraz)\s/i;

export type TuningFault = "two-changes" | "no-change" | "entry-changed" | "entry-gone" | "how-needed";

/** An optimisation names one setting, which had one value and got another. */
export function optimisationFault(o: Optimisation): "two-changes" | "no-change" | null {
  if (JOINED.test(o.setting.trim()) || JOINED.test(o.to.trim())) return "two-changes";
  return o.from.trim() === o.to.trim() ? "no-change" : null;
}

/** Whether two runs differ in more than one thing besides their results: then neither change can be told from the other. */
export function changedTogether(before: Run, after: Run): readonly string[] {
  const besides = compareRuns(before, after).differences.filter((d) => d.group !== "results");
  return besides.length > 1 ? besides.map((d) => d.fact) : [];
}

export interface Gain {
  /** In percent, above zero for faster; null where nothing ran before. */
  readonly speedPct: number | null;
  /** After minus before: below zero means that quality fell. */
  readonly quality: number;
  /** Kept though quality fell, without a word on why. */
  readonly unexplained: boolean;
}

/** What a change brought. A latency is better when it is smaller, every rate when it is larger. */
export function gainOf(o: Optimisation): Gain {
  const { speedBefore: b, speedAfter: a, unit } = o;
  const speedPct = b === 0 ? null : (unit === "ms" ? (b - a) / b : (a - b) / b) * 100;
  const quality = o.qualityAfter - o.qualityBefore;
  return { speedPct, quality, unexplained: o.kept && quality < 0 && o.note.trim() === "" };
}

/** Bottlenecks that nobody has removed yet. */
export const openBottlenecks = (list: readonly Bottleneck[]): readonly Bottleneck[] => list.filter((b) => !b.removed);
