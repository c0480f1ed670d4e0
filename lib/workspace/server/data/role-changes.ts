import "server-only";
import { z } from "zod";
import type { WorkspaceId } from "@/lib/access/actor";
import { ROLES, type Role } from "@/lib/access/roles";
import type { Tx } from "@/lib/db/client";
import { membersOf, peopleNames } from "../data";

const ROLES_SET = "member.roles";
export const ROLES_UNDONE = "member.rolesUndo";

const detailSchema = z.object({ roles: z.enum(ROLES).array(), was: z.enum(ROLES).array() });

interface RoleChange {
  readonly personId: string;
  readonly was: readonly Role[];
  readonly roles: readonly Role[];
  /** It gave back what another change took. */
  readonly undone: boolean;
  readonly by: string | null;
  readonly at: string;
}

export interface NamedRoleChange extends Omit<RoleChange, "undone"> {
  readonly name: string;
}

interface EventRow {
  readonly personId: string;
  readonly action: string;
  readonly detail: unknown;
  readonly by: string | null;
  readonly at: Date;
}

function changeOf({ personId, action, detail, by, at }: EventRow): RoleChange[] {
  // Changes from before the record kept what was before cannot be undone.
  const read = detailSchema.safeParse(detail);
  return read.success ? [{ personId, ...read.data, undone: action === ROLES_UNDONE, by, at: at.toISOString() }] : [];
}

/** Whether two lists name the same roles, in whatever order. */
export const sameRoles = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role));

/** The last change of each member's roles, the latest first. */
async function roleChanges(tx: Tx): Promise<RoleChange[]> {
  const rows = await tx.$queryRaw<EventRow[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (entity_id) entity_id AS "personId", action, detail, person_id::text AS by, at
        FROM audit_event
       WHERE workspace_id = scope_workspace() AND entity_type = 'person' AND action IN (${ROLES_SET}, ${ROLES_UNDONE})
       ORDER BY entity_id, at DESC, id DESC) e
     ORDER BY at DESC LIMIT 20`;
  return rows.flatMap(changeOf);
}

/** Changes of roles that can be undone: the last of a member who still has what it gave. */
export async function undoableRoles(tx: Tx, workspaceId: WorkspaceId): Promise<readonly NamedRoleChange[]> {
  const changes = await roleChanges(tx);
  const members = await membersOf(tx, workspaceId);
  const names = await peopleNames(tx);
  return changes.flatMap(({ undone, by, ...change }) => {
    const member = members.find((m) => m.personId === change.personId);
    const undoable = member && !undone && !sameRoles(change.was, change.roles) && sameRoles(member.roles, change.roles);
    return undoable ? [{ ...change, name: member.name, by: (by && names.get(by)) || null }] : [];
  });
}

/** The last change of one member's roles; null where none is known. */
export async function lastRoleChange(tx: Tx, personId: string): Promise<RoleChange | null> {
  const rows = await tx.$queryRaw<EventRow[]>`
    SELECT entity_id AS "personId", action, detail, person_id::text AS by, at FROM audit_event
     WHERE workspace_id = scope_workspace() AND entity_type = 'person' AND entity_id = ${personId}
       AND action IN (${ROLES_SET}, ${ROLES_UNDONE})
     ORDER BY at DESC, id DESC LIMIT 1`;
  return rows.flatMap(changeOf)[0] ?? null;
}
