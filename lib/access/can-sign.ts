/** Why somebody cannot sign: shown in place of the button, and the code that mutation and database refuse with. */
export type SignRefusal =
  | "NOT_APPROVER"
  | "SELF_SIGN"
  | "ACTS_FOR_CONTRIBUTOR"
  | "REVIEW_NOT_SUBMITTED"
  | "ALREADY_SIGNED"
  | "DELEGATION_ENDED"
  | "DELEGATION_EXCEEDED";

export interface SignedBy {
  readonly personId: string;
  readonly onBehalfOf: string | null;
}

export interface SignedReview {
  readonly contributorIds: readonly string[];
  readonly status: string;
  /** Whom this person acts for, at any moment since the review exists. */
  readonly actsFor?: readonly string[];
  /** The signatures that stand on it. */
  readonly standing?: readonly SignedBy[];
}

/** Signing in somebody else's place: whose, and whether what was delegated covers this review. */
export interface Mandate {
  readonly onBehalfOf: string;
  readonly refusal: "DELEGATION_ENDED" | "DELEGATION_EXCEEDED" | null;
}

/**
 * May this person sign this review now, in their own name or under a mandate? Null means yes. Contributors (whoever wrote,
 * edited or uploaded, or acts for somebody who did) never may, whatever their roles; asked in the page, in the mutation
 * inside its transaction, and again by the database.
 */
export function signRefusal(
  person: { readonly personId: string; readonly roles: readonly string[] },
  review: SignedReview,
  mandate: Mandate | null = null,
): SignRefusal | null {
  const { contributorIds, status, actsFor = [], standing = [] } = review;
  if (mandate === null && !person.roles.includes("approver")) return "NOT_APPROVER";
  if (contributorIds.includes(person.personId)) return "SELF_SIGN";
  const principals = [...actsFor, ...(mandate ? [mandate.onBehalfOf] : [])];
  if (principals.some((p) => contributorIds.includes(p))) return "ACTS_FOR_CONTRIBUTOR";
  if (status !== "submitted") return "REVIEW_NOT_SUBMITTED";
  if (mandate?.refusal) return mandate.refusal;
  const one = [person.personId, mandate?.onBehalfOf ?? person.personId];
  const signed = standing.flatMap((s) => [s.personId, s.onBehalfOf ?? s.personId]);
  return one.some((p) => signed.includes(p)) ? "ALREADY_SIGNED" : null;
}
