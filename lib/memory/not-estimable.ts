import { english, type Word } from "./word";

/**
 * Raised where an estimate needs a fact that its input does not state: the entry turns it into the verdict
 * "not-estimable". `field` is the path of what is missing or cannot be used.
 */
export class NotEstimable extends Error {
  constructor(
    readonly field: string,
    readonly words: Word,
    readonly code: "missing-field" | "unusable-field" | "unsupported" = "missing-field",
  ) {
    super(english(words));
  }
}
