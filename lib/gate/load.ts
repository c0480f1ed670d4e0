import "server-only";
import { forbidden, notFound, unauthorized } from "next/navigation";
import type { Actor } from "@/lib/access/actor";
import { may, type Permission } from "@/lib/access/roles";
import { type ActiveWorkspace, activeWorkspace } from "@/lib/auth/visitor";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";

/** For loaders: the signed-in visitor's workspace, or the sign-in form in the page's place: its address is kept. */
export async function requireWorkspace(): Promise<ActiveWorkspace> {
  const active = await activeWorkspace();
  if (!active) unauthorized();
  return active;
}

/**
 * The gate before every read: session → access → scoped transaction. A null answer is "not found", for other people's
 * rows too, so that an address tells nothing about another workspace.
 */
export async function load<T>(
  run: (tx: Tx, actor: Actor, active: ActiveWorkspace) => Promise<T | null>,
  access: Permission = "read",
): Promise<T> {
  const active = await requireWorkspace();
  if (!may(active.actor.roles, access)) forbidden();
  const data = await withWorkspace(active.actor.workspaceId, (tx) => run(tx, active.actor, active));
  if (data === null || data === undefined) notFound();
  return data;
}
