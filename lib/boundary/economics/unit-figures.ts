import { Decimal } from "@/lib/money/money";

/** Cost of one million tokens at a measured rate, after idle time and rejected work. Shares are in (0, 1]. */
export function costPerMillionTokens(
  ratePerGpuHour: Decimal,
  tokensPerSecond: Decimal,
  dutyCycle = new Decimal(1),
  acceptance = new Decimal(1),
): Decimal {
  return ratePerGpuHour.div(tokensPerSecond.times(3600)).times(1_000_000).div(dutyCycle).div(acceptance);
}

/** Requests per second inside their objectives, and what each cost (DistServe: goodput). */
export function goodput(withinObjectives: number, seconds: Decimal, ratePerHour: Decimal) {
  const perSecond = new Decimal(withinObjectives).div(seconds);
  const cost = ratePerHour.times(seconds).div(3600);
  return { perSecond, costEach: withinObjectives === 0 ? null : cost.div(withinObjectives) };
}

/** Energy per output at the wall (MLPerf Power: the full system during the measured phase). */
export function energyPerOutput(watts: Decimal, seconds: Decimal, outputs: number) {
  if (outputs === 0) return null;
  const joules = watts.times(seconds).div(outputs);
  return { joules, kilowattHours: joules.div(3_600_000) };
}

/** Price of storage kept for some hours: providers divide a month into 720 to 744 of them. */
export function storageCost(gib: Decimal, perGibMonth: Decimal, hours: Decimal, monthHours: number): Decimal {
  return gib.times(perGibMonth).times(hours).div(monthHours);
}
