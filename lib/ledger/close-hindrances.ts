export type CloseHindrance = "not-over" | "empty" | "closed" | "unclassified" | "unexplained";

/** What stands in the way of closing. An unexplained difference does so until a note explains it. */
export function closeHindrances(month: {
  readonly over: boolean;
  readonly closed: boolean;
  readonly entries: number;
  readonly unclassified: number;
  readonly ties: boolean;
  readonly note: string;
}): CloseHindrance[] {
  const found: [CloseHindrance, boolean][] = [
    ["closed", month.closed],
    ["not-over", !month.over],
    ["empty", month.entries === 0],
    ["unclassified", month.unclassified > 0],
    ["unexplained", !month.ties && month.note.trim().length < 3],
  ];
  return found.filter(([, holds]) => holds).map(([code]) => code);
}
