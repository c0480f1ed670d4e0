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
import { ViewRows } from "../data/bill-view";
import { ledgerBefore } from "../data/prior";
import { allocationRules } from "../data/rentals";
import { onClient, type RunSql } from "../data/run-sql";
import { WorkTeller } from "./bill-work";
import { lockLedger } from "./claims-sql";
import { IncomingEntries } from "./copy-entries";
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
  /** The first look, until it is used: it can be told once. */
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
};

async function prepareCommit(tx: Tx, ctx: Ctx, input: CommitInput): Promise<Prepared> {
  const bill = await tx.billImport.findFirst({
    where: { number: input.bill },
    select: { id: true, fileName: true, sha256: true, classes: true, sourceId: true, terms: true },
  });
  if (!bill) throw new Refusal("NOT_FOUND");
  const { currency } = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.actor.workspaceId } });
  const place = { workspaceId: ctx.actor.workspaceId, billId: bill.id, task: "commit", run: ctx.newId() } as const;
  return { months: [], bill, currency, work: new WorkTeller(place), seen: null };
}

/** The first look. Not through Prisma: bytes that pass through it cost many times their own size. */
async function lookFirst(ctx: Ctx, input: CommitInput, prepared: Prepared): Promise<Prepared> {
  await prepared.work.begin();
  const seen = await stoppable(prepared, () =>
    withWorkspaceConnection(ctx.actor.workspaceId, (client) => look(onClient(client), input, prepared)),
  );
  const { months } = seen;
  const outside = months.find((m) => m < "2000-01-01" || m >= "2100-01-01");
  if (outside) throw new Refusal("INVALID", { message: `a charge of ${outside.slice(0, 7)}` });
  return { ...prepared, months, seen };
}

/** Whatever happens, the pages learn that the work is over. */
async function stoppable<T>({ work }: Prepared, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (problem) {
    await work.end(problem instanceof Refusal && problem.code === "IMPORT_STOPPED" ? "stopped" : "failed");
    throw problem;
  }
}

async function look(sql: RunSql, { basis }: CommitInput, { bill, currency, work }: Prepared): Promise<SeenBill> {
  const opened = await openStored(sql, bill, currency, true);
  if (!opened.ok) throw new Refusal("BILL_UNREADABLE", { message: opened.message });
  const assignments = assignmentsOf(classesOf(bill.classes));
  return lookThrough(opened.bill, { basis, assignments, onProgress: (rows) => work.progress(rows) });
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
  const { seen = null } = prepared;
  prepared.seen = null;
  const first = await reopened(sql, bill, prepared.currency, seen ?? (await look(sql, input, prepared)));
  const place = { workspaceId, importId: bill.id, createdBy: ctx.actor.personId, createdAt: ctx.now };
  const incoming = new IncomingEntries(client, place, await allocationRules(sql, termsOf(bill.terms)), ctx.newId);
  const rows = new ViewRows(classesOf(bill.classes));
  const plan = await tellInto(incoming, rows, first, before);
  refuseUnlessAsSeen(plan, input);
  await takeBack(sql, ctx, plan.takenBack, `${reference("BILL", input.bill)} replaces it`);
  const claims = await incoming.close();
  await client.query(
    `UPDATE bill_import SET source = $2, plan_summary = $3, plan_digest = $4, committed_by = $5, committed_at = $6
      WHERE id = $1`,
    [bill.id, plan.file.format, JSON.stringify(rows.view(first.bill, plan)), plan.digest, ctx.actor.personId, ctx.now],
  );
  const { allocated } = incoming;
  const takenBack = plan.takenBack.entries;
  const data = { reference: reference("BILL", input.bill), entries: plan.entries, claims, allocated, takenBack };
  return {
    data,
    audit: {
      action: "bill.commit",
      entityType: "bill",
      entityId: data.reference,
      detail: { entries: data.entries, claims, allocated, takenBack, digest: plan.digest, sha256: bill.sha256 },
    },
  };
}

/** The same bill, read over the connection of the commit: the one of the first look is closed by now. */
async function reopened(sql: RunSql, bill: OpenImport, currency: string, seen: SeenBill): Promise<SeenBill> {
  const opened = await openStored(sql, bill, currency, true);
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

function refuseUnlessAsSeen(plan: StreamPlan, input: CommitInput): void {
  if (plan.digest !== input.digest) throw new Refusal("PLAN_CHANGED");
  if (!plan.proof.holds) throw new Error(`the piles of ${reference("BILL", input.bill)} do not sum to the file`);
  if (plan.entries + plan.takenBack.entries === 0) throw new Refusal("BILL_NOTHING_NEW");
  if (plan.unclassified > 0 && !input.keepUnclassified) {
    throw new Refusal("BILL_UNCLASSIFIED", { data: { rows: plan.unclassified } });
  }
}

async function openBill(client: PoolClient, number: number): Promise<OpenImport> {
  const { rows } = await client.query<OpenImport & { committed: boolean; discarded: boolean }>(
    `SELECT id::text, file_name AS "fileName", sha256, classes, source_id::text AS "sourceId", terms, committed_at IS NOT NULL AS committed, discarded_at IS NOT NULL AS discarded
       FROM bill_import WHERE number = $1 FOR UPDATE`,
    [number],
  );
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.committed) throw new Refusal("ALREADY_IMPORTED");
  if (row.discarded) throw new Refusal("BILL_CLOSED");
  return row;
}
