import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";
import { OFFER_BOUNDARIES, OFFER_PERSISTENCE, OFFER_PRICE_UNITS, OFFER_PURCHASES } from "./offer-names";

/** An amount as exact decimal text, zero or more: `2.49`. */
const decimalAmount = z
  .string()
  .refine((text) => parseDecimal(text)?.gte(0) === true, { error: "a plain decimal amount of zero or more, as text" });

const isoDate = z.iso.date();
const wholeCount = z.int().positive();

const sourcedAmount = z.strictObject({
  amount: decimalAmount,
  currency: z.string().regex(/^[A-Z]{3}$/, { error: "an ISO 4217 currency code such as USD" }),
});

const gibPrice = sourcedAmount.extend({
  unit: z.enum(["gib-month", "gb-month", "gib", "gb"]),
});

/**
 * A priced thing that can be rented (METHOD 9): a dated claim of its source, never our ranking. `null` and absent both
 * mean "not stated", and an unstated field is never read as a promise.
 */
export const offerSchema = z.strictObject({
  id: z.string().min(1),
  provider: z.string().min(1),
  region: z.string().min(1).nullish(),
  /** Catalogue id of the card; null for a managed API. */
  acceleratorId: z.string().min(1).nullish(),
  /** The card in the source's own words, where they do not decide one row of the catalogue: `H100` may be three cards. */
  cardAsNamed: z.string().min(1).nullish(),
  /** SXM, PCIe …; null or absent when the offer does not say. */
  formFactor: z.string().min(1).nullish(),
  /** Cards in one order unit. A pack is an order unit and never pools memory. */
  cardsPerPack: wholeCount.nullish(),
  wholePacksOnly: z.boolean().nullish(),
  /** Whether CPU and RAM of the host are inside the price; null when the offer does not say. */
  hostIncluded: z.boolean().nullish(),
  purchase: z.enum(OFFER_PURCHASES),
  /** The style that this offer can serve. */
  boundary: z.enum(OFFER_BOUNDARIES),
  price: sourcedAmount.extend({ unit: z.enum(OFFER_PRICE_UNITS) }),
  /** Time is billed in steps of this length. */
  billingIncrementSeconds: wholeCount.nullish(),
  /** The shortest time that is billed. */
  minimumSeconds: z.int().nonnegative().nullish(),
  /** Paid once at the start of the term. */
  upfront: sourcedAmount.nullish(),
  termMonths: wholeCount.nullish(),
  storage: gibPrice.nullish(),
  /** A snapshot or image that is kept. */
  snapshot: gibPrice.nullish(),
  /** The disk of a machine that is stopped and not deleted. */
  stoppedDisk: gibPrice.nullish(),
  egress: gibPrice.nullish(),
  /** Steps of the egress price in words: `first 100 GB free, then 0.09`. */
  egressTiers: z.string().nullish(),
  support: z.string().nullish(),
  /** When somebody answers: `24/7`, `Mon-Fri 9-17 CET`. */
  supportHours: z.string().nullish(),
  /** Memory of the whole host of one order unit. */
  hostRamGib: z.number().positive().nullish(),
  /** Local NVMe of one order unit, decimal GB. */
  localNvmeGb: z.number().nonnegative().nullish(),
  /** Network rate of one order unit, Gbit per second. */
  networkGbitPerS: z.number().positive().nullish(),
  /** What is installed when it starts: driver, CUDA, image. */
  readyStack: z.string().nullish(),
  /** How it is started: API, Terraform, Kubernetes, by ticket. */
  provisioning: z.string().nullish(),
  /** What the provider does when a card or host fails. */
  failover: z.string().nullish(),
  /** Root, container, notebook only. */
  accessLevel: z.string().nullish(),
  taxIncluded: z.boolean().nullish(),
  /** Promised share of time, in per cent: 99.9. */
  uptimePct: z.number().min(0).max(100).nullish(),
  certifications: z
    .array(z.string().min(1))
    .nullish()
    .transform((list) => list ?? []),
  dataLocation: z.string().min(1).nullish(),
  persistence: z.enum(OFFER_PERSISTENCE).nullish(),
  /** Cards that the account may start of this offer today; 0 none. Absent when nobody has looked. */
  quotaCards: z.int().nonnegative().nullish(),
  /** Where that quota was seen and on which day: a console, a ticket, a screenshot by its name. Its evidence. */
  quotaSource: z.string().min(1).nullish(),
  quotaDated: isoDate.nullish(),
  /** How and with what notice the capacity may be taken away. */
  interruption: z.string().nullish(),
  /** Where the claim was read: a page, a quote, a catalogue. */
  source: z.string().min(1),
  /** The day on which the source said so. */
  dated: isoDate,
  validUntil: isoDate.nullish(),
  notes: z.string().nullish(),
});

export type Offer = z.infer<typeof offerSchema>;
export type OfferInput = z.input<typeof offerSchema>;

/** Prices move monthly, so a claim without an end date is taken for current for this long. */
const OFFER_FRESH_DAYS = 30;

/**
 * Whether the offer may no longer hold on the day `today` (ISO date): past its stated end, or older than
 * {@link OFFER_FRESH_DAYS} where it states none.
 */
export function isStale(offer: Pick<Offer, "dated" | "validUntil">, today: string): boolean {
  if (offer.validUntil) return today > offer.validUntil;
  return daysBetween(offer.dated, today) > OFFER_FRESH_DAYS;
}

const MS_PER_DAY = 86_400_000;

/** Whole days from one ISO date to another. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}
