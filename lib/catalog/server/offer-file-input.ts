import "server-only";
import { canonicalJson } from "@/lib/digest/canonical";
import { Refusal } from "@/lib/errors";
import { csvRecords, delimiterOf } from "@/lib/ledger/import/csv";
import { type Offer, offerSchema } from "../offer";
import { offerTableFormat } from "../offer-import/formats";
import { readGpuhunt } from "../offer-import/gpuhunt/format";
import type { OfferClaim, OfferFileAnswer, OfferRemark } from "../offer-import/offer-file";

export type NewOffer = Omit<Offer, "id">;

/** A file read and held against what is kept already. */
export interface OfferFilePlan {
  readonly format: string;
  readonly fresh: readonly NewOffer[];
  /** Offers that say what a current offer or an earlier row says already. */
  readonly equal: number;
  readonly refused: OfferFileAnswer["refused"];
  readonly remarks: readonly OfferRemark[];
}

const newOfferSchema = offerSchema.omit({ id: true });

/** Older rows hold these where nothing was stated; as a claim both say the same. */
const SAID_NOTHING: Readonly<Record<string, unknown>> = { cardsPerPack: 1, wholePacksOnly: false };

/** What an offer states, as one text: two offers with the same text are one claim. Unstated fields do not count. */
export function claimText(content: object): string {
  const stated = Object.entries(content).filter(
    ([key, value]) => key !== "id" && value !== null && value !== undefined && value !== SAID_NOTHING[key],
  );
  return canonicalJson(Object.fromEntries(stated));
}

/** Reads a pasted or dropped price list; `kept` are the claim texts of the current offers. Throws INVALID by field. */
export function planOfferFile(text: string, claim: OfferClaim, kept: ReadonlySet<string>): OfferFilePlan {
  const { format, answer } = readOfferFile(text, claim);
  const seen = new Set(kept);
  const fresh: NewOffer[] = [];
  for (const { offer } of answer.offers) {
    const parsed = newOfferSchema.parse(offer);
    const said = claimText(parsed);
    if (!seen.has(said)) fresh.push(parsed);
    seen.add(said);
  }
  const { refused, remarks } = answer;
  return { format, fresh, equal: answer.offers.length - fresh.length, refused, remarks };
}

function readOfferFile(text: string, claim: OfferClaim): { format: string; answer: OfferFileAnswer } {
  const plain = text.replace(/^\uFEFF/, "");
  if (/^\s*[[{]/.test(plain)) {
    const answer = readGpuhunt(parsedJson(plain), claim);
    if (answer === null) throw unreadable();
    return { format: "gpuhunt", answer };
  }
  const records = [...csvRecords(plain, delimiterOf(plain))];
  const format = offerTableFormat(records[0]?.fields ?? []);
  if (format === null) throw unreadable();
  if (format.needsProvider && claim.provider === null) {
    throw new Refusal("INVALID", {
      fields: [{ path: "provider", code: "needed", message: `a ${format.name} does not name its provider` }],
    });
  }
  return { format: format.name, answer: format.read(records, claim) };
}

const unreadable = () =>
  new Refusal("INVALID", { fields: [{ path: "text", code: "unknown-format", message: "no known layout of offers" }] });

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}
