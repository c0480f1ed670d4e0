import { decimalText, parseDecimal } from "@/lib/money/money";
import { type OfferInput, offerSchema } from "../offer";

/** What the person who brings a file says about it; files of this kind seldom say it themselves. */
export interface OfferClaim {
  readonly source: string;
  /** ISO date on which the source said so. */
  readonly dated: string;
  /** For files of one cloud that do not name it. */
  readonly provider: string | null;
}

export type OfferDraft = Omit<OfferInput, "id">;

export const REFUSAL_CODES = [
  "broken-row",
  "wrong-width",
  "no-card",
  "unknown-card",
  "other-memory",
  "card-count",
  "no-price",
  "placeholder-price",
  "invalid-field",
] as const;
export const REMARK_CODES = ["spot-equals-on-demand", "spot-above-on-demand", "form-open", "per-card-differs"] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
export type RemarkCode = (typeof REMARK_CODES)[number];

/** Why a record became no offer, and the text that was in the way. */
export type Reason = readonly [code: RefusalCode, what: string | null];

/** `row` counts records of the file, the header being 1; `what` is the text that was in the way. */
export interface OfferRefusal {
  readonly row: number;
  readonly code: RefusalCode;
  readonly what: string | null;
}
export interface OfferRemark {
  readonly row: number;
  readonly code: RemarkCode;
  readonly what: string | null;
}

export interface OfferFileAnswer {
  readonly offers: readonly { readonly row: number; readonly offer: OfferDraft }[];
  readonly refused: readonly OfferRefusal[];
  readonly remarks: readonly OfferRemark[];
}

/** One record of a table; `broken` where its quoting could not be read. */
export interface OfferRecord {
  readonly record: number;
  readonly fields: readonly string[];
  readonly broken: boolean;
}

/** A known layout of a table: recognised by the names in its header, in any order. */
export interface OfferTableFormat {
  readonly id: string;
  readonly name: string;
  readonly needsProvider: boolean;
  readonly recognises: (header: readonly string[]) => boolean;
  readonly read: (records: Iterable<OfferRecord>, claim: OfferClaim) => OfferFileAnswer;
}

const draftSchema = offerSchema.omit({ id: true });

/** Collects what a reader finds; an offer that the schema does not take becomes a refusal that names the field. */
export class OfferFindings {
  readonly offers: { row: number; offer: OfferDraft }[] = [];
  readonly refused: OfferRefusal[] = [];
  readonly remarks: OfferRemark[] = [];

  offer(row: number, draft: OfferDraft): void {
    const parsed = draftSchema.safeParse(draft);
    if (parsed.success) this.offers.push({ row, offer: draft });
    else this.refuse(row, "invalid-field", parsed.error.issues[0]?.path.join(".") ?? null);
  }

  refuse(row: number, code: RefusalCode, what: string | null): void {
    this.refused.push({ row, code, what });
  }

  remark(row: number, code: RemarkCode, what: string | null): void {
    this.remarks.push({ row, code, what });
  }
}

/** A price above zero as exact decimal text, null where there is none; a leading `$` is no part of it. */
export function positivePrice(text: string | undefined): string | null {
  const plain = (text ?? "").trim().replace(/^\$/, "");
  const price = parseDecimal(plain);
  return price?.gt(0) === true ? decimalText(price) : null;
}

/** A count of whole cards above zero: `8`, `8.0`; null for a part of a card. */
export function wholeCards(text: string | undefined): number | null {
  const count = Number((text ?? "").trim() || Number.NaN);
  return Number.isInteger(count) && count > 0 ? count : null;
}

/**
 * The spot price that is really one: zero and empty mean none, the on-demand price repeated means none, and one above it
 * is no spot market either. The last two are remarked.
 */
export function realSpot(findings: OfferFindings, row: number, text: string | undefined, onDemand: string | null) {
  const spot = positivePrice(text);
  if (spot === null || onDemand === null) return spot;
  const [a, b] = [parseDecimal(spot), parseDecimal(onDemand)];
  if (a === null || b === null || a.lt(b)) return spot;
  findings.remark(row, a.eq(b) ? "spot-equals-on-demand" : "spot-above-on-demand", spot);
  return null;
}
