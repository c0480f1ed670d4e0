import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import type { EvidenceItem, Selection } from "./selection";
import type { Threshold } from "./threshold-rows";

type Given = Parameters<typeof passed>[0];

export function holds(t: Threshold, seen: number): boolean {
  if (t.rule === "at-least") return seen >= t.value;
  if (t.rule === "at-most") return seen <= t.value;
  return t.rule === "below" ? seen < t.value : seen === t.value;
}

/** The figure that is furthest past the limit decides for all cards of a listing. */
function worst(t: Threshold, seen: readonly number[]): number | null {
  if (seen.length === 0) return null;
  const past = seen.find((n) => !holds(t, n));
  if (t.rule === "equal") return past ?? seen[0] ?? null;
  return t.rule === "at-least" ? Math.min(...seen) : Math.max(...seen);
}

/**
 * Figures of one evidence against a published limit. No limit for this card: not evidenced, whatever the figure. No
 * figure, or one among them that cannot be read (null): not evidenced. Past an `ask` limit: not evidenced, to be asked.
 */
export function againstThreshold(
  given: Given,
  seen: readonly (number | null)[] | null,
  threshold: Threshold | null,
): Criterion {
  if (threshold === null) return notEvidenced({ ...given, seen: worstOf(seen) }, "no-published-limit");
  const all = {
    ...given,
    limit: threshold.value,
    unit: threshold.unit,
    limitSource: `threshold:${threshold.id}`,
  };
  if (seen === null || seen.length === 0) return notEvidenced(all, "not-measured");
  const numbers = seen.filter((n): n is number => n !== null && Number.isFinite(n));
  const figure = worst(threshold, numbers);
  if (figure !== null && !holds(threshold, figure)) {
    if (threshold.level === "ask") return notEvidenced({ ...all, seen: figure }, "ask-about-it");
    const code =
      threshold.rule === "at-least" ? "below-limit" : threshold.rule === "equal" ? "not-equal" : "above-limit";
    return failed({ ...all, seen: figure }, code, { seen: figure, limit: threshold.value });
  }
  if (numbers.length < seen.length) return notEvidenced({ ...all, seen: figure }, "not-readable");
  return passed({ ...all, seen: figure });
}

const worstOf = (seen: readonly (number | null)[] | null): number | null =>
  seen?.find((n): n is number => n !== null) ?? null;

/** Judges each current evidence of some formats; what does not count (cut, unread in part) can fail but never pass. */
export function onCurrent(
  selection: Selection,
  formats: readonly string[],
  judge: (e: EvidenceItem) => readonly Criterion[],
): Criterion[] {
  const counted = new Set(selection.counted.map((e) => e.id));
  return selection.current
    .filter((e) => formats.includes(e.format ?? ""))
    .flatMap((e) => judge(e).filter((c) => counted.has(e.id) || c.state === "failed"));
}
