import { cache } from "react";
import { localOfInstant } from "@/lib/ledger/local-time";

/** The zone that a request shows its times in: its loader sets the workspace's; in the browser, and before, it is UTC. */
export const shownZone = cache((): { name: string } => ({ name: "UTC" }));

/** The ISO date of an instant on the wall of a zone. */
export function dayIn(zone: string, at: Date): string {
  const iso = at.toISOString();
  return (localOfInstant(zone, iso) ?? iso).slice(0, 10);
}
