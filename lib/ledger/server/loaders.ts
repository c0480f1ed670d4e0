import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { env } from "@/lib/env/env.mjs";
import { load } from "@/lib/gate/load";
import { peopleNames } from "@/lib/workspace/server/data";
import { FILE_ERRORS, type FileErrorCode } from "../codes";
import type { AnyComponent } from "../components";
import { isEntryGroup } from "../groups";
import { IMPORT_STATES } from "../import-state";
import { localOfInstant } from "../local-time";
import { monthIndex } from "../months";
import { instantText, zoneOf } from "../period";
import { READ_AT_ONCE } from "../read-at-once";
import { anyComponentSchema, type Basis, PILES, type PileName } from "../schema";
import { one, type Search } from "../search-params";
import { filterOf } from "./data/address-filter";
import { classesOf, plannedWith } from "./data/bill-plan";
import { basisOf } from "./data/bill-rows";
import { storedView } from "./data/bill-stored";
import type { BillView } from "./data/bill-view";
import { type BillWork, findWork } from "./data/bill-work";
import { findBill, listBills } from "./data/bills";
import { classChanges } from "./data/class-changes";
import type { Cursor } from "./data/entries";
import { listEntries } from "./data/entries";
import { findEntry } from "./data/entry";
import type { EntryFilter } from "./data/entry-filter";
import { importStates, stateOfSeen } from "./data/import-states";
import { briefOptions, entryNames } from "./data/lists";
import { planView } from "./data/planned";
import { countEntries, monthSums } from "./data/rollup-sums";
import { onTx, type RunSql } from "./data/run-sql";
import { sourceOptions } from "./data/sources";
import { sumByCurrency } from "./data/sum-by-currency";
import { removedViews, savedViews } from "./data/views";

export function zoneFor(timeZone: string) {
  return zoneOf(timeZone) ?? zoneOf("UTC") ?? { id: "UTC", monthOf: () => 0, monthStart: () => 0 };
}

export interface LedgerAddress {
  readonly month: string | null;
  readonly component: AnyComponent | null;
  readonly brief: string | null;
  readonly bill: string | null;
  readonly q: string | null;
  readonly group: EntryFilter["group"];
  readonly after: string | null;
}

export function ledgerAddress(search: Search): LedgerAddress {
  const component = anyComponentSchema.safeParse(one(search, "component"));
  const month = one(search, "month");
  return {
    month: month && monthIndex(month) !== null ? month : null,
    component: component.success ? component.data : null,
    brief: one(search, "brief") ?? null,
    bill: one(search, "import") ?? null,
    q: one(search, "q") ?? null,
    group: groupOf(search),
    after: one(search, "after") ?? null,
  };
}

/** `by=region&is=eu-1`; without `is` the entries that do not say it. */
function groupOf(search: Search): EntryFilter["group"] {
  const by = one(search, "by") ?? "";
  return isEntryGroup(by) ? { by, value: one(search, "is") ?? null } : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function cursorOf(text: string | null): Cursor | null {
  const m = /^(-?\d{1,15})_(.{36})$/.exec(text ?? "");
  return m?.[1] && m[2] && UUID.test(m[2]) ? [Number(m[1]), m[2]] : null;
}

/** A place in a list as an address writes it. */
export const cursorText = (cursor: Cursor | null): string | null => cursor?.join("_") ?? null;

/** Entries of the address with their sums. A reference that names nothing lists nothing. */
export function loadLedger(address: LedgerAddress) {
  return load(async (tx, actor, { workspace }) => {
    const sql = onTx(tx);
    const [briefs, bills] = await Promise.all([briefOptions(tx), listBills(tx)]);
    const zone = zoneFor(workspace.timeZone);
    const filter = filterOf(address, { briefs, bills, zone });
    const page = await listEntries(sql, filter, cursorOf(address.after));
    const [billed, effective] = [
      await monthSums(sql, filter, "billed", zone),
      await monthSums(sql, filter, "effective", zone),
    ];
    const inMonth = (s: { month: string }): boolean => address.month === null || s.month === address.month;
    return {
      lines: page.lines,
      next: cursorText(page.next),
      count: await countEntries(sql, filter),
      totals: sumByCurrency(billed.filter(inMonth), effective.filter(inMonth)),
      briefs,
      views: await savedViews(tx, actor, "ledger"),
      removedViews: await removedViews(tx, actor, "ledger", new Date()),
      bills: bills.filter((b) => b.state === "committed").map((b) => ({ number: b.number, fileName: b.fileName })),
      timeZone: workspace.timeZone,
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}

export function loadEntry(month: string, id: string) {
  return load(async (tx, actor, { workspace }) => {
    if (!/^\d{4}-\d{2}$/.test(month) || !UUID.test(id)) return null;
    const stored = await findEntry(onTx(tx), { month: `${month}-01`, id });
    if (!stored) return null;
    const [names, people, briefs] = [await entryNames(tx, stored), await peopleNames(tx), await briefOptions(tx)];
    const raw = stored.raw?.map((value, i) => ({ name: names.header[i] ?? `#${i + 1}`, value })) ?? [];
    return {
      month: stored.month,
      id: stored.id,
      entry: stored.entry,
      reason: stored.reason,
      reverses: stored.reverses,
      reversedBy: stored.reversedBy,
      raw,
      bill: names.bill,
      rental: names.rental,
      brief: names.brief,
      createdBy: people.get(stored.createdBy) ?? null,
      createdAt: instantText(stored.createdAtMs),
      briefs,
      timeZone: workspace.timeZone,
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}

/** Imports with their states, all of them or those in the state that the address names, and how many are in each. */
export function loadImports(search: Search) {
  return load(async (tx, actor, { workspace }) => {
    const listed = await listBills(tx);
    const states = await importStates(tx, listed, workspace.currency);
    const bills = listed.flatMap(({ id, state: stage, ...bill }) => {
      const state = states.get(id);
      return state ? [{ ...bill, stage, state }] : [];
    });
    const asked = IMPORT_STATES.find((name) => name === one(search, "state")) ?? null;
    return {
      bills: bills.filter((b) => asked === null || b.state.is === asked),
      count: bills.length,
      states: IMPORT_STATES.map((is) => ({ is, count: bills.filter((b) => b.state.is === is).length })),
      asked,
      sources: await sourceOptions(tx),
      maxMib: env.maxBillBytes / 1024 / 1024,
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}

/** The plan as it would be committed now, or what was committed. Nothing is saved by looking. */
export function loadBill(reference: string, search: Search) {
  return load(async (tx, actor, { workspace }) => {
    const number = parseReference(reference, "BILL");
    const bill = number === null ? null : await findBill(tx, number);
    if (!bill) return null;
    const { classes: _classes, planSummary: _summary, id, sourceId, terms: sourceTerms, ...shown } = bill;
    const sql = onTx(tx);
    const basis = basisOf({ terms: sourceTerms }, one(search, "basis"));
    const canWrite = may(actor.roles, "ledger.write");
    const sources = canWrite && shown.state === "planned" ? await sourceOptions(tx) : [];
    const people = await peopleNames(tx);
    const changes = canWrite && shown.state === "planned" ? await classChanges(sql, id) : [];
    const common = {
      bill: { ...shown, sourceId },
      sources,
      basis,
      timeZone: workspace.timeZone,
      canWrite,
      classChanges: changes.map((c) => ({ ...c, by: people.get(c.by) ?? null })),
    };
    const seen = await seenBill(sql, bill, { basis, currency: workspace.currency });
    return {
      ...common,
      ...seen,
      pile: seen.view && pileOf(search, seen.view),
      state: await stateOfSeen(sql, bill, seen),
    };
  });
}

type FoundBill = NonNullable<Awaited<ReturnType<typeof findBill>>>;

/** What is seen of an import: its plan or what was committed, why it cannot be read, or how far the work on it is. */
async function seenBill(sql: RunSql, bill: FoundBill, { basis, currency }: { basis: Basis; currency: string }) {
  const { id, state, classes, planSummary } = bill;
  const kept = state === "committed" ? storedView(planSummary) : null;
  if (kept) return { view: kept, unreadable: null, work: null };
  const committing = state === "planned" ? await findWork(sql, id, "commit") : null;
  if (committing?.state === "running")
    return { view: null, unreadable: null, work: { task: "commit" as const, ...told(committing) } };
  if (bill.size > READ_AT_ONCE && state === "planned") {
    const task = `plan-${basis}` as const;
    const work = await findWork(sql, id, task, plannedWith(bill));
    const view = work?.view ?? null;
    const unreadable = FILE_ERROR_CODES.find((code) => code === work?.problem) ?? null;
    return { view, unreadable, work: view === null && unreadable === null ? { task, ...told(work) } : null };
  }
  const planned = await planView(sql, bill, { basis, currency, classes: classesOf(classes) });
  return planned.ok
    ? { view: planned.view, unreadable: null, work: null }
    : { view: null, unreadable: planned.code, work: null };
}

const FILE_ERROR_CODES = Object.keys(FILE_ERRORS) as FileErrorCode[];

function told(work: BillWork | null) {
  return { state: work?.state ?? ("none" as const), rowsRead: work?.rowsRead ?? 0, rows: work?.rows ?? null };
}

function pileOf(search: Search, view: BillView): PileName {
  const asked = PILES.find((p) => p === one(search, "pile"));
  const rows = (pile: PileName): number => view.piles.find((p) => p.pile === pile)?.rows ?? 0;
  return asked ?? PILES.find((p) => rows(p) > 0) ?? "new";
}

export function loadManual() {
  return load(
    async (tx, _actor, { workspace }) => ({
      briefs: await briefOptions(tx),
      currency: workspace.currency,
      timeZone: workspace.timeZone,
      today: localOfInstant(workspace.timeZone, new Date().toISOString())?.slice(0, 10) ?? "",
    }),
    "ledger.write",
  );
}
