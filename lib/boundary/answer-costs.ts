import type { BriefContent, FieldPath } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { Decimal, decimalText, MAX_SCALE, sumDecimals } from "@/lib/money/money";
import { COST_DAYS } from "./calendar";
import { needsOf } from "./needs";
import { cardsOf, OfferJudge } from "./offer-refusal";
import { type NotIncluded, type PlannedCost, type PlannedUse, plannedCost } from "./planned-cost";
import { type Boundary, higher, rankOf } from "./schema";
import { outputsWithin } from "./volume";

/** Every answer of the advisor, from nothing rented to a cluster. Words are `boundary.answers.<answer>`. */
export const ANSWERS = [
  "cpu",
  "managed-api",
  "hybrid",
  "edge-with-centre",
  "serverless",
  "spot-vm",
  "vm",
  "dedicated-node",
  "cluster",
] as const;
export type AnswerName = (typeof ANSWERS)[number];

/** A figure that a cost line lacks; `field` is where the brief could say it. Words are `boundary.missingFigures.<code>`. */
export interface MissingFigure {
  readonly code:
    | "offer"
    | "open-card"
    | "machine-offer"
    | "one-currency"
    | "volume"
    | "tokens"
    | "hours"
    | "commodity-share"
    | "style"
    | "edge-devices"
    | "edge-sites"
    | "interruption-rate";
  readonly field: FieldPath | null;
}

export interface CostPart {
  readonly part: "machine" | "api" | "rented" | "centre";
  readonly amount: string;
  readonly offerId: string;
  /** Day of the offer's claim, ISO date: an old price says so itself. */
  readonly dated: string;
  readonly notIncluded: readonly NotIncluded[];
}

/** What one answer costs over `COST_DAYS`, from offers at hand. `amount` is null while no part of it has a price. */
export interface AnswerCost {
  readonly answer: AnswerName;
  readonly currency: string | null;
  /** Plain decimal text: the sum of the parts. With something missing it is what is known, not all. */
  readonly amount: string | null;
  /** Of one accepted output, as if all were accepted; null where volume or a part lacks. */
  readonly perOutput: string | null;
  readonly parts: readonly CostPart[];
  readonly missing: readonly MissingFigure[];
}

/** Any fixed period compares prices; no clock is read. */
const PERIOD = { start: "2000-01-01", end: "2000-01-31" };

interface Asked {
  readonly brief: BriefContent;
  readonly offers: readonly Offer[];
  readonly judge: OfferJudge;
  readonly outputs: number | null;
}

interface Line {
  readonly currency: string | null;
  readonly parts: readonly CostPart[];
  readonly missing: readonly MissingFigure[];
}

const lacks = (code: MissingFigure["code"], field: FieldPath | null = null): Line => ({
  currency: null,
  parts: [],
  missing: [{ code, field }],
});
const plain = (value: Decimal): string => decimalText(value.toDecimalPlaces(MAX_SCALE));

/**
 * A cost line for each answer of the advisor, in order; also for those that fail a need, since what they would have
 * saved is part of the decision. The order of offers changes nothing, and a cheaper offer never raises a line.
 */
export function answerCosts(brief: BriefContent, offers: readonly Offer[]): readonly AnswerCost[] {
  const asked = { brief, offers, judge: new OfferJudge(brief), outputs: outputsWithin(brief, COST_DAYS) };
  const { needs, open } = needsOf(brief);
  const least = needs.reduce<Boundary>((so, n) => higher(so, n.minimum), "managed-api");
  const known = new Map<string, Line>();
  const rented = (style: Boundary, spot: boolean): Line => {
    const key = `${style} ${spot}`;
    const line = known.get(key) ?? rentedLine(asked, style, spot);
    known.set(key, line);
    return line;
  };
  const line = (answer: AnswerName): Line => {
    switch (answer) {
      case "cpu":
        return machineLine(asked);
      case "managed-api":
        return apiLine(asked, new Decimal(1));
      case "hybrid":
        return hybridLine(asked, rented(higher(least, "serverless"), false));
      case "edge-with-centre": {
        const centre = least === "managed-api" ? apiLine(asked, new Decimal(1)) : rented(least, false);
        return edgeLine(
          brief,
          centre,
          open.some((o) => rankOf(o.couldNeed) > rankOf(least)),
        );
      }
      case "spot-vm":
        return rented("vm", true);
      default:
        return rented(answer, false);
    }
  };
  return ANSWERS.map((answer) => finished(answer, line(answer), asked.outputs));
}

function finished(answer: AnswerName, { currency, parts, missing }: Line, outputs: number | null): AnswerCost {
  const sum = parts.length === 0 ? null : sumDecimals(parts.map((p) => p.amount));
  const whole = missing.every((m) => m.code === "interruption-rate");
  const each = sum === null || !whole || outputs === null || outputs === 0 ? null : sum.div(outputs);
  return {
    answer,
    currency,
    amount: sum === null ? null : plain(sum),
    perOutput: each === null ? null : decimalText(each.toSignificantDigits(9)),
    parts,
    missing,
  };
}

interface Priced {
  readonly offer: Offer;
  readonly amount: Decimal;
  readonly notIncluded: readonly NotIncluded[];
}

/** The cheapest of what has a price; amounts of two currencies are not compared without a rate. */
function cheapestLine(part: CostPart["part"], priced: readonly Priced[], none: MissingFigure["code"]): Line {
  if (new Set(priced.map((p) => p.offer.price.currency)).size > 1) return lacks("one-currency");
  let best: Priced | null = null;
  for (const one of priced) {
    const order = best === null ? -1 : one.amount.comparedTo(best.amount) || (one.offer.id < best.offer.id ? -1 : 1);
    if (order < 0) best = one;
  }
  if (best === null) return lacks(none);
  const { offer, amount, notIncluded } = best;
  return {
    currency: offer.price.currency,
    parts: [{ part, amount: plain(amount), offerId: offer.id, dated: offer.dated, notIncluded }],
    missing: [],
  };
}

const priced = (offer: Offer, cost: PlannedCost): Priced[] =>
  cost.ok ? [{ offer, amount: new Decimal(cost.amount), notIncluded: cost.notIncluded }] : [];

/**
 * The hours that are paid of the period. A service stands all the time and so do dedicated nodes and clusters; other
 * work on demand, and serverless workers, are paid while they are active. Null where the brief does not say how long.
 */
function runsOf(brief: BriefContent, style: Boundary): NonNullable<PlannedUse["runs"]> | "always" | null {
  const stands = style === "dedicated-node" || style === "cluster";
  if (stands || (style === "vm" && brief.kind === "interactive-inference")) return "always";
  const { activeHoursPerDay, activeDaysPerWeek } = brief.scale;
  if (activeHoursPerDay === null) return null;
  const days = ((activeDaysPerWeek ?? 7) / 7) * COST_DAYS;
  const hours = activeHoursPerDay * days;
  return hours === 0 ? null : { hours, starts: Math.max(1, Math.round(days)) };
}

function usageOf(brief: BriefContent, cards: number): PlannedUse {
  const { persistentDiskBytes } = brief.controlBoundary;
  const { egressBytesPerMonth } = brief.dataBoundary;
  return { cards, ...PERIOD, diskBytes: persistentDiskBytes, egressBytesPerMonth };
}

function rentedLine({ brief, offers, judge }: Asked, style: Boundary, spot: boolean): Line {
  const runs = runsOf(brief, style);
  if (runs === null) return lacks("hours", "scale.activeHoursPerDay");
  const base = usageOf(brief, cardsOf(brief));
  const use = runs === "always" ? base : { ...base, runs };
  const asked = offers.filter((o) => o.boundary === style && (o.purchase === "spot") === spot);
  const usable = asked.filter((o) => judge.refusal(style, o) === null);
  // `H100` in a price list is a price, but of which card: that is asked, and not the same as no price at all.
  const loose = usable.length === 0 && asked.some((o) => judge.refusal(style, o) === "card-open");
  const part = style === "managed-api" ? "api" : "rented";
  const line = cheapestLine(
    part,
    usable.flatMap((offer) => priced(offer, plannedCost(offer, use))),
    loose ? "open-card" : "offer",
  );
  if (!spot || line.parts.length === 0) return line;
  // How often a spot card is taken away stands in no offer, so the price holds no lost work.
  return { ...line, missing: [{ code: "interruption-rate", field: null }] };
}

/** A machine without a card: priced by the node or the month, and naming no card. */
function machineLine({ brief, offers, judge }: Asked): Line {
  const use = usageOf(brief, 1);
  const machines = offers.filter(
    (o) =>
      o.acceleratorId == null &&
      o.cardAsNamed == null &&
      (o.price.unit === "node-hour" || o.price.unit === "month") &&
      (o.boundary === "vm" || o.boundary === "dedicated-node") &&
      judge.allows(o),
  );
  const found = machines.flatMap((offer) => priced(offer, plannedCost({ ...offer, cardsPerPack: 1 }, use)));
  return cheapestLine("machine", found, "machine-offer");
}

/** Tokens or requests of `share` of the volume, at the price of the cheapest API that may be used. */
function apiLine({ brief, offers, judge, outputs }: Asked, share: Decimal): Line {
  if (outputs === null) return lacks("volume", "outcome.volumeOutputs");
  const tokens = brief.memoryShape.contextTokens ?? brief.memoryShape.sequenceLengthTokens;
  const usable = offers.filter((o) => judge.refusal("managed-api", o) === null);
  const byToken = usable.some((o) => o.price.unit === "million-tokens");
  if (tokens === null && byToken && usable.every((o) => o.price.unit !== "request")) {
    return lacks("tokens", "memoryShape.contextTokens");
  }
  const found = usable.flatMap((offer): Priced[] => {
    const { unit, amount } = offer.price;
    if (unit === "request") return [{ offer, amount: share.times(outputs).times(amount), notIncluded: [] }];
    if (unit !== "million-tokens" || tokens === null) return [];
    return [{ offer, amount: share.times(outputs).times(tokens).times(amount).div(1_000_000), notIncluded: [] }];
  });
  return cheapestLine("api", found, "offer");
}

/** Two parts of one currency as one line; what either lacks is missing. */
function joined(a: Line, b: Line): Line {
  const currencies = [...new Set([a.currency, b.currency].filter((c) => c !== null))];
  if (currencies.length > 1) return lacks("one-currency");
  const missing = [...a.missing, ...b.missing].filter((m, at, all) => all.findIndex((x) => x.code === m.code) === at);
  return { currency: currencies[0] ?? null, parts: [...a.parts, ...b.parts], missing };
}

function hybridLine(asked: Asked, rented: Line): Line {
  const percent = asked.brief.controlBoundary.commodityCallsPercent;
  if (percent == null) return joined(lacks("commodity-share", "controlBoundary.commodityCallsPercent"), rented);
  return joined(apiLine(asked, new Decimal(percent).div(100)), rented);
}

/** The centre has a price; devices at the edge are bought and stand in no offer, so they are named. */
function edgeLine({ controlBoundary }: BriefContent, centre: Line, open: boolean): Line {
  const parts = centre.parts.map((p) => ({ ...p, part: "centre" as const }));
  const missing: MissingFigure[] = [
    ...(open ? [{ code: "style" as const, field: null }] : []),
    ...centre.missing,
    { code: "edge-devices", field: null },
    ...(controlBoundary.edgeSites == null
      ? [{ code: "edge-sites" as const, field: "controlBoundary.edgeSites" as const }]
      : []),
  ];
  return { currency: centre.currency, parts, missing };
}
