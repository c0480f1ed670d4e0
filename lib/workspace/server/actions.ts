"use server";
import { randomUUID } from "node:crypto";
import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { getLocale } from "next-intl/server";
import { changePasswordOf, signOutEverywhereOf, storedPasswordOf } from "@/lib/auth/account";
import { hashPassword, passwordHolds } from "@/lib/auth/password";
import { newSecret, secretHash } from "@/lib/auth/secrets";
import { WORKSPACE_COOKIE } from "@/lib/auth/visitor";
import { systemAcceptInvitation, systemCreateWorkspace, systemInvitation, systemSetup } from "@/lib/db/system";
import { Refusal } from "@/lib/errors";
import { defineAction } from "@/lib/gate/action";
import { defineLinkAction, defineVisitorAction } from "@/lib/gate/visitor-action";
import {
  acceptInput,
  chooseInput,
  inviteInput,
  memberRolesInput,
  newWorkspaceInput,
  nothingInput,
  passwordInput,
  removeMemberInput,
  revokeInput,
  rolesUndoInput,
  setupInput,
  tokenInput,
  workspaceInput,
} from "../schema";
import * as mutations from "./mutations";

async function rememberWorkspace(id: string): Promise<void> {
  (await cookies()).set(WORKSPACE_COOKIE, id, { httpOnly: true, sameSite: "lax", path: "/", maxAge: 31_536_000 });
}

export const setUp = defineLinkAction({
  name: "workspace.setUp",
  input: setupInput,
  run: async (_visitor, i) => {
    const workspaceId = randomUUID();
    const done = await systemSetup({
      tokenHash: secretHash(i.link),
      personId: randomUUID(),
      email: i.email,
      name: i.name,
      locale: await getLocale(),
      passwordHash: await hashPassword(i.password),
      workspaceId,
      workspaceName: i.workspace,
      currency: i.currency,
      timeZone: i.timeZone,
    });
    if (!done) throw new Refusal("INVITATION_GONE");
    await rememberWorkspace(workspaceId);
    return { email: i.email };
  },
});

export const acceptInvitation = defineLinkAction({
  name: "workspace.acceptInvitation",
  input: acceptInput,
  run: async (visitor, i) => {
    const tokenHash = secretHash(i.token);
    const invitation = await systemInvitation(tokenHash);
    if (!invitation) throw new Refusal("INVITATION_GONE");
    if (!invitation.person_id && (i.password.length < 10 || !i.name)) {
      const fields = [
        ...(i.name ? [] : [{ path: "name", code: "too_small", message: "name" }]),
        ...(i.password.length < 10 ? [{ path: "password", code: "too_small", message: "password" }] : []),
      ];
      throw new Refusal("INVALID", { fields });
    }
    const joined = await systemAcceptInvitation({
      tokenHash,
      signedInPersonId: visitor?.personId ?? null,
      newPersonId: randomUUID(),
      name: i.name,
      locale: await getLocale(),
      passwordHash: await hashPassword(i.password || randomUUID()),
    });
    if (!joined) throw new Refusal("INVITATION_GONE");
    await rememberWorkspace(joined.workspaceId);
    return { email: invitation.email, signedIn: visitor !== null };
  },
});

export const chooseWorkspace = defineVisitorAction({
  name: "workspace.choose",
  input: chooseInput,
  run: async (visitor, { workspaceId }) => {
    if (!visitor.workspaces.some((w) => w.id === workspaceId)) throw new Refusal("NOT_FOUND");
    await rememberWorkspace(workspaceId);
    return null;
  },
});

export const createWorkspace = defineVisitorAction({
  name: "workspace.create",
  input: newWorkspaceInput,
  run: async (visitor, { name }) => {
    const workspaceId = randomUUID();
    const like = visitor.workspaces[0];
    await systemCreateWorkspace({
      personId: visitor.personId,
      workspaceId,
      name,
      sample: false,
      currency: like?.currency ?? "USD",
      timeZone: like?.timeZone ?? "UTC",
    });
    await rememberWorkspace(workspaceId);
    return { workspaceId };
  },
});

export const changePassword = defineVisitorAction({
  name: "account.changePassword",
  input: passwordInput,
  run: async (visitor, i) => {
    if (!(await passwordHolds(await storedPasswordOf(visitor.email), i.current))) throw new Refusal("WRONG_PASSWORD");
    await changePasswordOf(visitor.personId, await hashPassword(i.next));
    return null;
  },
});

export const signOutEverywhere = defineVisitorAction({
  name: "account.signOutEverywhere",
  input: nothingInput,
  run: async (visitor) => {
    await signOutEverywhereOf(visitor.personId);
    return null;
  },
});

export const inviteMember = defineAction({
  name: "workspace.invite",
  input: inviteInput,
  access: "member.write",
  run: async (tx, ctx, input) => {
    const { secret, hash } = newSecret("invite");
    const written = await mutations.invite(tx, ctx, { ...input, tokenHash: hash });
    revalidatePath("/settings");
    return { data: { path: `/invite/${secret}` }, audit: written.audit };
  },
});

export const revokeInvitation = defineAction({
  name: "workspace.revokeInvitation",
  input: revokeInput,
  access: "member.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/settings");
    return mutations.revokeInvitation(tx, ctx, input);
  },
});

export const setMemberRoles = defineAction({
  name: "workspace.setRoles",
  input: memberRolesInput,
  access: "member.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/settings");
    return mutations.setRoles(tx, ctx, input);
  },
});

export const undoMemberRoles = defineAction({
  name: "workspace.undoRoles",
  input: rolesUndoInput,
  access: "member.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/settings");
    return mutations.undoRoles(tx, ctx, input);
  },
});

export const removeMember = defineAction({
  name: "workspace.removeMember",
  input: removeMemberInput,
  access: "member.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/settings");
    return mutations.removeMember(tx, ctx, input);
  },
});

export const changeWorkspace = defineAction({
  name: "workspace.change",
  input: workspaceInput,
  access: "workspace.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/", "layout");
    return mutations.changeWorkspace(tx, ctx, input);
  },
});

export const makeToken = defineAction({
  name: "token.make",
  input: tokenInput,
  access: "token.write",
  run: async (tx, ctx, input) => {
    const { secret, hash } = newSecret("hr");
    const written = await mutations.makeToken(tx, ctx, { ...input, tokenHash: hash });
    revalidatePath("/settings");
    return { data: { secret }, audit: written.audit };
  },
});

export const revokeToken = defineAction({
  name: "token.revoke",
  input: revokeInput,
  access: "token.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/settings");
    return mutations.revokeToken(tx, ctx, input);
  },
});
