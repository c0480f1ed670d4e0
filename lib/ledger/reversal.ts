import { Decimal, decimalText } from "@/lib/money/money";
import { claimOf } from "./claims";
import { instantMs } from "./period";
import type { Claim, Entry } from "./schema";

export interface Reversal {
  /** The negated entry; it names the original and claims no time. */
  readonly entry: Entry & { readonly reverses: string };
  /** The range that the original claimed and that is free again, or null when it claimed none. */
  readonly freed: Claim | null;
}

/**
 * Takes back an entry. It keeps the kind, so that it falls into the same months as the original on either basis; the rule
 * says that it is a reversal. Entries are never changed: a correction is this reversal plus, where wanted, a new entry, both
 * saved in one step. Take `freed` out of the claims (`subtractRange`) before the new entry claims its own time.
 */
export function reverseEntry(original: Entry, originalId: string): Reversal {
  const negated = (amount: string): string => decimalText(new Decimal(amount).negated());
  const entry = {
    ...original,
    rule: "reversal-of-entry" as const,
    billed: negated(original.billed),
    effective: negated(original.effective),
    lane: null,
    fingerprint: null,
    reverses: originalId,
  };
  return { entry, freed: claimOfEntry(original) };
}

/** The claim of one entry, before it is joined with its neighbours; null when it claims no time. */
export function claimOfEntry(entry: Entry): Claim | null {
  if (entry.lane === null || entry.resource === null) return null;
  const { account, resource, component, meter, lane } = entry;
  const run = { startMs: instantMs(entry.chargeStart), endMs: instantMs(entry.chargeEnd) };
  return claimOf({ account, resource, component, meter, lane }, run);
}
