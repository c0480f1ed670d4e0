import "server-only";
import { randomUUID } from "node:crypto";
import { alertFactsSchema } from "@/lib/alerts/schema";
import { send } from "@/lib/alerts/send";
import { findAlerts, lastLook } from "@/lib/alerts/server/data";
import { noteLook, noteSent, raiseAlerts, takeDue } from "@/lib/alerts/server/mutations";
import { messageOf } from "@/lib/alerts/words";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";
import { systemAlertWorkspaces } from "@/lib/db/system";
import { env } from "@/lib/env/env.mjs";
import { UTC, zoneOf } from "@/lib/ledger/period";

export interface Ticked {
  readonly raised: number;
  readonly sent: number;
  readonly failed: number;
}

/** Messages of one workspace that one tick sends at most; the rest goes with the next. */
const MOST = 50;

/** One look over all workspaces where something may have happened: raises alerts, then sends what is due. */
export async function alertsTick(now: Date): Promise<Ticked> {
  const all = { raised: 0, sent: 0, failed: 0 };
  for (const workspaceId of await systemAlertWorkspaces(now)) {
    all.raised += await withWorkspace(workspaceId, (tx) => lookOver(tx, workspaceId, now));
    for (const due of await withWorkspace(workspaceId, (tx) => takeDue(tx, now, MOST))) {
      const facts = alertFactsSchema.parse(due.data);
      const error = await send(due.kind, due.target, await messageOf(facts, { ...due, address: env.address }));
      await withWorkspace(workspaceId, (tx) => noteSent(tx, now, due, error));
      if (error === null) all.sent++;
      else all.failed++;
    }
  }
  return all;
}

async function lookOver(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  const last = await lastLook(tx);
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const alerts = await findAlerts(tx, { zone: zoneOf(workspace.timeZone) ?? UTC, now, last });
  const raised = await raiseAlerts(tx, { workspaceId, now, newId: randomUUID }, alerts);
  await noteLook(tx, workspaceId, now);
  return raised;
}
