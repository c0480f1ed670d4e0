import { instantMs } from "./period";
import type { Entry } from "./schema";

/** What a rental says about how its bills name it. Times are UTC instants; a running rental has no end. */
export interface RentalForMatch {
  readonly id: string;
  readonly briefId: string;
  readonly resourceIds: readonly string[];
  /** All of these tags must stand on the entry; no tags match nothing. */
  readonly tags: Readonly<Record<string, string>>;
  readonly start: string;
  readonly end: string | null;
}

export type RentalMatch =
  | { readonly kind: "rental"; readonly rentalId: string; readonly briefId: string; readonly by: "resource" | "tags" }
  | {
      readonly kind: "unallocated";
      readonly reason: "no rental names it" | "several rentals name it" | "outside the rental's time";
      /** Rentals that came close, for the person who decides. */
      readonly candidates: readonly string[];
    };

/**
 * The one rental that an entry belongs to: by resource id first, then by tags, within the rental's time. Anything else
 * stays unallocated and visible; nothing is spread over rentals.
 */
export function matchRental(
  entry: Pick<Entry, "resource" | "tags" | "chargeStart" | "chargeEnd">,
  rentals: readonly RentalForMatch[],
): RentalMatch {
  const byResource = rentals.filter((r) => entry.resource !== null && r.resourceIds.includes(entry.resource));
  const byTags = byResource.length > 0 ? [] : rentals.filter((r) => hasTags(entry.tags, r.tags));
  const named = byResource.length > 0 ? byResource : byTags;
  if (named.length === 0) return { kind: "unallocated", reason: "no rental names it", candidates: [] };
  const inTime = named.filter((r) => overlaps(entry, r));
  const candidates = named.map((r) => r.id);
  const only = inTime[0];
  if (only === undefined) return { kind: "unallocated", reason: "outside the rental's time", candidates };
  if (inTime.length > 1) {
    return { kind: "unallocated", reason: "several rentals name it", candidates: inTime.map((r) => r.id) };
  }
  return { kind: "rental", rentalId: only.id, briefId: only.briefId, by: byResource.length > 0 ? "resource" : "tags" };
}

function hasTags(actual: Entry["tags"], wanted: Readonly<Record<string, string>>): boolean {
  const pairs = Object.entries(wanted);
  return actual !== null && pairs.length > 0 && pairs.every(([key, value]) => actual[key] === value);
}

function overlaps(entry: Pick<Entry, "chargeStart" | "chargeEnd">, rental: RentalForMatch): boolean {
  const startsBefore = rental.end === null || instantMs(entry.chargeStart) < instantMs(rental.end);
  return startsBefore && instantMs(entry.chargeEnd) > instantMs(rental.start);
}
