import "server-only";
import type { PoolClient } from "pg";
import { Refusal } from "@/lib/errors";
import { pool, prisma, type Tx } from "./client";
import { isTransient, refusalOf } from "./refusals";

/** Who a transaction acts for; the policies of the database read it, and it ends with the transaction. */
export interface Scope {
  readonly workspaceId?: string;
  readonly personId?: string;
}

const ATTEMPTS = 6;

/** Up to 40, 80, 160 … ms, by chance: those that met in a deadlock must not meet again. */
const pauseMs = (attempt: number): number => 20 * 2 ** attempt * (0.25 + 0.75 * Math.random());

/** Runs again what PostgreSQL rolled back for a race; names every other refusal by its code. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (err) {
      if (isTransient(err)) {
        if (attempt < ATTEMPTS) {
          await new Promise((r) => setTimeout(r, pauseMs(attempt)));
          continue;
        }
        throw new Refusal("BUSY");
      }
      throw refusalOf(err) ?? err;
    }
  }
}

async function inScope<T>(scope: Scope, run: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetries(() =>
    prisma().$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT set_config('role', 'headroom_app', true),
          set_config('app.workspace_id', ${scope.workspaceId ?? ""}, true),
          set_config('app.person_id', ${scope.personId ?? ""}, true)`;
        return run(tx);
      },
      { maxWait: 15_000, timeout: 60_000 },
    ),
  );
}

/** The door to a workspace's data: row security shows and takes rows of this workspace alone. */
export function withWorkspace<T>(workspaceId: string, run: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope({ workspaceId }, run);
}

/** The door to a person's own rows: memberships, profile, inbox. */
export function withPerson<T>(personId: string, run: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope({ personId }, run);
}

/** No scope at all: only lib/db/system.ts uses it, for the closed set of definer functions. */
export function withoutScope<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope({}, run);
}

/** The same door to a workspace on a plain connection, for COPY. */
export async function withWorkspaceConnection<T>(
  workspaceId: string,
  run: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withRetries(async () => {
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query(
        "SELECT set_config('role', 'headroom_app', true), set_config('app.workspace_id', $1, true), set_config('app.person_id', '', true)",
        [workspaceId],
      );
      const result = await run(client);
      await client.query("COMMIT");
      client.release();
      return result;
    } catch (err) {
      await client.query("ROLLBACK").catch(() => {});
      client.release();
      throw err;
    }
  });
}
