import type { AuditNote } from "./record";

/** What a mutation hands back: its answer, and the one event that says what was done. */
export interface Written<T> {
  readonly data: T;
  /** Null only where the event of this sitting stands already (draft autosave). */
  readonly audit: AuditNote | null;
}
