import "server-only";
import type { PoolClient } from "pg";
import type { Ctx } from "@/lib/access/context";
import type { BulkWrite } from "@/lib/audit/bulk-write";
import { recordAudit, recordAuditOn } from "@/lib/audit/record";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { withWorkspace, withWorkspaceConnection } from "@/lib/db/doors";
import { systemLedgerMonth } from "@/lib/db/system";

/** Runs a mutation and writes its event in the same transaction. */
export async function runAndNote<I, T>(
  tx: Tx,
  ctx: Ctx,
  run: (tx: Tx, ctx: Ctx, input: I) => Promise<Written<T>>,
  input: I,
): Promise<T> {
  const written = await run(tx, ctx, input);
  if (written.audit) await recordAudit(tx, ctx, written.audit);
  return written.data;
}

/** One mutation in its own scoped transaction with its event, for a caller whose actor is known already. */
export function runWrite<I, T>(
  ctx: Ctx,
  run: (tx: Tx, ctx: Ctx, input: I) => Promise<Written<T>>,
  input: I,
): Promise<T> {
  return withWorkspace(ctx.actor.workspaceId, (tx) => runAndNote(tx, ctx, run, input));
}

/** A scoped read for such a caller. */
export function runRead<T>(ctx: Ctx, read: (tx: Tx) => Promise<T>): Promise<T> {
  return withWorkspace(ctx.actor.workspaceId, read);
}

/**
 * Runs a bulk write: what it reads beforehand, then each month's partition in its own short transaction, then one
 * transaction with the write and its event.
 */
export async function runBulk<I, P extends { readonly months: readonly string[] }, T>(
  ctx: Ctx,
  bulk: BulkWrite<I, P, T>,
  input: I,
): Promise<T> {
  const { workspaceId } = ctx.actor;
  const known = await withWorkspace(workspaceId, (tx) => bulk.prepare(tx, ctx, input));
  const prepared = bulk.look ? await bulk.look(ctx, input, known) : known;
  for (const month of prepared.months) await systemLedgerMonth(month);
  const data = await runOnConnection(ctx, (client) => bulk.write(client, ctx, input, prepared));
  // What is written stands, also when the process ends here: the next plan puts away what was left.
  bulk.afterwards?.(ctx, prepared).catch(() => {});
  return data;
}

/** One mutation on the plain connection, in one transaction with its event. */
export function runOnConnection<T>(ctx: Ctx, run: (client: PoolClient) => Promise<Written<T>>): Promise<T> {
  return withWorkspaceConnection(ctx.actor.workspaceId, async (client) => {
    const written = await run(client);
    if (written.audit) await recordAuditOn(client, ctx, written.audit);
    return written.data;
  });
}
