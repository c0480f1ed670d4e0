import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { secretHash } from "@/lib/auth/secrets";
import { activeWorkspace, currentVisitor } from "@/lib/auth/visitor";
import { systemHasOwner, systemInvitation, systemSetupLinkOpen } from "@/lib/db/system";
import { load, requireWorkspace } from "@/lib/gate/load";
import { dayIn } from "@/lib/i18n/zone";
import { AUDIT_PAGE } from "../lists";
import { auditPage, membersOf, openInvitations, tokensOf } from "./data";
import { briefsAtHand } from "./data/briefs-at-hand";
import { inboxOf, waitingCount } from "./data/inbox";
import { undoableRoles } from "./data/role-changes";

/** What the frame around every signed-in page shows. */
export async function loadShell() {
  const { visitor, workspace } = await requireWorkspace();
  const now = new Date();
  const waiting = await load((tx, actor) => waitingCount(tx, actor, now, dayIn(workspace.timeZone, now)));
  return {
    person: visitor.name,
    workspace: { id: workspace.id, name: workspace.name, isSample: workspace.isSample },
    workspaces: visitor.workspaces.map((w) => ({ id: w.id, name: w.name })),
    waiting,
  };
}

export async function loadSettings() {
  const { workspace, actor } = await requireWorkspace();
  return load(async (tx) => ({
    workspace: {
      name: workspace.name,
      currency: workspace.currency,
      timeZone: workspace.timeZone,
      isSample: workspace.isSample,
    },
    roles: workspace.roles,
    personId: actor.personId,
    members: await membersOf(tx, actor.workspaceId),
    roleChanges: may(workspace.roles, "member.write") ? await undoableRoles(tx, actor.workspaceId) : [],
    invitations: await openInvitations(tx, new Date()),
    tokens: await tokensOf(tx, actor.personId),
  }));
}

export async function loadAudit(before: string | undefined) {
  const at = before && !Number.isNaN(Date.parse(before)) ? new Date(before) : null;
  return load((tx) => auditPage(tx, at, AUDIT_PAGE), "read");
}

export async function loadAccount() {
  const { visitor } = await requireWorkspace();
  return { name: visitor.name, email: visitor.email };
}

/** Strangers may ask: is anybody at home, am I signed in, and is there a workspace to be at? */
export async function loadDoor() {
  return {
    owned: await systemHasOwner(),
    signedIn: (await currentVisitor()) !== null,
    atWork: (await activeWorkspace()) !== null,
  };
}

export async function loadSetup(link: string): Promise<{ open: boolean }> {
  return { open: await systemSetupLinkOpen(secretHash(link)) };
}

export async function loadInvitation(token: string) {
  const row = await systemInvitation(secretHash(token));
  const visitor = await currentVisitor();
  if (!row) return null;
  return {
    workspace: row.workspace_name,
    email: row.email,
    roles: row.roles,
    needsSignIn: row.person_id !== null && visitor?.personId !== row.person_id,
    known: row.person_id !== null,
  };
}

/** What waits for this person, and whether there is anything here at all yet. */
/** Briefs that the start names; the list of briefs holds all. */
const MOST_AT_START = 5;
/** Briefs that the help lets one choose from. */
const MOST_LED_INTO = 100;

export async function loadHome() {
  const { visitor, workspace } = await requireWorkspace();
  const now = new Date();
  return load(async (tx, actor) => ({
    name: visitor.name,
    isSample: workspace.isSample,
    sampleExists: visitor.workspaces.some((w) => w.isSample),
    inbox: await inboxOf(tx, actor, now, dayIn(workspace.timeZone, now)),
    atHand: await briefsAtHand(tx, MOST_AT_START),
    hasBriefs: (await tx.brief.findFirst({ select: { id: true } })) !== null,
  }));
}

/** The briefs that the help can lead into, and the one that was chosen or touched last. */
export async function loadHelp(chosen: string | undefined) {
  const number = parseReference(chosen ?? "", "BRF");
  return load(async (tx) => {
    const briefs = await briefsAtHand(tx, MOST_LED_INTO);
    return { briefs, brief: briefs.find((b) => b.number === number) ?? briefs[0] ?? null };
  });
}
