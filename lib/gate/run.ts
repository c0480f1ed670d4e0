import "server-only";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";
import { runAndNote } from "./action";

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
