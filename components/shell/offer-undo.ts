import type { Result } from "@/lib/errors";

export interface UndoOffer {
  /** What was done, in a sentence. */
  readonly said: string;
  readonly undo: () => Promise<Result<unknown>>;
  /** Where the thing stood, when its page was left with it. */
  readonly back?: string;
}

export const UNDO_OFFERED = "headroom.undo";

/** Says for ten seconds what was done, with a button that undoes it. The page itself offers the same for longer. */
export function offerUndo(offer: UndoOffer): void {
  window.dispatchEvent(new CustomEvent<UndoOffer>(UNDO_OFFERED, { detail: offer }));
}
