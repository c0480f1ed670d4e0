/** Everything that can happen to a review; the first of two signatures leaves it with its approvers. */
export const REVIEW_EVENTS = ["submitted", "withdrawn", "sent-back", "half-signed", "signed", "voided"] as const;
export type ReviewEventKind = (typeof REVIEW_EVENTS)[number];

export const REVIEW_STATUSES = ["open", "submitted", "withdrawn", "sent-back", "signed", "voided"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/**
 * The one place where a review's state is made: its last event says it, and none at all is open. Events are given with
 * their place in the history, in any order.
 */
export function reviewStatus(events: readonly { readonly seq: number; readonly kind: string }[]): ReviewStatus {
  const last = events.reduce<{ seq: number; kind: string } | null>((a, e) => (a && a.seq > e.seq ? a : e), null);
  const kind = REVIEW_EVENTS.find((k) => k === last?.kind) ?? "open";
  return kind === "half-signed" ? "submitted" : kind;
}

/** May the author submit now? Everything but what already lies with the approver, or stands signed. */
export function maySubmit(status: ReviewStatus): boolean {
  return status !== "submitted" && status !== "signed";
}
