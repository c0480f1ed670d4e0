import "server-only";
import { env } from "@/lib/env/env.mjs";
import { load } from "@/lib/gate/load";
import { channelsOf, listAlerts } from "./data";

const SHOWN = 100;

/** What was alerted in the workspace, and where the visitor wants to hear of it. */
export function loadAlerts() {
  return load(async (tx, actor, { workspace }) => ({
    alerts: await listAlerts(tx, SHOWN),
    channels: await channelsOf(tx, actor.personId),
    timeZone: workspace.timeZone,
    mailIsSet: env.smtpUrl !== "",
  }));
}
