import type { MonthHours } from "./month-hours";
import type { Basis } from "./schema";

/* What forms offer, apart from the schema: pages need no validator for it. */

/** How the files of a source follow each other: each holds new rows only, or all rows of its billing periods anew. */
export const DELIVERIES = ["adds", "replaces"] as const;
/** What the amounts of a source are; only charges are money of the ledger, the others are shown and not counted. */
export const HOLDINGS = ["charges", "totals", "estimates", "plans", "allocations"] as const;
export const SIGNS = ["charges-positive", "charges-negative"] as const;
/** What one source of bills means by what it writes. Kept with each import as it was when the file was planned. */
export interface SourceTerms {
  readonly delivery: (typeof DELIVERIES)[number];
  readonly holds: (typeof HOLDINGS)[number];
  /** The basis that its plan opens with. */
  readonly basis: Basis;
  /** Currency of amounts that name none; null is the workspace's. */
  readonly currency: string | null;
  /** Zone of times that name none; null is UTC. */
  readonly timeZone: string | null;
  readonly monthHours: MonthHours;
  /** Tax that the amounts include, in percent of the net amount; null where they include none. */
  readonly taxIncludedPct: string | null;
  readonly sign: (typeof SIGNS)[number];
  /** Key of the tag whose value names a brief (BRF-12), a team, a stage of the pipeline. */
  readonly briefTag: string | null;
  readonly teamTag: string | null;
  readonly stageTag: string | null;
  /** Resources whose id begins so belong to the brief of that number; the longest beginning wins. */
  readonly resources: readonly { readonly begins: string; readonly brief: number }[];
}

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

/** Mappings of resources that one source holds. */
export const MOST_MAPPINGS = 200;
/** Characters with which a mapping begins. */
export const LONGEST_BEGINNING = 300;
