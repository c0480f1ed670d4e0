import { cache } from "react";

/** The zone that a request shows its times in: its loader sets the workspace's; in the browser, and before, it is UTC. */
export const shownZone = cache((): { name: string } => ({ name: "UTC" }));
