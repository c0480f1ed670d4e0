import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { BulkWrite } from "@/lib/audit/bulk-write";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { commitInput } from "../../inputs";
import type { ImportPlan } from "../../plan";
import type { RentalForMatch } from "../../rental-match";
import { classesOf, planStored, type ReadFile, readStored } from "../data/bill-plan";
import { billView } from "../data/bill-view";
import { priorStateFor } from "../data/prior";
import { allocationOf, rentalsForMatch } from "../data/rentals";
import { onClient } from "../data/run-sql";
import { lockLedger } from "./claims-sql";
import { copyLine, ENTRY_COLUMNS, entryRow, monthOf } from "./entry-rows";
import { afterClose } from "./insert-entries";

type CommitInput = z.output<typeof commitInput>;

export interface CommittedBill {
  readonly reference: string;
  readonly entries: number;
  readonly claims: number;
  readonly allocated: number;
}

interface Prepared {
  readonly months: readonly string[];
  readonly file: ReadFile;
}

/**
 * The one commit of an import. The plan is made anew under the ledger's lock and must be the one that the person saw;
 * then all its entries and claims go in, or nothing does.
 */
export const commitImport: BulkWrite<CommitInput, Prepared, CommittedBill> = { prepare: prepareCommit, write: commit };

async function prepareCommit(tx: Tx, ctx: Ctx, input: CommitInput): Promise<Prepared> {
  const bill = await tx.billImport.findFirst({
    where: { number: input.bill },
    select: { fileName: true, bytes: true },
  });
  if (!bill) throw new Refusal("NOT_FOUND");
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.actor.workspaceId } });
  const file = await readStored(bill, workspace.currency);
  if (!file.ok) throw new Refusal("BILL_UNREADABLE", { message: file.message });
  const months = [...new Set(file.bill.rows.map(monthOf))].sort();
  const outside = months.find((m) => m < "2000-01-01" || m >= "2100-01-01");
  if (outside) throw new Refusal("INVALID", { message: `a charge of ${outside.slice(0, 7)}` });
  return { file, months };
}

async function commit(client: PoolClient, ctx: Ctx, input: CommitInput, { file }: Prepared) {
  const sql = onClient(client);
  const { workspaceId } = ctx.actor;
  await lockLedger(sql, workspaceId);
  const bill = await openBill(client, input.bill);
  const prior = await priorStateFor(sql, file.bill, file.digest);
  if (prior.fileDigests.includes(file.digest)) throw new Refusal("ALREADY_IMPORTED");
  const plan = planStored(file, input.basis, prior, classesOf(bill.classes));
  if (plan.digest !== input.digest) throw new Refusal("PLAN_CHANGED");
  if (!plan.proof.holds) throw new Error(`the piles of ${reference("BILL", input.bill)} do not sum to the file`);
  if (plan.entries.length === 0) throw new Refusal("BILL_NOTHING_NEW");
  const unplaced = plan.entries.filter((e) => e.component === "unclassified").length;
  if (unplaced > 0 && !input.keepUnclassified) throw new Refusal("BILL_UNCLASSIFIED", { data: { rows: unplaced } });
  const allocated = await copyEntries(client, ctx, bill.id, file, plan, await rentalsForMatch(sql));
  const claims = await insertAll(client, workspaceId, bill.id, plan.entries.length);
  const view = billView(file, plan, classesOf(bill.classes));
  await client.query(
    `UPDATE bill_import SET source = $2, plan_summary = $3, plan_digest = $4, committed_by = $5, committed_at = $6
      WHERE id = $1`,
    [bill.id, file.format, JSON.stringify(view), plan.digest, ctx.actor.personId, ctx.now],
  );
  const data = { reference: reference("BILL", input.bill), entries: plan.entries.length, claims, allocated };
  return {
    data,
    audit: {
      action: "bill.commit",
      entityType: "bill",
      entityId: data.reference,
      detail: { entries: data.entries, claims, allocated, digest: plan.digest, sha256: file.digest },
    },
  };
}

async function openBill(client: PoolClient, number: number): Promise<{ id: string; classes: unknown }> {
  const { rows } = await client.query<{ id: string; classes: unknown; committed: boolean; discarded: boolean }>(
    `SELECT id::text, classes, committed_at IS NOT NULL AS committed, discarded_at IS NOT NULL AS discarded
       FROM bill_import WHERE number = $1 FOR UPDATE`,
    [number],
  );
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.committed) throw new Refusal("ALREADY_IMPORTED");
  if (row.discarded) throw new Refusal("BILL_CLOSED");
  return row;
}

/** COPY into a table under row security is refused, so the rows land in a temporary one first. */
async function copyEntries(
  client: PoolClient,
  ctx: Ctx,
  importId: string,
  file: ReadFile,
  plan: ImportPlan,
  rentals: readonly RentalForMatch[],
): Promise<number> {
  const columns = Object.entries(ENTRY_COLUMNS);
  await client.query(
    `CREATE TEMP TABLE incoming (${columns.map(([name, type]) => `${name} ${type}`).join(", ")}) ON COMMIT DROP`,
  );
  const raw = new Map(file.bill.rows.map((row) => [row.record, row.raw]));
  const common = {
    importId,
    reverses: null,
    reason: null,
    createdBy: ctx.actor.personId,
    createdAt: ctx.now.toISOString(),
  };
  let allocated = 0;
  function* lines(): Generator<string> {
    for (const entry of plan.entries) {
      const allocation = allocationOf(entry, rentals);
      if (allocation.briefId !== null) allocated += 1;
      yield copyLine(
        entryRow(entry, {
          ...common,
          ...allocation,
          id: ctx.newId(),
          record: entry.record,
          raw: raw.get(entry.record) ?? null,
        }),
      );
    }
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom("COPY incoming FROM STDIN")));
  return allocated;
}

/** Entries, and one claim per contiguous run of each meter, lane and component (which is told, and keeps no claims apart). */
async function insertAll(client: PoolClient, workspaceId: string, importId: string, expected: number): Promise<number> {
  const names = Object.keys(ENTRY_COLUMNS).join(", ");
  const inserted = await client.query(
    `INSERT INTO ledger_entry (workspace_id, ${names}, after_close) SELECT $1::uuid, ${names}, ${afterClose("charge_start")} FROM incoming`,
    [workspaceId],
  );
  if (inserted.rowCount !== expected) throw new Error(`${inserted.rowCount} entries went in instead of ${expected}`);
  const claims = await client.query(
    `INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
     SELECT $1::uuid, $2::uuid, account, resource, component, meter, lane, unnest(range_agg(tstzrange(charge_start, charge_end, '[)')))
       FROM incoming WHERE lane IS NOT NULL GROUP BY account, resource, component, meter, lane`,
    [workspaceId, importId],
  );
  return claims.rowCount ?? 0;
}
