import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { inviteInput, memberRolesInput, workspaceInput } from "../schema";

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

/** Locks the memberships first, so that two admins cannot remove each other in one moment. */
async function keepAnAdmin(tx: Tx, without: string): Promise<void> {
  const rows = await tx.$queryRaw<
    { person_id: string; roles: string[] }[]
  >`SELECT person_id::text, roles FROM membership
    WHERE workspace_id = scope_workspace() FOR UPDATE`;
  if (!rows.some((r) => r.person_id !== without && r.roles.includes("admin"))) throw new Refusal("LAST_ADMIN");
}

export async function setRoles(tx: Tx, ctx: Ctx, input: z.output<typeof memberRolesInput>): Promise<Written<null>> {
  if (!input.roles.includes("admin")) await keepAnAdmin(tx, input.personId);
  const { count } = await tx.membership.updateMany({
    where: { workspaceId: ctx.actor.workspaceId, personId: input.personId },
    data: { roles: input.roles },
  });
  if (!count) throw new Refusal("NOT_FOUND");
  return {
    data: null,
    audit: { action: "member.roles", entityType: "person", entityId: input.personId, detail: { roles: input.roles } },
  };
}

export async function removeMember(tx: Tx, ctx: Ctx, input: { personId: string }): Promise<Written<null>> {
  await keepAnAdmin(tx, input.personId);
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
