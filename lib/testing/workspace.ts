import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Actor, PersonId, WorkspaceId } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import type { Role } from "@/lib/access/roles";

/** A context as the gate would make it, with a clock that the test sets. */
export function ctxOf(actor: Actor, now = new Date("2026-11-30T12:00:00Z")): Ctx {
  return { actor, now, newId: randomUUID };
}

/** A workspace of its own with one member per name; written as the superuser, since no member exists yet who could. */
export async function makeWorkspace<N extends string>(
  superUrl: string,
  members: Readonly<Record<N, readonly Role[]>>,
): Promise<{ workspaceId: WorkspaceId; actors: Record<N, Actor> }> {
  const client = new pg.Client(superUrl);
  await client.connect();
  const workspaceId = randomUUID() as WorkspaceId;
  await client.query("INSERT INTO workspace (id, name) VALUES ($1, $2)", [
    workspaceId,
    `Workspace ${workspaceId.slice(0, 4)}`,
  ]);
  const actors = {} as Record<N, Actor>;
  for (const [name, roles] of Object.entries(members) as [N, readonly Role[]][]) {
    const personId = randomUUID() as PersonId;
    await client.query("INSERT INTO person (id, email, name) VALUES ($1, $2, $3)", [
      personId,
      `${name}-${personId.slice(0, 8)}@example.test`,
      name,
    ]);
    await client.query("INSERT INTO membership (workspace_id, person_id, roles) VALUES ($1, $2, $3)", [
      workspaceId,
      personId,
      roles,
    ]);
    actors[name] = { workspaceId, personId, roles, via: "session" };
  }
  await client.end();
  return { workspaceId, actors };
}
