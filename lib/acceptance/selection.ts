import type { Facts } from "./evidence/reader-contract";
import type { GateId } from "./names";
import { printedOutside } from "./printed-window";
import type { Card, RunGateId } from "./schema";

/** Evidence as the review holds it. Instants are ISO text. */
export interface EvidenceItem {
  readonly id: string;
  readonly gate: GateId | null;
  /** Null where the file could not be read as any format. */
  readonly format: string | null;
  readonly facts: Facts;
  readonly complete: boolean;
  readonly warnings?: readonly { readonly code: string }[];
  readonly uploadedAt: string | null;
  /** When it was taken, if known; else the upload stands for it. */
  readonly takenAt: string | null;
}

/**
 * The trial in which evidence counts, with its planned end until it was ended; "not-given" where no rental is known to
 * the caller, so no window is judged. `ended` absent: not said, so the end is not shown.
 */
export type EvidenceWindow =
  | { readonly startsAt: string; readonly endsAt: string; readonly ended?: boolean }
  | null
  | "not-given";

export type NotCounted = "incomplete" | "unreadable" | "outside-window" | "no-trial" | "undated" | "earlier-attempt";

export interface Selection {
  /** Read whole, inside the trial, of the current attempts: the only evidence that can pass anything. */
  readonly counted: readonly EvidenceItem[];
  readonly notCounted: readonly { readonly id: string; readonly because: NotCounted }[];
  /** In the window and of the current attempt, whole or not: what can fail a check. */
  readonly current: readonly EvidenceItem[];
}

function placing(item: EvidenceItem, window: EvidenceWindow): NotCounted | null {
  if (window === "not-given") return null;
  if (window === null) return "no-trial";
  const at = Date.parse(item.takenAt ?? item.uploadedAt ?? "");
  if (Number.isNaN(at)) return "undated";
  if (at < Date.parse(window.startsAt) || at > Date.parse(window.endsAt)) return "outside-window";
  // An old output that is uploaded today is old.
  return item.takenAt === null && printedOutside(item.facts.printed_at, window) ? "outside-window" : null;
}

/** Evidence of a gate belongs to the attempt that was running when it was uploaded; only the last attempt counts. */
function isEarlier(item: EvidenceItem, card: Card): boolean {
  if (item.gate === null || item.gate === "review") return false;
  const gate: RunGateId = item.gate;
  const last = card.gates[gate].at(-1);
  if (last === undefined || item.uploadedAt === null || card.gates[gate].length < 2) return false;
  return Date.parse(item.uploadedAt) < Date.parse(last.startedAt);
}

/** Sorts the evidence of a review into what may pass something and what may not, with the reason. */
export function selectEvidence(items: readonly EvidenceItem[], card: Card, window: EvidenceWindow): Selection {
  const notCounted: { id: string; because: NotCounted }[] = [];
  const counted: EvidenceItem[] = [];
  const current: EvidenceItem[] = [];
  for (const item of items) {
    const outside = placing(item, window) ?? (isEarlier(item, card) ? "earlier-attempt" : null);
    if (outside === null) current.push(item);
    const because = outside ?? (item.format === null ? "unreadable" : item.complete ? null : "incomplete");
    if (because === null) counted.push(item);
    else notCounted.push({ id: item.id, because });
  }
  // One upload may hold several outputs: it counts where one of them does.
  const some = new Set(counted.map((e) => e.id));
  return { counted, notCounted: notCounted.filter((n) => !some.has(n.id)), current };
}

/** A stored reading as evidence: one piece, or one for each output in it. */
export function piecesOf<T extends Pick<EvidenceItem, "format" | "facts" | "complete" | "warnings">>(
  item: EvidenceItem,
  parts: readonly T[] | undefined,
): EvidenceItem[] {
  const beside = (parts ?? []).map(({ format, facts, complete, warnings }) => ({
    ...item,
    format,
    facts,
    complete,
    ...(warnings && { warnings }),
  }));
  return [item, ...beside];
}

export const ofFormat = (items: readonly EvidenceItem[], format: string): EvidenceItem[] =>
  items.filter((i) => i.format === format);

export function numberFact(item: EvidenceItem, key: string): number | null {
  const value = item.facts[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function textFact(item: EvidenceItem, key: string): string | null {
  const value = item.facts[key];
  return typeof value === "string" ? value : null;
}

/** Numbers of a list fact; a single number counts as a list of one. */
export function numbersFact(item: EvidenceItem, key: string): number[] {
  const value = item.facts[key];
  const list = Array.isArray(value) ? value : [value];
  return list.filter((v): v is number => typeof v === "number" && Number.isFinite(v));
}

export function textsFact(item: EvidenceItem, key: string): string[] {
  const value = item.facts[key];
  return Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];
}
