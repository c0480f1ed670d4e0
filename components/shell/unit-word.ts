/** Units that are words; symbols (ms, GiB, B, %) and currencies are the same in every language. */
const WORDS: Readonly<Record<string, string>> = {
  GPUs: "gpus",
  "B/month": "bytesPerMonth",
  days: "days",
  "days/week": "daysPerWeek",
  frames: "frames",
  "h/day": "hoursPerDay",
  h: "hours",
  "jobs/h": "jobsPerHour",
  outputs: "outputs",
  "outputs/h": "outputsPerHour",
  "requests/s": "requestsPerSecond",
  sequences: "sequences",
  services: "services",
  steps: "steps",
  tokens: "tokens",
  "tokens/s": "tokensPerSecond",
};

/** A unit in the reader's language beside a number, or beside a label where no number is given. */
export function unitWord(
  t: (key: string, values: { readonly count: number }) => string,
  unit: string,
  count = 2,
): string {
  const word = WORDS[unit];
  return word === undefined ? unit : t(`common.units.${word}`, { count });
}
