/**
 * Raised where an estimate needs a fact that its input does not state: the entry turns it into the verdict
 * "not-estimable". `field` is the path of what is missing or cannot be used.
 */
export class NotEstimable extends Error {
  constructor(
    readonly field: string,
    message: string,
    readonly code: "missing-field" | "unusable-field" | "unsupported" = "missing-field",
  ) {
    super(message);
  }
}
