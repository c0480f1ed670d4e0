/** What is kept and what is shown deleted when a rental ends (METHOD 8). */
export const EXIT_ITEMS = [
  "weightsKept",
  "configurationKept",
  "qualityChecksKept",
  "metricsKept",
  "resultsExported",
  "capacityDeleted",
  "disksDeleted",
  "snapshotsDeleted",
  "lessonsWritten",
] as const;
export type ExitItem = (typeof EXIT_ITEMS)[number];

export interface ExitAnswer {
  readonly done: boolean;
  /** Where it lies, or how the deletion was seen: without it the item stays open. */
  readonly proof: string;
}

export type ExitChecklist = { readonly [K in ExitItem]?: ExitAnswer | undefined };

/** Items without an answer, or answered without proof. */
export function openExitItems(list: ExitChecklist): ExitItem[] {
  return EXIT_ITEMS.filter((i) => !(list[i]?.done && list[i]?.proof.trim()));
}

export type RentalStatus = "planned" | "active" | "overdue" | "ended-open" | "ended";

/** The one place that says in which state a rental is; instants are ISO 8601 or milliseconds, `now` comes from outside. */
export function rentalStatus(
  rental: {
    readonly startsAt: string;
    readonly endsAt: string;
    readonly endedAt: string | null;
    readonly exit: ExitChecklist;
  },
  nowMs: number,
): RentalStatus {
  if (rental.endedAt !== null) return openExitItems(rental.exit).length > 0 ? "ended-open" : "ended";
  if (nowMs < Date.parse(rental.startsAt)) return "planned";
  return nowMs >= Date.parse(rental.endsAt) ? "overdue" : "active";
}

/** Decisions after which a trial may go on as a longer rental. */
export const CONTINUING_DECISIONS = ["extend", "reserve", "dedicate", "scale"] as const;

export function mayContinue(decision: string): boolean {
  return (CONTINUING_DECISIONS as readonly string[]).includes(decision);
}
