import "server-only";
import { env } from "@/lib/env/env.mjs";
import { load } from "@/lib/gate/load";
import { channelsOf, listAlerts, seenOf } from "./data";
import { unseenAlerts } from "./data/unseen";

const SHOWN = 100;

/** What was alerted in the workspace, and where the visitor wants to hear of it. */
export function loadAlerts() {
  return load(async (tx, actor, { workspace }) => {
    const alerts = await listAlerts(tx, SHOWN);
    const ids = alerts.map((a) => a.id);
    const seen = await seenOf(tx, actor.personId, ids);
    return {
      alerts: alerts.map((a) => ({ ...a, seen: seen.has(a.id) })),
      channels: await channelsOf(tx, actor.personId),
      timeZone: workspace.timeZone,
      mailIsSet: env.smtpUrl !== "",
    };
  });
}

/** What the visitor's inbox tells of beside reviews. */
export function loadUnseenAlerts() {
  return load(async (tx, actor, { workspace }) => ({
    alerts: await unseenAlerts(tx, actor, new Date()),
    timeZone: workspace.timeZone,
  }));
}
