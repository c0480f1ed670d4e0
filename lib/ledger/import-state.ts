/** What a person needs to know of an import at a glance: whether it runs, rests, or wants a look, and why. */

export const IMPORT_STATES = ["importing", "planned", "warning", "stable", "discarded"] as const;
export type ImportStateName = (typeof IMPORT_STATES)[number];

/** Work on a file that goes on, or that ended before it was done. */
export interface ImportWork {
  readonly task: "plan" | "commit";
  readonly state: "running" | "stopped" | "failed" | "lost";
  /** Rows read so far, in all looks at them together. */
  readonly rowsRead: number;
  /** Rows of the file; null until the first look is over. */
  readonly rows: number | null;
}

export interface ImportFacts {
  readonly stage: "planned" | "committed" | "discarded";
  /** The work that goes on, or the last one where it came to nothing; null where it is done or none was needed. */
  readonly work: ImportWork | null;
  /** The file cannot be read as a bill. */
  readonly unreadable: boolean;
  /** Rows without a class: of the plan, or of what stands in the ledger. */
  readonly unclassified: number;
  /** Rows that could not be read. */
  readonly refused: number;
  /** Ids of the twelve checks that the file breaks. */
  readonly brokenChecks: readonly string[];
  /** Totals that the file states and that its rows do not sum to. */
  readonly controlsDiffer: number;
  /** Its entries that a later file took back. */
  readonly takenBack: number;
}

export type ImportReason =
  | { readonly why: "unclassified" | "refused" | "controls" | "taken-back"; readonly count: number }
  | { readonly why: "checks"; readonly checks: readonly string[] }
  | { readonly why: "unreadable" | Unended };

/** Work that came to nothing: the reading of the file, or its commit, of which nothing was kept. */
type Unended = `${"read" | "commit"}-${"stopped" | "failed" | "lost"}`;

export interface ImportProgress {
  readonly task: "plan" | "commit";
  /** A second look, where one is needed, knows how many rows there are. */
  readonly done: number;
  readonly of: number | null;
}

export interface ImportState {
  readonly is: ImportStateName;
  readonly progress: ImportProgress | null;
  readonly reasons: readonly ImportReason[];
}

/** One word for an import, how far it is, and every reason to look at it. */
export function importState(facts: ImportFacts): ImportState {
  const { stage, work } = facts;
  if (stage === "discarded") return { is: "discarded", progress: null, reasons: [] };
  if (work?.state === "running") return { is: "importing", progress: progressOf(work), reasons: [] };
  const reasons = reasonsOf(facts);
  // What is open in a plan is what planning is for: of one that waits, only work that came to nothing is a warning.
  const warns = stage === "committed" ? reasons.length > 0 : facts.unreadable || work !== null;
  return { is: warns ? "warning" : stage === "committed" ? "stable" : "planned", progress: null, reasons };
}

/** What a look at a file that waits says of it; `held` is what its plan says is open, where one was made. */
export interface ImportLook {
  readonly unreadable: boolean;
  readonly held: Partial<ImportFacts>;
}

/**
 * The state of an import at which somebody has looked. Of one that waits the look says whether it is a bill at all: an
 * earlier reading of it is over, and only a commit that broke off still counts.
 */
export function importStateSeen(facts: ImportFacts, look: ImportLook | null): ImportState {
  if (look === null || facts.stage !== "planned") return importState(facts);
  const work = facts.work?.task === "commit" ? facts.work : null;
  return importState({ ...facts, ...look.held, work, unreadable: look.unreadable });
}

function progressOf({ task, rowsRead, rows }: ImportWork): ImportProgress {
  return rows === null
    ? { task, done: rowsRead, of: null }
    : { task, done: Math.min(rows, Math.max(0, rowsRead - rows)), of: rows };
}

function unended({ task, state }: ImportWork): { readonly why: Unended }[] {
  if (state === "running") return [];
  return [{ why: `${task === "commit" ? "commit" : "read"}-${state}` }];
}

function reasonsOf(facts: ImportFacts): ImportReason[] {
  const { stage, work, unclassified, refused, brokenChecks, controlsDiffer, takenBack } = facts;
  if (facts.unreadable) return [{ why: "unreadable" }];
  const broken = stage === "planned" && work !== null ? unended(work) : [];
  const counted = [
    { why: "unclassified", count: unclassified },
    { why: "refused", count: refused },
    { why: "controls", count: controlsDiffer },
    { why: "taken-back", count: takenBack },
  ] as const;
  return [
    ...broken,
    ...counted.filter((r) => r.count > 0),
    ...(brokenChecks.length > 0 ? [{ why: "checks" as const, checks: brokenChecks }] : []),
  ];
}
