import "server-only";
import { listBills } from "@/lib/ledger/server/data/bills";
import { budgetLines } from "@/lib/ledger/server/data/budgets";
import { briefOptions } from "@/lib/ledger/server/data/lists";
import { listMonths } from "@/lib/ledger/server/data/months";
import { listDiagnostics, listEfforts, listOutputs } from "@/lib/ledger/server/data/outputs";
import { statedRates } from "@/lib/ledger/server/data/rates";
import { onTx } from "@/lib/ledger/server/data/run-sql";
import { listSources } from "@/lib/ledger/server/data/sources";
import { Decimal, decimalText } from "@/lib/money/money";
import { amount, column, count, day, instant, text } from "@/lib/sheet/sheet";
import { peopleNames } from "../data";
import { file, given, type ListFile, type ListQuestion, reference } from "./list-file";

/** Hours of a period in seconds, exact. */
const hours = (seconds: string): string => decimalText(new Decimal(seconds).div(3600));

async function bills({ tx }: ListQuestion): Promise<ListFile> {
  const rows = await listBills(tx);
  return file<(typeof rows)[number]>(
    [
      column("bill", 9, (b) => text(reference("BILL", b.number))),
      column("file", 32, (b) => text(b.fileName)),
      column("state", 12, (b) => text(b.state)),
      column("size_bytes", 12, (b) => count(b.size)),
      column("sha256", 66, (b) => text(b.sha256)),
      column("uploaded_utc", 17, (b) => instant(b.createdAt)),
      column("uploaded_by", 20, (b) => text(b.createdBy)),
      column("committed_utc", 17, (b) => instant(b.committedAt)),
      column("committed_by", 20, (b) => text(b.committedBy)),
    ],
    rows,
  );
}

async function months({ tx, zone }: ListQuestion): Promise<ListFile> {
  const nothing = { currency: null, billed: null, effective: null };
  // A month without an entry stands in the file as it does on the page.
  const rows = (await listMonths(onTx(tx), zone.id)).flatMap((m) =>
    (m.sums.length > 0 ? m.sums : [nothing]).map((s) => ({ ...m, ...s })),
  );
  return file<(typeof rows)[number]>(
    [
      column("month", 10, (m) => text(m.month)),
      column("currency", 9, (m) => text(m.currency)),
      column("billed", 14, (m) => amount(m.billed)),
      column("effective", 14, (m) => amount(m.effective)),
      column("entries_of_month", 16, (m) => count(m.entries)),
      column("unclassified_of_month", 20, (m) => count(m.unclassified)),
      column("closed_utc", 17, (m) => instant(m.closedAt)),
      column("entries_after_close", 18, (m) => count(m.later)),
      column("invoice_totals_stated", 20, (m) => count(m.stated)),
    ],
    rows,
  );
}

async function budgets({ tx, zone, now }: ListQuestion): Promise<ListFile> {
  const rows = await budgetLines(tx, zone, now);
  return file<(typeof rows)[number]>(
    [
      column("name", 24, (b) => text(b.name)),
      column("brief", 9, (b) => text(reference("BRF", b.brief?.number))),
      column("measure", 16, (b) => text(b.measure)),
      column("currency", 9, (b) => text(b.currency)),
      column("limit_a_month", 14, (b) => amount(b.limit)),
      column("warn_from_percent", 16, (b) => count(b.warnPercent)),
      column("so_far", 14, (b) => amount(b.state?.soFar ?? null)),
      column("used_percent", 12, (b) => amount(b.state?.usedPercent ?? null)),
      column("forecast", 14, (b) => amount(b.state?.forecast ?? null)),
      column("level", 12, (b) => text(b.state?.level ?? null)),
      column("ended_utc", 17, (b) => instant(b.endedAt)),
    ],
    rows,
  );
}

async function rates({ tx }: ListQuestion): Promise<ListFile> {
  const [rows, people] = [await statedRates(tx), await peopleNames(tx)];
  return file<(typeof rows)[number]>(
    [
      column("from_currency", 13, (r) => text(r.from)),
      column("to_currency", 13, (r) => text(r.to)),
      column("rate", 14, (r) => amount(r.rate)),
      column("dated", 12, (r) => day(r.dated)),
      column("source", 32, (r) => text(r.source)),
      column("stated_by", 20, (r) => text(people.get(r.by) ?? null)),
    ],
    rows,
  );
}

async function sources({ tx }: ListQuestion): Promise<ListFile> {
  const rows = await listSources(tx);
  return file<(typeof rows)[number]>(
    [
      column("name", 28, (s) => text(s.name)),
      column("delivery", 14, (s) => text(s.terms.delivery)),
      column("amounts_are", 14, (s) => text(s.terms.holds)),
      column("basis", 12, (s) => text(s.terms.basis)),
      column("currency", 9, (s) => text(s.terms.currency)),
      column("time_zone", 20, (s) => text(s.terms.timeZone)),
      column("tax_included_percent", 20, (s) => amount(s.terms.taxIncludedPct)),
      column("brief_tag", 18, (s) => text(s.terms.briefTag)),
      column("committed_imports", 18, (s) => count(s.bills)),
      column("changed_utc", 17, (s) => instant(s.changedAt)),
      column("changed_by", 20, (s) => text(s.by)),
    ],
    rows,
  );
}

/** The brief that the page of outputs is narrowed to; one that is not there narrows to nothing else. */
async function briefId({ tx, search }: ListQuestion): Promise<string | null> {
  return (await briefOptions(tx)).find((b) => `BRF-${b.number}` === given(search, "brief").toUpperCase())?.id ?? null;
}

async function outputs(asked: ListQuestion): Promise<ListFile> {
  const rows = await listOutputs(asked.tx, await briefId(asked));
  const people = await peopleNames(asked.tx);
  return file<(typeof rows)[number]>(
    [
      column("brief", 9, (o) => text(reference("BRF", o.brief))),
      column("period_start_utc", 17, (o) => instant(o.periodStart)),
      column("period_end_utc", 17, (o) => instant(o.periodEnd)),
      column("attempted", 12, (o) => count(o.attempted)),
      column("accepted", 12, (o) => count(o.accepted)),
      column("rejected", 12, (o) => count(o.rejected)),
      column("failed", 12, (o) => count(o.failed)),
      column("retried", 12, (o) => count(o.retried)),
      column("from", 14, (o) => text(o.source)),
      column("by", 20, (o) => text(people.get(o.createdBy) ?? null)),
      column("note", 32, (o) => text(o.note)),
      column("corrections", 12, (o) => count(o.corrections)),
    ],
    rows,
  );
}

async function diagnostics(asked: ListQuestion): Promise<ListFile> {
  const rows = await listDiagnostics(asked.tx, await briefId(asked));
  return file<(typeof rows)[number]>(
    [
      column("brief", 9, (d) => text(reference("BRF", d.brief))),
      column("kind", 12, (d) => text(d.kind)),
      column("period_start_utc", 17, (d) => instant(d.periodStart)),
      column("period_end_utc", 17, (d) => instant(d.periodEnd)),
      column("gpu_hours", 14, (d) => amount(hours(d.gpuSeconds))),
      column("of_observed_gpu_hours", 20, (d) => amount(hours(d.ofGpuSeconds))),
      column("read_from", 24, (d) => text(d.source)),
    ],
    rows,
  );
}

async function efforts(asked: ListQuestion): Promise<ListFile> {
  const rows = await listEfforts(asked.tx, await briefId(asked));
  return file<(typeof rows)[number]>(
    [
      column("brief", 9, (e) => text(reference("BRF", e.brief))),
      column("period_start_utc", 17, (e) => instant(e.periodStart)),
      column("period_end_utc", 17, (e) => instant(e.periodEnd)),
      column("minutes", 10, (e) => count(e.minutes)),
      column("note", 32, (e) => text(e.note)),
    ],
    rows,
  );
}

/** Lists of what was billed, and of what stands beside it. */
export const LEDGER_LISTS = { bills, months, budgets, rates, sources, outputs, diagnostics, efforts };
