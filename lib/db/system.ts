import "server-only";
import { withoutScope } from "./doors";

/**
 * The third door: a closed, listed set of questions that have to be asked before anybody's scope is known. Each is a
 * SECURITY DEFINER function of the database; there is no other way past row security.
 */

interface SignInRow {
  person_id: string;
  name: string;
  locale: string;
  session_epoch: number;
  password_hash: string;
  recent_failures: number;
}

export async function systemSignIn(email: string): Promise<SignInRow | undefined> {
  const rows = await withoutScope((tx) => tx.$queryRaw<SignInRow[]>`SELECT * FROM system_sign_in(${email})`);
  return rows[0];
}

export async function systemSignInFailed(email: string): Promise<void> {
  await withoutScope((tx) => tx.$queryRaw`SELECT system_sign_in_failed(${email})::text`);
}

export async function systemHasOwner(): Promise<boolean> {
  const rows = await withoutScope((tx) => tx.$queryRaw<{ yes: boolean }[]>`SELECT system_has_owner() AS yes`);
  return rows[0]?.yes ?? false;
}

export async function systemSetupLinkOpen(tokenHash: string): Promise<boolean> {
  const rows = await withoutScope(
    (tx) => tx.$queryRaw<{ yes: boolean }[]>`SELECT system_setup_link_open(${tokenHash}) AS yes`,
  );
  return rows[0]?.yes ?? false;
}

export interface SetupInput {
  readonly tokenHash: string;
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly passwordHash: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly currency: string;
  readonly timeZone: string;
}

/** False when the link was used, replaced, or an owner exists already. */
export async function systemSetup(i: SetupInput): Promise<boolean> {
  const rows = await withoutScope(
    (tx) => tx.$queryRaw<
      { done: boolean }[]
    >`SELECT system_setup(${i.tokenHash}, ${i.personId}::uuid, ${i.email}, ${i.name},
      ${i.locale}, ${i.passwordHash}, ${i.workspaceId}::uuid, ${i.workspaceName}, ${i.currency}, ${i.timeZone}) AS done`,
  );
  return rows[0]?.done ?? false;
}

export interface NewWorkspace {
  readonly personId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly sample: boolean;
  readonly currency: string;
  readonly timeZone: string;
}

export async function systemCreateWorkspace(i: NewWorkspace): Promise<void> {
  await withoutScope(
    (tx) =>
      tx.$queryRaw`SELECT system_create_workspace(${i.personId}::uuid, ${i.workspaceId}::uuid, ${i.name}, ${i.sample}, ${i.currency}, ${i.timeZone})::text`,
  );
}

export async function systemSampleWorkspace(personId: string): Promise<string | null> {
  const rows = await withoutScope(
    (tx) => tx.$queryRaw<{ id: string | null }[]>`SELECT system_sample_workspace(${personId}::uuid) AS id`,
  );
  return rows[0]?.id ?? null;
}

/** Makes the person's sample workspace; false when there is one, or one is being filled right now. */
export async function systemBeginSample(personId: string, workspaceId: string): Promise<boolean> {
  const rows = await withoutScope(
    (tx) =>
      tx.$queryRaw<{ begun: boolean }[]>`SELECT system_begin_sample(${personId}::uuid, ${workspaceId}::uuid) AS begun`,
  );
  return rows[0]?.begun ?? false;
}

/** Filled to the end, or cut off: then it stays behind under another name, and the next try makes a fresh one. */
export async function systemEndSample(workspaceId: string, filled: boolean): Promise<void> {
  await withoutScope((tx) => tx.$queryRaw`SELECT system_end_sample(${workspaceId}::uuid, ${filled})::text`);
}

export async function systemAddSamplePerson(
  workspaceId: string,
  personId: string,
  name: string,
  roles: readonly string[],
): Promise<void> {
  await withoutScope(
    (tx) =>
      tx.$queryRaw`SELECT system_add_sample_person(${workspaceId}::uuid, ${personId}::uuid, ${name}, ${[...roles]}::text[])::text`,
  );
}

export interface InvitationRow {
  workspace_id: string;
  workspace_name: string;
  email: string;
  roles: string[];
  person_id: string | null;
  has_password: boolean;
}

export async function systemInvitation(tokenHash: string): Promise<InvitationRow | undefined> {
  const rows = await withoutScope((tx) => tx.$queryRaw<InvitationRow[]>`SELECT * FROM system_invitation(${tokenHash})`);
  return rows[0];
}

export interface AcceptInvitation {
  readonly tokenHash: string;
  readonly signedInPersonId: string | null;
  readonly newPersonId: string;
  readonly name: string;
  readonly locale: string;
  readonly passwordHash: string;
}

export async function systemAcceptInvitation(
  i: AcceptInvitation,
): Promise<{ workspaceId: string; personId: string } | undefined> {
  const rows = await withoutScope(
    (tx) => tx.$queryRaw<
      { workspace_id: string; person_id: string }[]
    >`SELECT * FROM system_accept_invitation(${i.tokenHash},
      ${i.signedInPersonId}::uuid, ${i.newPersonId}::uuid, ${i.name}, ${i.locale}, ${i.passwordHash})`,
  );
  const row = rows[0];
  return row && { workspaceId: row.workspace_id, personId: row.person_id };
}

export interface TokenRow {
  workspace_id: string;
  token_id: string;
  person_id: string;
  scopes: string[];
  roles: string[];
}

export async function systemToken(tokenHash: string): Promise<TokenRow | undefined> {
  const rows = await withoutScope((tx) => tx.$queryRaw<TokenRow[]>`SELECT * FROM system_token(${tokenHash})`);
  return rows[0];
}

/** Makes the partition of a month ("2026-09-01") in its own short transaction. */
export async function systemLedgerMonth(month: string): Promise<void> {
  await withoutScope((tx) => tx.$queryRaw`SELECT system_ledger_month(${month}::date)::text`);
}

/** Workspaces where something may have happened since the last look, or a message is due. Ids alone. */
export async function systemAlertWorkspaces(now: Date): Promise<string[]> {
  const rows = await withoutScope(
    (tx) => tx.$queryRaw<{ id: string }[]>`SELECT workspace_id::text AS id FROM system_alert_workspaces(${now})`,
  );
  return rows.map((r) => r.id);
}

/** Workspaces in which a live measurement is due. */
export async function systemLiveWorkspaces(now: Date): Promise<string[]> {
  const rows = await withoutScope(
    (tx) => tx.$queryRaw<{ id: string }[]>`SELECT workspace_id::text AS id FROM system_live_workspaces(${now})`,
  );
  return rows.map((r) => r.id);
}
