import { Decimal } from "@/lib/money/money";

/** Billed time of one rental's accelerators, and what its card may draw. */
export interface RentalTime {
  /** As people know it: RNT-3. */
  readonly rental: string;
  readonly billedSeconds: string;
  /** Cards of its plan; null where the plan rents none. */
  readonly cards: number | null;
  /** Board power of its card, watts; null where the catalogue does not say. */
  readonly boardWatts: number | null;
}

/** What samples of the cards' power add up to, and the card time that they observed. Whole numbers as text. */
export interface MeasuredEnergy {
  readonly joules: string;
  readonly gpuSeconds: string;
}

/** Energy of the cards of a brief and period: without host and cooling, beside the cost and in no sum of it. */
export type Energy =
  | {
      readonly basis: "measured" | "at-board-power";
      readonly kilowattHours: string;
      /** Null while no output is accepted. */
      readonly wattHoursPerOutput: string | null;
      /** What one card draws on average (measured) or at most (board power); null where cards differ. */
      readonly wattsPerCard: string | null;
      readonly cardHours: string;
      /** Card time behind a measured average. */
      readonly observedHours: string | null;
      /** Accelerator entries of no rental: nobody knows how many cards they are, and they are not in it. */
      readonly withoutRental: number;
    }
  | { readonly basis: "unknown"; readonly why: "no-rental" | "card-unknown"; readonly rentals: readonly string[] };

const DIGITS = 6;
const text = (value: Decimal): string => value.toSignificantDigits(DIGITS).toFixed();

/**
 * Power × time: while anything of a rental was billed, all its cards are taken to have drawn power. Measured where samples
 * say what a card draws on average; else at board power, which a card does not exceed: an upper bound.
 */
export function energyOf(
  rentals: readonly RentalTime[],
  measured: MeasuredEnergy | null,
  withoutRental: number,
  accepted: number,
): Energy {
  const timed = rentals.filter((r) => new Decimal(r.billedSeconds).gt(0));
  if (timed.length === 0) return { basis: "unknown", why: "no-rental", rentals: [] };
  const average = averageWatts(measured);
  const dark = timed.filter((r) => r.cards === null || (average === null && r.boardWatts === null));
  if (dark.length > 0) return { basis: "unknown", why: "card-unknown", rentals: dark.map((r) => r.rental) };
  const cardHours = (r: RentalTime): Decimal => new Decimal(r.billedSeconds).times(r.cards ?? 0).div(3600);
  const wattsOf = (r: RentalTime): Decimal => average ?? new Decimal(r.boardWatts ?? 0);
  const wattHours = timed.reduce((sum, r) => sum.plus(cardHours(r).times(wattsOf(r))), new Decimal(0));
  const draws = new Set(timed.map((r) => text(wattsOf(r))));
  return {
    basis: average === null ? "at-board-power" : "measured",
    kilowattHours: text(wattHours.div(1000)),
    wattHoursPerOutput: accepted === 0 ? null : text(wattHours.div(accepted)),
    wattsPerCard: draws.size === 1 ? ([...draws][0] ?? null) : null,
    cardHours: text(timed.reduce((sum, r) => sum.plus(cardHours(r)), new Decimal(0))),
    observedHours: average === null ? null : text(new Decimal(measured?.gpuSeconds ?? 0).div(3600)),
    withoutRental,
  };
}

function averageWatts(measured: MeasuredEnergy | null): Decimal | null {
  if (measured === null || new Decimal(measured.gpuSeconds).lte(0)) return null;
  return new Decimal(measured.joules).div(measured.gpuSeconds);
}
