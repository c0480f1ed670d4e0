/** Why somebody cannot sign: shown in place of the button, and the code that mutation and database refuse with. */
export type SignRefusal = "NOT_APPROVER" | "SELF_SIGN" | "REVIEW_NOT_SUBMITTED";

/**
 * May this person sign this review now? Null means yes. Contributors (whoever wrote, edited or uploaded) never may,
 * whatever their roles; asked in the page, in the mutation inside its transaction, and again by the database.
 */
export function signRefusal(
  person: { readonly personId: string; readonly roles: readonly string[] },
  review: { readonly contributorIds: readonly string[]; readonly status: string },
): SignRefusal | null {
  if (!person.roles.includes("approver")) return "NOT_APPROVER";
  if (review.contributorIds.includes(person.personId)) return "SELF_SIGN";
  if (review.status !== "submitted") return "REVIEW_NOT_SUBMITTED";
  return null;
}
