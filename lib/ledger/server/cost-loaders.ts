import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { load } from "@/lib/gate/load";
import { Decimal } from "@/lib/money/money";
import type { ExchangeRate } from "@/lib/money/rate";
import { peopleNames } from "@/lib/workspace/server/data";
import { type CurrencyReport, costReport, mainFirst, totalsOfSums } from "../cost-report";
import { operationsEffort } from "../effort";
import { groupReport } from "../group-report";
import { inOneCurrency } from "../in-one-currency";
import { insideTotal } from "../inside-total";
import { localOfInstant } from "../local-time";
import { instantText, monthText } from "../period";
import { one, type Search } from "../search-params";
import { costQuestion, costShape } from "./data/cost-question";
import { acceptedByMonth, byBrief, type CostFacts, costFacts, costScope } from "./data/costs";
import { energyFacts } from "./data/energy";
import { groupSums } from "./data/group-sums";
import { briefOptions, outputUnit } from "./data/lists";
import { lastChange } from "./data/month-change";
import { closedMonths } from "./data/months";
import { listDiagnostics, listEfforts, listOutputs, type OutputSums, sharedTime } from "./data/outputs";
import { statedRates } from "./data/rates";
import { removedRecords } from "./data/removed-records";
import { onTx } from "./data/run-sql";
import { removedViews, savedViews } from "./data/views";
import { zoneFor } from "./loaders";

/** The page of a brief's outputs and of what stands beside them. */
export function loadOutputs(search: Search) {
  return load(async (tx, actor, { workspace }) => {
    const briefs = await briefOptions(tx);
    const number = parseReference(one(search, "brief") ?? "", "BRF");
    const brief = briefs.find((b) => b.number === number) ?? null;
    const lines = await listOutputs(tx, brief?.id ?? null);
    const people = await peopleNames(tx);
    const shared = sharedTime(lines);
    return {
      briefs: briefs.map(({ id: _, ...b }) => b),
      brief: brief ? { number: brief.number, title: brief.title, unit: await outputUnit(tx, brief.id) } : null,
      records: lines.map(({ createdBy, createdAtMs, ...line }) => ({
        ...line,
        by: people.get(createdBy) ?? null,
        at: instantText(createdAtMs),
        shared: shared.has(line.id),
      })),
      diagnostics: await listDiagnostics(tx, brief?.id ?? null),
      efforts: await listEfforts(tx, brief?.id ?? null),
      removed: await removedRecords(tx, brief?.id ?? null, new Date()),
      timeZone: workspace.timeZone,
      today: localOfInstant(workspace.timeZone, new Date().toISOString())?.slice(0, 10) ?? "",
      canWrite: may(actor.roles, "output.write"),
    };
  });
}

const COUNTS = ["attempted", "accepted", "rejected", "failed", "retried"] as const;

function outputTotals(facts: CostFacts): OutputSums & { readonly records: number; readonly reachingOver: number } {
  const of = (key: (typeof COUNTS)[number] | "records" | "reachingOver"): number =>
    facts.outputs.reduce((n, o) => n + o[key], 0);
  return {
    attempted: of("attempted"),
    accepted: of("accepted"),
    rejected: of("rejected"),
    failed: of("failed"),
    retried: of("retried"),
    records: of("records"),
    reachingOver: of("reachingOver"),
  };
}

/** The one page that finance reads. */
export function loadCosts(search: Search) {
  return load(async (tx, actor, { workspace }) => {
    const briefs = await briefOptions(tx);
    const question = costQuestion(search, briefs, zoneFor(workspace.timeZone));
    if (question === null) return null;
    const { months, basis } = question;
    const brief = briefs.find((b) => b.id === question.briefId) ?? null;
    const { by, alsoIn } = costShape(search);
    const facts = await costFacts(tx, question);
    const all = brief ? await costFacts(tx, { ...question, briefId: null }) : facts;
    const accepted = acceptedByMonth(facts.outputs);
    const reports = mainFirst(costReport(facts.sums, accepted), workspace.currency);
    const main = reports[0] ?? null;
    const outputs = outputTotals(facts);
    return {
      brief: brief ? { number: brief.number, title: brief.title, unit: await outputUnit(tx, brief.id) } : null,
      briefs: briefs.map(({ id: _, ...b }) => b),
      views: await savedViews(tx, actor, "costs"),
      removedViews: await removedViews(tx, actor, "costs", new Date()),
      basis,
      month: months && months.first === months.last ? monthText(months.first) : null,
      from: months ? monthText(months.first) : null,
      to: months ? monthText(months.last) : null,
      timeZone: workspace.timeZone,
      currency: workspace.currency,
      reports,
      outputs,
      inside: brief && main ? insideTotal(main.totals.components.accelerator, facts.measured, outputs) : null,
      effort: operationsEffort([new Decimal(facts.effortMinutes).div(60).toString()], brief ? outputs.accepted : 0, 3),
      energy: brief ? await energyFacts(tx, question, outputs.accepted) : null,
      unallocated: unallocatedOf(all),
      rows: brief ? [] : rowsOf(facts, briefs),
      by,
      groups: by === "brief" ? null : groupReport(await groupSums(tx, by, { ...question, ...costScope(question) })),
      change: await lastChange(tx, question, main),
      inOne: inOne(await statedRates(tx), reports, alsoIn),
      billedUntil: facts.billedUntil,
      asOf: new Date().toISOString(),
      closed: await closedMonths(onTx(tx)),
    };
  });
}

/** All currencies in the wanted one, month by month; null where nobody asked or there is nothing to convert. */
function inOne(rates: readonly ExchangeRate[], reports: readonly CurrencyReport[], currency: string | null) {
  if (!currency || reports.every((r) => r.currency === currency)) return null;
  const amounts = reports.flatMap((r) =>
    r.byMonth.filter((m) => m.net !== "0").map((m) => ({ month: m.month, currency: r.currency, amount: m.net })),
  );
  return inOneCurrency(amounts, currency, rates);
}

/** Cost of the period that belongs to no brief, by currency: five components and unclassified. */
function unallocatedOf(facts: CostFacts) {
  const own = facts.sums.filter((s) => s.briefId === null);
  return [...new Set(own.map((s) => s.currency))]
    .sort()
    .map((currency) => {
      const totals = totalsOfSums(own.filter((s) => s.currency === currency));
      return { currency, net: totals.net, unclassified: totals.unclassified };
    })
    .filter((u) => u.net !== "0" || u.unclassified !== "0");
}

function rowsOf(facts: CostFacts, briefs: readonly { id: string; number: number; title: string }[]) {
  return byBrief(facts)
    .map((row) => {
      const brief = briefs.find((b) => b.id === row.briefId);
      return {
        brief: row.briefId === null ? null : { number: brief?.number ?? 0, title: brief?.title ?? "" },
        accepted: row.accepted,
        costs: row.reports.map((r) => ({ currency: r.currency, net: r.totals.net, perOutput: r.perOutput })),
      };
    })
    .sort((a, b) => (a.brief?.number ?? Number.MAX_SAFE_INTEGER) - (b.brief?.number ?? Number.MAX_SAFE_INTEGER));
}
