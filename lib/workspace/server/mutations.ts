import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Role } from "@/lib/access/roles";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { inviteInput, memberRolesInput, rolesUndoInput, workspaceInput } from "../schema";
import { lastRoleChange, ROLES_UNDONE, sameRoles } from "./data/role-changes";

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

export async function invite(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof inviteInput> & { tokenHash: string },
): Promise<Written<{ id: string }>> {
  const id = ctx.newId();
  await tx.invitation.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id,
      email: input.email,
      roles: input.roles,
      tokenHash: input.tokenHash,
      createdBy: ctx.actor.personId,
      expiresAt: new Date(ctx.now.getTime() + INVITATION_DAYS * DAY_MS),
    },
  });
  return {
    data: { id },
    audit: { action: "invitation.create", entityType: "invitation", entityId: id, detail: { roles: input.roles } },
  };
}

export async function revokeInvitation(tx: Tx, ctx: Ctx, input: { id: string }): Promise<Written<null>> {
  const { count } = await tx.invitation.updateMany({
    where: { id: input.id, acceptedAt: null },
    data: { revokedAt: ctx.now },
  });
  if (!count) throw new Refusal("NOT_FOUND");
  return { data: null, audit: { action: "invitation.revoke", entityType: "invitation", entityId: input.id } };
}

interface MemberRow {
  readonly person_id: string;
  readonly roles: Role[];
}

/** Locks the memberships, so that two admins cannot remove each other, or change one member, in one moment. */
function lockMembers(tx: Tx): Promise<MemberRow[]> {
  return tx.$queryRaw<MemberRow[]>`SELECT person_id::text, roles FROM membership
    WHERE workspace_id = scope_workspace() FOR UPDATE`;
}

function keepAnAdmin(members: readonly MemberRow[], without: string): void {
  if (!members.some((m) => m.person_id !== without && m.roles.includes("admin"))) throw new Refusal("LAST_ADMIN");
}

/** @returns the roles before, and whether they were others, so that there is something to undo */
export async function setRoles(
  tx: Tx,
  ctx: Ctx,
  { personId, roles }: z.output<typeof memberRolesInput>,
): Promise<Written<{ readonly was: Role[]; readonly undoable: boolean }>> {
  const was = await putRoles(tx, ctx, personId, roles);
  return {
    data: { was, undoable: !sameRoles(was, roles) },
    audit: { action: "member.roles", entityType: "person", entityId: personId, detail: { roles, was } },
  };
}

/** Gives a member the roles from before the last change. Refused when they were changed again since. */
export async function undoRoles(
  tx: Tx,
  ctx: Ctx,
  { personId, roles, was }: z.output<typeof rolesUndoInput>,
): Promise<Written<null>> {
  const members = await lockMembers(tx);
  const member = members.find((m) => m.person_id === personId);
  if (!member) throw new Refusal("NOT_FOUND");
  const last = await lastRoleChange(tx, personId);
  const isLast = last !== null && sameRoles(last.roles, roles) && sameRoles(last.was, was);
  if (!isLast || !sameRoles(member.roles, roles)) {
    throw last?.undone ? cannotUndo("undone") : cannotUndo("roles-changed", await nameOf(tx, personId));
  }
  await putRoles(tx, ctx, personId, was);
  return {
    data: null,
    audit: { action: ROLES_UNDONE, entityType: "person", entityId: personId, detail: { roles: was, was: roles } },
  };
}

async function putRoles(tx: Tx, ctx: Ctx, personId: string, roles: Role[]): Promise<Role[]> {
  const members = await lockMembers(tx);
  if (!roles.includes("admin")) keepAnAdmin(members, personId);
  const member = members.find((m) => m.person_id === personId);
  if (!member) throw new Refusal("NOT_FOUND");
  await tx.membership.updateMany({ where: { workspaceId: ctx.actor.workspaceId, personId }, data: { roles } });
  return member.roles;
}

async function nameOf(tx: Tx, personId: string): Promise<string> {
  return (await tx.person.findFirst({ where: { id: personId }, select: { name: true } }))?.name ?? "";
}

export async function removeMember(tx: Tx, ctx: Ctx, input: { personId: string }): Promise<Written<null>> {
  keepAnAdmin(await lockMembers(tx), input.personId);
  const { count } = await tx.membership.deleteMany({
    where: { workspaceId: ctx.actor.workspaceId, personId: input.personId },
  });
  if (!count) throw new Refusal("NOT_FOUND");
  await tx.apiToken.updateMany({ where: { personId: input.personId, revokedAt: null }, data: { revokedAt: ctx.now } });
  return { data: null, audit: { action: "member.remove", entityType: "person", entityId: input.personId } };
}

export async function changeWorkspace(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof workspaceInput>,
): Promise<Written<null>> {
  await tx.workspace.update({ where: { id: ctx.actor.workspaceId }, data: input });
  return {
    data: null,
    audit: { action: "workspace.change", entityType: "workspace", entityId: ctx.actor.workspaceId, detail: input },
  };
}

export interface NewToken {
  readonly name: string;
  readonly scopes: string[];
  readonly days: number;
  readonly tokenHash: string;
}

export async function makeToken(tx: Tx, ctx: Ctx, input: NewToken): Promise<Written<{ id: string }>> {
  const id = ctx.newId();
  await tx.apiToken.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id,
      personId: ctx.actor.personId,
      name: input.name,
      scopes: input.scopes,
      tokenHash: input.tokenHash,
      expiresAt: new Date(ctx.now.getTime() + input.days * DAY_MS),
    },
  });
  return {
    data: { id },
    audit: { action: "token.create", entityType: "token", entityId: id, detail: { scopes: input.scopes } },
  };
}

export async function revokeToken(tx: Tx, ctx: Ctx, input: { id: string }): Promise<Written<null>> {
  const { count } = await tx.apiToken.updateMany({
    where: { id: input.id, personId: ctx.actor.personId, revokedAt: null },
    data: { revokedAt: ctx.now },
  });
  if (!count) throw new Refusal("NOT_FOUND");
  return { data: null, audit: { action: "token.revoke", entityType: "token", entityId: input.id } };
}
