import { Refusal } from "@/lib/errors";

/** Why something can no longer be put back exactly as it was; the words stand in messages/<locale>/undo.json. */
export const UNDO_WHY = [
  "name-taken",
  "rows-changed",
  "roles-changed",
  "restated",
  "same-stands",
  "erased",
  "undone",
] as const;
export type UndoWhy = (typeof UNDO_WHY)[number];

/** What the refusal of an undo names: the reason, and the name or number that stands in its way. */
export interface UndoHindrance {
  readonly why: UndoWhy;
  readonly what: string;
}

/** The refusal of an undo that would not restore exactly what was there. */
export function cannotUndo(why: UndoWhy, what: string | number = ""): Refusal {
  return new Refusal("UNDO_CHANGED", { data: { why, what: String(what) } satisfies UndoHindrance });
}
