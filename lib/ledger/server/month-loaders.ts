import "server-only";
import { may } from "@/lib/access/roles";
import { load } from "@/lib/gate/load";
import { peopleNames } from "@/lib/workspace/server/data";
import { changedSince, closeDigest, reconcile, ties } from "../month-close";
import { monthAfter, monthIndex } from "../months";
import {
  closedMonth,
  issuerHeld,
  keptOut,
  laterEntries,
  listMonths,
  monthHeld,
  statedInvoices,
  unclassifiedIn,
} from "./data/months";
import { onTx } from "./data/run-sql";

/** Later entries that the page of a month lists; their sums are always of all. */
const SHOWN_LATER = 100;

export function loadMonths() {
  return load(async (tx, _actor, { workspace }) => ({
    months: await listMonths(onTx(tx)),
    timeZone: workspace.timeZone,
  }));
}

/** One month as it stands, held against its invoices and, when closed, against what it held then. */
export function loadMonth(text: string) {
  return load(async (tx, actor, { workspace }) => {
    if (monthIndex(text) === null) return null;
    const month = `${text}-01`;
    const sql = onTx(tx);
    const held = await monthHeld(sql, month);
    const lines = reconcile(await issuerHeld(sql, month), await statedInvoices(sql, month));
    if (held.length === 0 && lines.length === 0) return null;
    const closed = await closedMonth(sql, month);
    const people = await peopleNames(tx);
    return {
      month: text,
      held,
      lines,
      ties: ties(lines),
      digest: closeDigest(text, held, lines),
      unclassified: await unclassifiedIn(sql, month),
      over: new Date().toISOString().slice(0, 10) >= monthAfter(month),
      keptOut: await keptOut(sql, month),
      closed: closed && {
        at: closed.closedAt,
        by: people.get(closed.closedBy) ?? null,
        note: closed.note,
        digest: closed.digest,
        changes: changedSince(closed.held, held),
        later: await laterEntries(sql, month, SHOWN_LATER),
      },
      currency: workspace.currency,
      timeZone: workspace.timeZone,
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}
