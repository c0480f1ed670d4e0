import "server-only";
import { changedSince, reconcile } from "@/lib/ledger/month-close";
import { MOST_EXPORTED } from "@/lib/ledger/server/data/export-entries";
import {
  boundsOf,
  closedMonth,
  issuerHeld,
  laterEntries,
  type MonthBounds,
  monthHeld,
  statedInvoices,
} from "@/lib/ledger/server/data/months";
import { onTx, type RunSql } from "@/lib/ledger/server/data/run-sql";
import { amount, column, count, instant, text, yesNo } from "@/lib/sheet/sheet";
import { file, given, type ListFile, type ListQuestion } from "./list-file";

interface AskedMonth {
  readonly sql: RunSql;
  readonly bounds: MonthBounds;
}

/** The rows of the month that the address names (`month=2026-10`); none where it names none. */
async function ofMonth<Row>(
  { tx, zone, search }: ListQuestion,
  rows: (asked: AskedMonth) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const bounds = boundsOf(zone, given(search, "month"));
  return bounds === null ? [] : rows({ sql: onTx(tx), bounds });
}

const linesOf = async ({ sql, bounds }: AskedMonth) =>
  reconcile(await issuerHeld(sql, bounds), await statedInvoices(sql, bounds.month));

/** What the month holds now, by currency and class. */
async function held(asked: ListQuestion): Promise<ListFile> {
  const rows = await ofMonth(asked, ({ sql, bounds }) => monthHeld(sql, bounds));
  return file<(typeof rows)[number]>(
    [
      column("class", 14, (h) => text(h.component)),
      column("currency", 9, (h) => text(h.currency)),
      column("billed", 14, (h) => amount(h.billed)),
      column("effective", 14, (h) => amount(h.effective)),
      column("entries", 10, (h) => count(h.entries)),
    ],
    rows,
  );
}

/** Invoices held against the ledger. */
async function invoices(asked: ListQuestion): Promise<ListFile> {
  const rows = await ofMonth(asked, linesOf);
  return file<(typeof rows)[number]>(
    [
      column("issuer", 24, (l) => text(l.issuer)),
      column("currency", 9, (l) => text(l.currency)),
      column("charges", 14, (l) => amount(l.charges)),
      column("credits", 14, (l) => amount(l.credits)),
      column("tax_and_rounding", 16, (l) => amount(l.taxAndRounding)),
      column("ledger_total", 14, (l) => amount(l.ours)),
      column("invoice_total", 14, (l) => amount(l.stated)),
      column("difference", 14, (l) => amount(l.difference)),
    ],
    rows,
  );
}

/** The invoices that somebody stated, one by one. */
async function statements(asked: ListQuestion): Promise<ListFile> {
  const rows = await ofMonth(asked, async (month) => (await linesOf(month)).flatMap((l) => l.invoices));
  return file<(typeof rows)[number]>(
    [
      column("issuer", 24, (s) => text(s.issuer)),
      column("invoice", 20, (s) => text(s.invoiceId)),
      column("amount", 14, (s) => amount(s.amount)),
      column("currency", 9, (s) => text(s.currency)),
      column("source", 40, (s) => text(s.source)),
    ],
    rows,
  );
}

/** By how much the sums of a closed month moved since. */
async function changes(asked: ListQuestion): Promise<ListFile> {
  const rows = await ofMonth(asked, async ({ sql, bounds }) => {
    const closed = await closedMonth(sql, bounds);
    return closed === null ? [] : changedSince(closed.held, await monthHeld(sql, bounds));
  });
  return file<(typeof rows)[number]>(
    [
      column("class", 14, (c) => text(c.component)),
      column("currency", 9, (c) => text(c.currency)),
      column("billed_change", 14, (c) => amount(c.billed)),
      column("effective_change", 16, (c) => amount(c.effective)),
    ],
    rows,
  );
}

/** Every entry that came into the month after its close, the latest first. */
async function later(asked: ListQuestion): Promise<ListFile> {
  const rows = await ofMonth(asked, ({ sql, bounds }) => laterEntries(sql, bounds, MOST_EXPORTED));
  return file<(typeof rows)[number]>(
    [
      column("written_utc", 17, (e) => instant(e.writtenAt)),
      column("what", 40, (e) => text(e.what)),
      column("class", 14, (e) => text(e.component)),
      column("billed", 14, (e) => amount(e.billed)),
      column("currency", 9, (e) => text(e.currency)),
      column("reversal", 9, (e) => yesNo(e.reversal)),
      column("entry", 38, (e) => text(e.id)),
      column("entry_month", 12, (e) => text(e.partition)),
    ],
    rows,
  );
}

/** What the page of one month lists. */
export const MONTH_LISTS = {
  "month-held": held,
  "month-invoices": invoices,
  "month-statements": statements,
  "month-changes": changes,
  "month-later": later,
};
