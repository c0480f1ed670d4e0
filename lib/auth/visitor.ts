import "server-only";
import { cookies } from "next/headers";
import { getServerSession } from "next-auth";
import { cache } from "react";
import type { Actor, PersonId, WorkspaceId } from "@/lib/access/actor";
import type { Role } from "@/lib/access/roles";
import { withPerson } from "@/lib/db/doors";
import { authOptions } from "./options";

export const WORKSPACE_COOKIE = "headroom.workspace";

export interface Visitor {
  readonly personId: PersonId;
  readonly name: string;
  readonly email: string | null;
  readonly locale: string;
  readonly workspaces: readonly {
    readonly id: WorkspaceId;
    readonly name: string;
    readonly isSample: boolean;
    readonly currency: string;
    readonly timeZone: string;
    readonly roles: readonly Role[];
  }[];
}

/**
 * Who asks, read anew on each request: memberships, roles and the session epoch come from the database, so that removal
 * and sign-out-everywhere act at once. Null for strangers and for sessions of an older epoch.
 */
export const currentVisitor = cache(async (): Promise<Visitor | null> => {
  const session = (await getServerSession(authOptions())) as { personId?: string; epoch?: number } | null;
  const personId = session?.personId;
  if (!personId) return null;
  return withPerson(personId, async (tx) => {
    const person = await tx.person.findUnique({ where: { id: personId } });
    if (!person || person.erasedAt || person.sessionEpoch !== session.epoch) return null;
    const memberships = await tx.membership.findMany({ where: { personId }, orderBy: { createdAt: "asc" } });
    const workspaces = await tx.workspace.findMany({ where: { id: { in: memberships.map((m) => m.workspaceId) } } });
    return {
      personId: personId as PersonId,
      name: person.name,
      email: person.email,
      locale: person.locale,
      workspaces: memberships.flatMap((m) => {
        const w = workspaces.find((x) => x.id === m.workspaceId);
        return w
          ? [
              {
                id: w.id as WorkspaceId,
                name: w.name,
                isSample: w.isSample,
                currency: w.currency,
                timeZone: w.timeZone,
                roles: m.roles as Role[],
              },
            ]
          : [];
      }),
    };
  });
});

export interface ActiveWorkspace {
  readonly visitor: Visitor;
  readonly actor: Actor;
  readonly workspace: Visitor["workspaces"][number];
}

/** The workspace that the visitor has chosen, if still a member, else the first; null without session or membership. */
export const activeWorkspace = cache(async (): Promise<ActiveWorkspace | null> => {
  const visitor = await currentVisitor();
  if (!visitor) return null;
  const chosen = (await cookies()).get(WORKSPACE_COOKIE)?.value;
  const workspace = visitor.workspaces.find((w) => w.id === chosen) ?? visitor.workspaces[0];
  if (!workspace) return null;
  return {
    visitor,
    workspace,
    actor: { workspaceId: workspace.id, personId: visitor.personId, roles: workspace.roles, via: "session" },
  };
});
