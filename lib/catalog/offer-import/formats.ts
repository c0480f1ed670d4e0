import { FULL_STACK } from "./full-stack/format";
import { HEADROOM_CSV } from "./headroom-csv/format";
import type { OfferTableFormat } from "./offer-file";
import { SKYPILOT } from "./skypilot/format";

/** All known tables; a JSON file is gpuhunt's or unknown. */
export const OFFER_TABLE_FORMATS: readonly OfferTableFormat[] = [HEADROOM_CSV, SKYPILOT, FULL_STACK];

/** The layout with these column names, null when none has them. */
export function offerTableFormat(header: readonly string[]): OfferTableFormat | null {
  return OFFER_TABLE_FORMATS.find((format) => format.recognises(header)) ?? null;
}
