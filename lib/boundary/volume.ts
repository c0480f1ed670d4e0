import type { BriefContent } from "@/lib/brief/schema";

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };

/** Outputs that the brief wants over so many days; null where it does not say how many. */
export function outputsWithin({ outcome }: BriefContent, days: number): number | null {
  const { volumeOutputs, volumePeriod } = outcome;
  if (volumeOutputs === null || volumePeriod === null) return null;
  return volumePeriod === "total" ? volumeOutputs : (volumeOutputs * days) / (DAYS[volumePeriod] ?? 1);
}
