import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { may, type Permission } from "@/lib/access/roles";
import type { BulkWrite } from "@/lib/audit/bulk-write";
import { recordAuditOn } from "@/lib/audit/record";
import { activeWorkspace } from "@/lib/auth/visitor";
import { withWorkspace, withWorkspaceConnection } from "@/lib/db/doors";
import { systemLedgerMonth } from "@/lib/db/system";
import { Refusal, type Result } from "@/lib/errors";
import { registeredActions } from "./action";
import { contextFor } from "./context";
import { failureOf } from "./failure";
import { parseInput } from "./input";

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
  const prepared = await withWorkspace(workspaceId, (tx) => bulk.prepare(tx, ctx, input));
  for (const month of prepared.months) await systemLedgerMonth(month);
  return withWorkspaceConnection(workspaceId, async (client) => {
    const written = await bulk.write(client, ctx, input, prepared);
    if (written.audit) await recordAuditOn(client, ctx.actor, ctx.newId(), written.audit);
    return written.data;
  });
}

/** The gate for a form that starts a bulk write: session → schema → access → transaction → audit → result. */
export function defineBulkAction<S extends z.ZodType, P extends { readonly months: readonly string[] }, T>(spec: {
  readonly name: string;
  readonly input: S;
  readonly access: Permission;
  readonly bulk: BulkWrite<z.output<S>, P, T>;
  /** After the transaction, for what has to be shown afresh. */
  readonly after?: (data: T) => void;
}): (raw: z.input<S>) => Promise<Result<T>> {
  registeredActions.add(spec.name);
  return async (raw) => {
    try {
      const active = await activeWorkspace();
      if (!active) throw new Refusal("UNAUTHENTICATED");
      if (!may(active.actor.roles, spec.access)) throw new Refusal("FORBIDDEN");
      const data = await runBulk(contextFor(active.actor), spec.bulk, parseInput(spec.input, raw));
      spec.after?.(data);
      return { ok: true, data };
    } catch (err) {
      return { ok: false, error: failureOf(err, spec.name) };
    }
  };
}
