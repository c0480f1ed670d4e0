import type { Classification } from "./classify";
import type { NotCountedCode } from "./codes";
import type { Decided } from "./plan";
import type { RowFacts } from "./row-facts";
import type { Claim, PileName } from "./schema";
import { TakenBack } from "./taken-back";

/** What is decided of each row of a file, by its place. */
export interface Verdicts {
  readonly at: (place: number) => Decided;
  /** Ordinal among rows of the file that claim the same time; null for a row that claims none. */
  readonly laneAt: (place: number) => number | null;
  /** Earlier claims that stay. */
  readonly claims: readonly Claim[];
  readonly takenBack: TakenBack;
}

export const setAside = (pile: PileName, reason: NotCountedCode, stored = false): Decided => ({ pile, reason, stored });

/** What is decided of a row of which the ledger holds nothing. */
export function unmetDecision(c: Classification, covered: NotCountedCode | null): Decided {
  if (c.notCounted !== null) return setAside("notCounted", c.notCounted, c.notCounted === "funding");
  if (covered !== null) return setAside("notCounted", covered, true);
  return { pile: c.component === "unclassified" ? "unclassified" : "new", reason: null, stored: true };
}

/** Rows that neither meet anything in the ledger nor each other: each is decided by itself, and claims alone. */
export class UnmetRows implements Verdicts {
  readonly claims: readonly Claim[] = [];
  readonly takenBack = new TakenBack();

  constructor(private readonly facts: RowFacts) {}

  at(place: number): Decided {
    return unmetDecision(this.facts.classAt(place), this.facts.coveredAt(place));
  }

  laneAt(place: number): number | null {
    return this.at(place).stored && this.facts.claimsTime(place) ? 0 : null;
  }
}
