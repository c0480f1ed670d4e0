import "server-only";
import type { PoolClient } from "pg";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { BulkWrite } from "@/lib/audit/bulk-write";
import type { Tx } from "@/lib/db/client";
import { withWorkspaceConnection } from "@/lib/db/doors";
import { Refusal } from "@/lib/errors";
import type { commitInput } from "../../inputs";
import type { LedgerBefore } from "../../judged-rows";
import { termsOf } from "../../source-terms";
import { lookThrough, type SeenBill, type StreamPlan, tellPlan } from "../../stream-plan";
import { assignmentsOf, classesOf, openStored, plannedWith } from "../data/bill-plan";
import type { StoredFile } from "../data/bill-source";
import { type BillView, ViewRows } from "../data/bill-view";
import { ledgerBefore } from "../data/prior";
import { allocationRules } from "../data/rentals";
import { REPLACES_IT } from "../data/replaced";
import { onClient } from "../data/run-sql";
import { type StagedBill, stagedBill } from "../data/staged";
import { WorkTeller } from "./bill-work";
import { lockLedger } from "./claims-sql";
import { IncomingEntries } from "./copy-entries";
import { clearStage, IntoLedger, PIECES_AT_ONCE } from "./landing";
import { takeBack } from "./take-back";

type CommitInput = z.output<typeof commitInput>;

export interface CommittedBill {
  readonly reference: string;
  readonly entries: number;
  readonly claims: number;
  readonly allocated: number;
  /** Entries of earlier files that this one replaces and no longer says. */
  readonly takenBack: number;
}

interface Prepared {
  readonly months: readonly string[];
  readonly currency: string;
  readonly bill: OpenImport;
  readonly work: WorkTeller;
  /** The first look, until it is used: it can be told once. Null when the plan left a stage. */
  seen: SeenBill | null;
}

interface OpenImport extends StoredFile {
  readonly classes: unknown;
}

/**
 * The one commit of an import. The plan is made anew under the ledger's lock and must be the one that the person saw;
 * then all its entries and claims go in, or nothing does. Neither the file nor its rows are held in memory.
 */
export const commitImport: BulkWrite<CommitInput, Prepared, CommittedBill> = {
  prepare: prepareCommit,
  look: lookFirst,
  write: commit,
  afterwards: (ctx, { bill }) =>
    withWorkspaceConnection(ctx.actor.workspaceId, (client) => clearStage(onClient(client), bill.id)),
};

async function prepareCommit(tx: Tx, ctx: Ctx, input: CommitInput): Promise<Prepared> {
  const bill = await tx.billImport.findFirst({
    where: { number: input.bill },
    select: { id: true, fileName: true, sha256: true, utf8: true, classes: true, sourceId: true, terms: true },
  });
  if (!bill) throw new Refusal("NOT_FOUND");
  const { currency } = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.actor.workspaceId } });
  const place = { workspaceId: ctx.actor.workspaceId, billId: bill.id, task: "commit", run: ctx.newId() } as const;
  return { months: [], bill, currency, work: new WorkTeller(place), seen: null };
}

/** The first look, unless the plan left a stage. Not through Prisma: bytes that pass through it cost many times their size. */
async function lookFirst(ctx: Ctx, input: CommitInput, prepared: Prepared): Promise<Prepared> {
  await prepared.work.begin();
  const { seen, months } = await stoppable(prepared, () =>
    withWorkspaceConnection(ctx.actor.workspaceId, async (client) => {
      const sql = onClient(client);
      const staged = await stagedBill(sql, prepared.bill, input.basis, input.digest);
      if (staged !== null) return { seen: null, months: staged.stage.months };
      const first = await look(client, input, prepared);
      return { seen: first, months: first.months };
    }),
  );
  const outside = months.find((m) => m < "2000-01-01" || m >= "2100-01-01");
  if (outside) throw new Refusal("INVALID", { message: `a charge of ${outside.slice(0, 7)}` });
  return { ...prepared, months, seen };
}

/** Whatever happens, the pages learn that the work is over. */
async function stoppable<T>({ work }: Prepared, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (problem) {
    await work.end(endedBy(problem));
    throw problem;
  }
}

/** What a person was refused is answered, and the work is over: only what broke off is a failure that others hear of. */
function endedBy(problem: unknown): "done" | "stopped" | "failed" {
  if (!(problem instanceof Refusal)) return "failed";
  return problem.code === "IMPORT_STOPPED" ? "stopped" : "done";
}

async function look(client: PoolClient, { basis }: CommitInput, { bill, currency, work }: Prepared): Promise<SeenBill> {
  const opened = await openStored(onClient(client), bill, currency, client);
  if (!opened.ok) throw new Refusal("BILL_UNREADABLE", { message: opened.message });
  const assignments = assignmentsOf(classesOf(bill.classes));
  return lookThrough(opened.bill, { basis, assignments, onProgress: (read, rows) => work.progress(read, rows) });
}

async function commit(client: PoolClient, ctx: Ctx, input: CommitInput, prepared: Prepared) {
  const written = await stoppable(prepared, () => commitOn(client, ctx, input, prepared));
  await prepared.work.end("done");
  return written;
}

async function commitOn(client: PoolClient, ctx: Ctx, input: CommitInput, prepared: Prepared) {
  const sql = onClient(client);
  const { workspaceId } = ctx.actor;
  await lockLedger(sql, workspaceId);
  const bill = await openBill(client, input.bill);
  const before = await ledgerBefore(sql, bill);
  if (before.fileKnown) throw new Refusal("ALREADY_IMPORTED");
  if (JSON.stringify(plannedWith(bill)) !== JSON.stringify(plannedWith(prepared.bill)))
    throw new Refusal("PLAN_CHANGED");
  const ledger = new IntoLedger(client, {
    workspaceId,
    importId: bill.id,
    createdBy: ctx.actor.personId,
    createdAt: ctx.now,
  });
  const staged = prepared.seen === null ? await stagedBill(sql, bill, input.basis, input.digest) : null;
  const { view, allocated } =
    staged === null
      ? await readAgain(client, ctx, input, { ...prepared, bill }, before, ledger)
      : await takeStage(ledger, staged, input, prepared.work);
  const claims = await ledger.claim();
  await client.query(
    `UPDATE bill_import SET source = $2, plan_summary = $3, plan_digest = $4, committed_by = $5, committed_at = $6
      WHERE id = $1`,
    [bill.id, view.format, JSON.stringify(view), view.digest, ctx.actor.personId, ctx.now],
  );
  const takenBack = view.takenBack?.entries ?? 0;
  const data = { reference: reference("BILL", input.bill), entries: view.entries, claims, allocated, takenBack };
  return {
    data,
    audit: {
      action: "bill.commit",
      entityType: "bill",
      entityId: data.reference,
      detail: { entries: data.entries, claims, allocated, takenBack, digest: view.digest, sha256: bill.sha256 },
    },
  };
}

interface Stored {
  readonly view: BillView;
  readonly allocated: number;
}

/** Makes the plan anew under the lock and stores what it tells. */
async function readAgain(
  client: PoolClient,
  ctx: Ctx,
  input: CommitInput,
  prepared: Prepared,
  before: LedgerBefore,
  ledger: IntoLedger,
): Promise<Stored> {
  const sql = onClient(client);
  const { bill, seen } = prepared;
  const first = await reopened(client, bill, prepared.currency, seen ?? (await look(client, input, prepared)));
  const rules = await allocationRules(sql, termsOf(bill.terms));
  const incoming = new IncomingEntries(client, ledger, rules, bill.id, ctx.newId());
  const rows = new ViewRows(classesOf(bill.classes));
  const plan = await tellInto(incoming, rows, first, before);
  const { digest, entries, takenBack, unclassified, proof } = plan;
  refuseUnlessAsSeen({ digest, proof, entries: entries + takenBack.entries, unclassified }, input);
  const reason = `${reference("BILL", input.bill)} ${REPLACES_IT}`;
  await takeBack(sql, ctx, takenBack, { reason, otherAccounts: input.otherAccounts === true });
  await incoming.close();
  return { view: rows.view(first.bill, plan), allocated: incoming.allocated };
}

/**
 * Stores what the plan left. Nothing that the plan was made with has changed since, so that a plan made anew would be the
 * same: the file is not read again.
 */
async function takeStage(
  ledger: IntoLedger,
  { view, stage }: StagedBill,
  input: CommitInput,
  work: WorkTeller,
): Promise<Stored> {
  const { digest, proof, entries } = view;
  refuseUnlessAsSeen({ digest, proof, entries, unclassified: stage.unclassified }, input);
  await ledger.open();
  let stored = 0;
  for (let piece = 0; piece < stage.pieces; piece += PIECES_AT_ONCE) {
    stored += await ledger.takeStaged(stage.run, piece);
    // The first look was the plan's.
    const told = Math.round((view.rows * stored) / Math.max(1, stage.entries));
    await work.progress(view.rows + told, view.rows);
  }
  await ledger.takeStagedClaims(stage.run);
  if (stored !== view.entries) throw new Error(`${stored} entries went in instead of ${view.entries}`);
  return { view, allocated: stage.allocated };
}

/** The same bill, read over the connection of the commit: the one of the first look is closed by now. */
async function reopened(client: PoolClient, bill: OpenImport, currency: string, seen: SeenBill): Promise<SeenBill> {
  const opened = await openStored(onClient(client), bill, currency, client);
  if (!opened.ok) throw new Refusal("BILL_UNREADABLE", { message: opened.message });
  return { ...seen, bill: opened.bill };
}

async function tellInto(incoming: IncomingEntries, rows: ViewRows, first: SeenBill, before: LedgerBefore) {
  await incoming.open();
  return tellPlan(first, before, {
    fingerprints: true,
    row: (told) => {
      rows.row(told);
      if (told.entry !== null) incoming.add(told.entry, told.row);
    },
    refused: (row) => rows.refused(row),
    pause: () => incoming.pause(),
  });
}

function refuseUnlessAsSeen(
  plan: Pick<StreamPlan, "digest" | "entries" | "unclassified"> & { readonly proof: { readonly holds: boolean } },
  input: CommitInput,
): void {
  if (plan.digest !== input.digest) throw new Refusal("PLAN_CHANGED");
  if (!plan.proof.holds) throw new Error(`the piles of ${reference("BILL", input.bill)} do not sum to the file`);
  if (plan.entries === 0) throw new Refusal("BILL_NOTHING_NEW");
  if (plan.unclassified > 0 && !input.keepUnclassified) {
    throw new Refusal("BILL_UNCLASSIFIED", { data: { rows: plan.unclassified } });
  }
}

async function openBill(client: PoolClient, number: number): Promise<OpenImport> {
  const { rows } = await client.query<OpenImport & { committed: boolean; discarded: boolean }>(
    `SELECT id::text, file_name AS "fileName", sha256, utf8, classes, source_id::text AS "sourceId", terms, committed_at IS NOT NULL AS committed, discarded_at IS NOT NULL AS discarded
       FROM bill_import WHERE number = $1 FOR UPDATE`,
    [number],
  );
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.committed) throw new Refusal("ALREADY_IMPORTED");
  if (row.discarded) throw new Refusal("BILL_CLOSED");
  return row;
}
