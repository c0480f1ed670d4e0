import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { closeHindrances } from "../../close-hindrances";
import type { closeInput } from "../../inputs";
import { closeDigest, reconcile, ties } from "../../month-close";
import { zoneOf } from "../../period";
import { workspaceTerms } from "../data/briefs";
import { boundsOf, closedMonth, issuerHeld, monthHeld, statedInvoices, unclassifiedIn } from "../data/months";
import { onTx } from "../data/run-sql";
import { lockLedger } from "./claims-sql";

/**
 * Closes a month for good: what it holds now is kept, and whatever comes later says that it came later. Imports and
 * corrections wait meanwhile.
 */
export async function closeMonth(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof closeInput>,
): Promise<Written<{ readonly month: string }>> {
  const { month, note } = input;
  const sql = onTx(tx);
  await lockLedger(sql, ctx.actor.workspaceId);
  const { timeZone } = await workspaceTerms(tx, ctx.actor.workspaceId);
  const zone = zoneOf(timeZone);
  const bounds = zone && boundsOf(zone, month.slice(0, 7));
  if (!bounds) throw new Error(`no month ${month} in ${timeZone}`);
  const held = await monthHeld(sql, bounds);
  const lines = reconcile(await issuerHeld(sql, bounds), await statedInvoices(sql, month));
  const hindrances = closeHindrances({
    over: ctx.now.getTime() >= Date.parse(bounds.end),
    closed: (await closedMonth(sql, bounds)) !== null,
    entries: held.reduce((n, h) => n + h.entries, 0),
    unclassified: await unclassifiedIn(sql, bounds),
    ties: ties(lines),
    note,
  });
  if (hindrances.length > 0) throw new Refusal("MONTH_NOT_READY", { data: { hindrances } });
  const digest = closeDigest(month.slice(0, 7), held, lines);
  if (digest !== input.digest) throw new Refusal("MONTH_CHANGED");
  await sql(
    `INSERT INTO month_close (workspace_id, month, closed_at, closed_by, held, digest, note, period)
     VALUES ($1::uuid, $2::date, $3::timestamptz, $4::uuid, $5::jsonb, $6, $7, tstzrange($8::timestamptz, $9::timestamptz, '[)'))`,
    [
      ctx.actor.workspaceId,
      month,
      ctx.now.toISOString(),
      ctx.actor.personId,
      JSON.stringify(held),
      digest,
      note.trim() || null,
      bounds.start,
      bounds.end,
    ],
  );
  return {
    data: { month },
    audit: { action: "month.close", entityType: "month", entityId: month.slice(0, 7), detail: { digest, note } },
  };
}
