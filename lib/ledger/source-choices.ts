import type { SourceTerms } from "./source-terms";

/* What forms offer, apart from the schema: pages need no validator for it. */

/** How the files of a source follow each other: each holds new rows only, or all rows of its billing periods anew. */
export const DELIVERIES = ["adds", "replaces"] as const;
/** What the amounts of a source are; only charges are money of the ledger, the others are shown and not counted. */
export const HOLDINGS = ["charges", "totals", "estimates", "plans", "allocations"] as const;
export const SIGNS = ["charges-positive", "charges-negative"] as const;
/** What holds for a file of no named source. */
export const PLAIN_TERMS: SourceTerms = {
  delivery: "adds",
  holds: "charges",
  basis: "effective",
  currency: null,
  timeZone: null,
  monthHours: "calendar",
  taxIncludedPct: null,
  sign: "charges-positive",
  briefTag: null,
  teamTag: null,
  stageTag: null,
  resources: [],
};
