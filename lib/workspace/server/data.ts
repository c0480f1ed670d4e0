import "server-only";
import type { PersonId, WorkspaceId } from "@/lib/access/actor";
import type { Tx } from "@/lib/db/client";

/** Names of people by id; somebody erased stays countable without a name. */
export async function peopleNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const people = await tx.person.findMany({ select: { id: true, name: true } });
  return new Map(people.map((p) => [p.id, p.name]));
}

export async function membersOf(tx: Tx, workspaceId: WorkspaceId) {
  // One after the other: a transaction is one connection.
  const members = await tx.membership.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
  const people = await tx.person.findMany();
  return members.map((m) => {
    const p = people.find((x) => x.id === m.personId);
    return {
      personId: m.personId,
      name: p?.name ?? "",
      email: p?.email ?? null,
      roles: m.roles,
      since: m.createdAt.toISOString(),
    };
  });
}

export async function openInvitations(tx: Tx, now: Date) {
  const rows = await tx.invitation.findMany({
    where: { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    take: 100,
  });
  return rows.map((i) => ({ id: i.id, email: i.email, roles: i.roles, expiresAt: i.expiresAt.toISOString() }));
}

export async function tokensOf(tx: Tx, personId: PersonId) {
  const rows = await tx.apiToken.findMany({ where: { personId }, orderBy: { createdAt: "desc" }, take: 100 });
  return rows.map((t) => ({
    id: t.id,
    name: t.name,
    scopes: t.scopes,
    expiresAt: t.expiresAt.toISOString(),
    lastUsedAt: t.lastUsedAt?.toISOString() ?? null,
    revoked: t.revokedAt !== null,
  }));
}

export async function auditPage(tx: Tx, before: Date | null, limit: number) {
  const rows = await tx.auditEvent.findMany({
    ...(before && { where: { at: { lt: before } } }),
    orderBy: { at: "desc" },
    take: limit,
  });
  const names = await peopleNames(tx);
  return rows.map((e) => ({
    id: e.id,
    at: e.at.toISOString(),
    who: (e.personId && names.get(e.personId)) || null,
    action: e.action,
    entity: `${e.entityType} ${e.entityId}`,
  }));
}
