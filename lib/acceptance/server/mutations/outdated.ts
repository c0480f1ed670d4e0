import "server-only";
import type { RecordChange } from "../../record";
import type { StoredReview } from "../data/stored";

/** The change that makes a review unsignable though nothing in it moved: its brief has a newer revision than its plan. */
export function outdated({ briefRevision, record }: StoredReview): RecordChange | null {
  const { number, newest } = briefRevision;
  if (newest === number) return null;
  const params = { reference: record.brief.reference, before: number, after: newest };
  return { what: "brief", code: "brief-revised", params };
}
