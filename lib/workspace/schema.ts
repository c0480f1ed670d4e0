import { z } from "zod";
import { ROLES, TOKEN_SCOPES } from "@/lib/access/roles";

const name = z.string().trim().min(1).max(120);
const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
const password = z.string().min(10).max(200);
const currency = z.string().regex(/^[A-Z]{3}$/);
const timeZone = z.string().min(1).max(64);
const roles = z.array(z.enum(ROLES)).min(1).max(ROLES.length);

export const setupInput = z.strictObject({
  link: z.string().max(200),
  name,
  email,
  password,
  workspace: name,
  currency,
  timeZone,
});
export const acceptInput = z.strictObject({
  token: z.string().max(200),
  name: z.string().trim().max(120),
  password: z.string().max(200),
});
export const chooseInput = z.strictObject({ workspaceId: z.uuid() });
export const newWorkspaceInput = z.strictObject({ name });
export const inviteInput = z.strictObject({ email, roles });
export const revokeInput = z.strictObject({ id: z.uuid() });
export const memberRolesInput = z.strictObject({ personId: z.uuid(), roles });
/** What a change of roles made of what: it is undone as long as it is the last one. */
export const rolesUndoInput = z.strictObject({ personId: z.uuid(), was: roles, roles });
export const removeMemberInput = z.strictObject({ personId: z.uuid() });
export const workspaceInput = z.strictObject({ name, currency, timeZone });
export const tokenInput = z.strictObject({
  name,
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1),
  days: z.number().int().min(1).max(366),
});
export const passwordInput = z.strictObject({ current: z.string().max(200), next: password });
export const nothingInput = z.strictObject({});
