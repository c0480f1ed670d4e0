import type { z } from "zod";
import { Decimal } from "@/lib/money/money";
import { figure, ONE } from "./figure";
import type { EconomicsAnswer, spotSchema } from "./schema";

type Spot = z.infer<typeof spotSchema>;

/** Young 1974: work between checkpoints, in the unit of its arguments. */
export function youngInterval(checkpoint: Decimal, mean: Decimal): Decimal {
  return checkpoint.times(2).times(mean).sqrt();
}

/** Daly 2006 (doi 10.1016/j.future.2004.11.016): better than Young where checkpoints take long against interruptions. */
export function dalyInterval(checkpoint: Decimal, mean: Decimal): Decimal {
  if (checkpoint.gte(mean.times(2))) return mean;
  const ratio = checkpoint.div(mean.times(2));
  const correction = ONE.plus(ratio.sqrt().div(3)).plus(ratio.div(9));
  return youngInterval(checkpoint, mean).times(correction).minus(checkpoint);
}

/** Expected wall time over work time with interruptions that come like a Poisson process, all in one unit of time. */
export function stretch(interval: Decimal, checkpoint: Decimal, restart: Decimal, mean: Decimal): Decimal {
  const growth = interval.plus(checkpoint).div(mean).exp().minus(1);
  return mean.times(restart.div(mean).exp()).times(growth).div(interval);
}

/** The same to first order: what checkpoints and the expected loss per interruption add. */
export function firstOrderStretch(interval: Decimal, checkpoint: Decimal, restart: Decimal, mean: Decimal): Decimal {
  const lost = interval.div(2).plus(checkpoint).plus(restart).div(mean);
  return ONE.plus(checkpoint.div(interval)).plus(lost);
}

/** Work that loses everything: how often its own length it takes, `M/L × (e^(L/M) − 1)`. */
export function stretchWithoutCheckpoints(work: Decimal, mean: Decimal): Decimal {
  return mean.div(work).times(work.div(mean).exp().minus(1));
}

/** A mean time beyond which the exponentials say nothing but "never". */
const LONGEST_RATIO = 500;

export function spotWithCheckpoints(request: Spot): EconomicsAnswer {
  const work = new Decimal(request.workHours);
  const mean = new Decimal(request.meanHoursBetweenInterruptions);
  const restart = new Decimal(request.restartMinutes).div(60);
  const checkpoint = request.checkpointMinutes == null ? null : new Decimal(request.checkpointMinutes).div(60);
  const spot = new Decimal(request.spotPerHour);
  const onDemand = new Decimal(request.onDemandPerHour);
  const interval = checkpoint === null ? null : dalyInterval(checkpoint, mean);
  const hopeless = (interval ?? work).div(mean).gt(LONGEST_RATIO);
  const s = hopeless
    ? null
    : checkpoint === null || interval === null
      ? stretchWithoutCheckpoints(work, mean)
      : stretch(interval, checkpoint, restart, mean);
  const spotCost = s === null ? null : spot.times(s).times(work);
  const onDemandCost = onDemand.times(work);
  const breakEven = checkpoint === null ? null : breakEvenMean(checkpoint, restart, onDemand.div(spot));
  return {
    kind: request.kind,
    currency: request.currency,
    breakEven: {
      intervalMinutes: interval === null ? null : figure(interval.times(60)),
      youngMinutes: checkpoint === null ? null : figure(youngInterval(checkpoint, mean).times(60)),
      stretch: s === null ? null : figure(s),
      effectivePerHour: s === null ? null : figure(spot.times(s)),
      meanMinutesBetweenInterruptions: breakEven === null ? null : figure(breakEven.times(60)),
    },
    cheaper: spotCost === null || onDemandCost.lte(spotCost) ? "on-demand" : "spot",
    table: [
      { option: "on-demand", cost: figure(onDemandCost), hours: figure(work) },
      {
        option: "spot",
        cost: spotCost === null ? null : figure(spotCost),
        hours: s === null ? null : figure(work.times(s)),
      },
    ],
    formula: "T = M e^(R/M) (e^((τ+C)/M) − 1) × work ÷ τ; τ after Daly; without checkpoints M/L (e^(L/M) − 1)",
    source: "Young 1974; Daly 2006, doi 10.1016/j.future.2004.11.016",
  };
}

/** The mean time between interruptions at which spot stops being cheaper; null when it always or never is. */
function breakEvenMean(checkpoint: Decimal, restart: Decimal, priceRatio: Decimal): Decimal | null {
  const worthIt = (mean: Decimal) => stretch(dalyInterval(checkpoint, mean), checkpoint, restart, mean).lt(priceRatio);
  let low = Decimal.max(checkpoint, restart, new Decimal("0.001")).div(100);
  let high = new Decimal(100_000);
  if (!worthIt(high) || worthIt(low)) return null;
  for (let i = 0; i < 120; i++) {
    const middle = low.plus(high).div(2);
    if (worthIt(middle)) high = middle;
    else low = middle;
  }
  return high;
}
