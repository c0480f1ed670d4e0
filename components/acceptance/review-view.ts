import type { Judged } from "@/lib/acceptance/judge";
import type { LiveStop } from "@/lib/acceptance/live";
import type { AreaId, Decision } from "@/lib/acceptance/names";
import type { RecordChange, ReviewRecord } from "@/lib/acceptance/record";
import type { Card } from "@/lib/acceptance/schema";
import type { ReviewEventKind, ReviewStatus } from "@/lib/acceptance/status";
import type { SignRefusal } from "@/lib/access/can-sign";
import type { VoidChange } from "./changes";
import type { EvidenceEntry } from "./evidence-item";

export interface ReviewEventView {
  readonly seq: number;
  readonly kind: ReviewEventKind;
  readonly by: string | null;
  readonly at: string;
  readonly digest: string | null;
  readonly reason: string | null;
  readonly areas: readonly { readonly area: AreaId; readonly reason: string }[];
  readonly changes: readonly VoidChange[];
}

export interface Behalf {
  readonly name: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly amount: string;
  readonly currency: string;
  readonly everyBrief: boolean;
}

/** In whose name a person may sign: their own, and under which delegations. */
export interface SignAs {
  readonly own: boolean;
  readonly mandates: readonly { readonly delegation: string; readonly onBehalfOf: string | null }[];
}

export interface SignatureView {
  readonly decision: Decision;
  readonly conditions: string | null;
  readonly lookAgainOn: string | null;
  readonly by: string | null;
  /** In whose place, and what had been delegated. */
  readonly behalf: Behalf | null;
  readonly at: string;
  readonly digest: string;
  readonly record: ReviewRecord;
  readonly holds: boolean;
  readonly void: { readonly by: string | null; readonly at: string; readonly changes: readonly VoidChange[] } | null;
}

export interface LiveView {
  readonly id: string;
  readonly url: string;
  readonly everySeconds: number;
  readonly by: string | null;
  readonly startedAt: string;
  readonly endsAt: string;
  readonly stoppedAt: string | null;
  readonly stoppedWhy: LiveStop | null;
  readonly baselineAt: string | null;
  readonly scrapes: number;
  readonly failures: number;
  readonly lastError: string | null;
}

/** A review as its pages are given it. */
export interface ReviewView {
  readonly number: number;
  readonly reference: string;
  readonly status: ReviewStatus;
  readonly brief: {
    readonly number: number;
    readonly title: string;
    readonly synthetic: string | null;
    /** How many answers stand as an example wrote them. */
    readonly keptFromExample: number;
    readonly personalData: string | null;
    readonly revision: { readonly number: number; readonly digest: string; readonly newest: number };
  };
  readonly plan: {
    readonly number: number;
    readonly boundary: string;
    /** Watch-outs of its style, by id. */
    readonly conditions: readonly string[];
    readonly revision: { readonly number: number; readonly digest: string };
  };
  readonly trial: { readonly number: number; readonly startsAt: string; readonly endsAt: string } | null;
  readonly card: Card;
  readonly cardVersion: number;
  readonly evidence: readonly EvidenceEntry[];
  readonly judged: Judged;
  readonly record: ReviewRecord;
  readonly digest: string;
  readonly contributors: readonly { readonly name: string | null; readonly how: string }[];
  readonly events: readonly ReviewEventView[];
  readonly signature: SignatureView | null;
  /** The last one, and the one beside it where two are needed. */
  readonly signatures: readonly SignatureView[];
  readonly signaturesNeeded: number;
  readonly submitted: ReviewRecord | null;
  readonly sinceSubmitted: readonly RecordChange[] | null;
  readonly sinceBefore: readonly RecordChange[] | null;
  readonly live: readonly LiveView[];
  /** Against what this person saw last; null before they ever looked. */
  readonly sinceSeen: { readonly at: string; readonly changes: readonly RecordChange[] } | null;
  readonly signRefusal: SignRefusal | null;
  readonly signAs: SignAs;
}

/** Signatures that stand, oldest first. */
export const standingSignatures = (review: ReviewView): readonly SignatureView[] =>
  review.signatures.filter((s) => s.void === null);

export const openAreas = (judged: Judged): number =>
  judged.areas.filter((a) => a.state !== "passed" && a.state !== "not-applicable").length;

/** How a file is named where something stands on it. */
export function evidenceLabels(evidence: readonly EvidenceEntry[]): Record<string, string> {
  return Object.fromEntries(evidence.map((e) => [e.id, e.erased ? e.sha256.slice(0, 12) : e.fileName]));
}
