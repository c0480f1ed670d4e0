import "server-only";
import { env } from "@/lib/env/env.mjs";
import { load } from "@/lib/gate/load";
import { channelsOf, listAlerts } from "./data";
import { unseenAlerts } from "./data/unseen";

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

/** What the visitor's inbox tells of beside reviews. */
export function loadUnseenAlerts() {
  return load(async (tx, actor, { workspace }) => ({
    alerts: await unseenAlerts(tx, actor, new Date()),
    timeZone: workspace.timeZone,
  }));
}
