import "server-only";
import { may } from "@/lib/access/roles";
import { load } from "@/lib/gate/load";
import { peopleNames } from "@/lib/workspace/server/data";
import { changedSince, closeDigest, reconcile, ties } from "../month-close";
import {
  boundsOf,
  closedMonth,
  issuerHeld,
  keptOut,
  laterEntries,
  listMonths,
  type MonthBounds,
  monthHeld,
  statedInvoices,
  takenBackInvoices,
  unclassifiedIn,
} from "./data/months";
import { onTx, type RunSql } from "./data/run-sql";
import { zoneFor } from "./loaders";

/** Later entries that the page of a month lists; their sums are always of all. */
const SHOWN_LATER = 100;

export function loadMonths() {
  return load(async (tx, _actor, { workspace }) => ({
    months: await listMonths(onTx(tx), zoneFor(workspace.timeZone).id),
    timeZone: workspace.timeZone,
  }));
}

/**
 * What a month holds, its invoices against that, invoice totals that were taken back, and its close; null for a month of
 * which nothing was ever said. One in which everything was taken back still has its page, since that is where it is put back.
 */
export async function monthContent(sql: RunSql, bounds: MonthBounds) {
  const held = await monthHeld(sql, bounds);
  const lines = reconcile(await issuerHeld(sql, bounds), await statedInvoices(sql, bounds.month));
  const takenBack = await takenBackInvoices(sql, bounds.month);
  const closed = await closedMonth(sql, bounds);
  return held.length + lines.length + takenBack.length === 0 && !closed ? null : { held, lines, takenBack, closed };
}

/** One month as it stands, held against its invoices and, when closed, against what it held then. */
export function loadMonth(text: string) {
  return load(async (tx, actor, { workspace }) => {
    const bounds = boundsOf(zoneFor(workspace.timeZone), text);
    if (bounds === null) return null;
    const sql = onTx(tx);
    const content = await monthContent(sql, bounds);
    if (content === null) return null;
    const { held, lines, takenBack, closed } = content;
    const people = await peopleNames(tx);
    return {
      month: text,
      held,
      lines,
      takenBack,
      ties: ties(lines),
      digest: closeDigest(text, held, lines),
      unclassified: await unclassifiedIn(sql, bounds),
      over: Date.now() >= Date.parse(bounds.end),
      keptOut: await keptOut(sql, bounds),
      closed: closed && {
        at: closed.closedAt,
        by: people.get(closed.closedBy) ?? null,
        note: closed.note,
        digest: closed.digest,
        changes: changedSince(closed.held, held),
        later: await laterEntries(sql, bounds, SHOWN_LATER),
      },
      currency: workspace.currency,
      timeZone: workspace.timeZone,
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}
