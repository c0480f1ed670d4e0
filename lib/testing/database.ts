import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { addressAs } from "../../scripts/roles.mjs";

export interface TestDatabase {
  /** Rights of the server's superuser, for looking behind row security. */
  readonly superUrl: string;
  /** What the application connects with: acts as headroom_app. */
  readonly appUrl: string;
  readonly drop: () => Promise<void>;
}

/** A migrated database of its own for one test file; the application's doors then open onto it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("superUrl");
  const name = `headroom_t_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  await createFromTemplate(admin, name);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const superUrl = url.toString();
  const appUrl = addressAs(superUrl, "headroom_app");
  process.env.HEADROOM_APP_DATABASE_URL = appUrl;
  return {
    superUrl,
    appUrl,
    drop: async () => {
      const { closeConnections } = await import("@/lib/db/client");
      await closeConnections();
      const client = new pg.Client(serverUrl);
      await client.connect();
      await untilLeft(client, name);
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}

const LEAVING_MS = 2000;

/**
 * A pool says that it has ended before its connections have: one that is still saying goodbye must not be cut off, for
 * nobody listens to its complaint any more.
 */
async function untilLeft(client: pg.Client, name: string): Promise<void> {
  const until = performance.now() + LEAVING_MS;
  while (performance.now() < until) {
    const { rowCount } = await client.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1", [name]);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Copies of one template are made one after the other: PostgreSQL refuses two at once. */
async function createFromTemplate(admin: pg.Client, name: string): Promise<void> {
  await admin.query("SELECT pg_advisory_lock(7461202)");
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE headroom_template`);
  } finally {
    await admin.query("SELECT pg_advisory_unlock(7461202)");
  }
}
