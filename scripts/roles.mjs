/**
 * The two roles of DESIGN: headroom_owner owns the tables and runs migrations; headroom_app is what the application acts
 * as, owns nothing and cannot bypass row security. Roles belong to the server, not to a database, so they are made here
 * under an advisory lock and never by a migration.
 */
import crypto from "node:crypto";
import pg from "pg";

const LOCK = 7461201;

/** Both addresses act as one of the roles from the first statement on. */
export function addressAs(url, role) {
  const u = new URL(url);
  u.searchParams.set("options", `-c role=${role}`);
  return u.toString();
}

/** Row security binds nobody who may bypass it: the application does not start as such a role. */
export async function refuseBypass(client) {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_roles WHERE rolname = 'headroom_app' AND (rolsuper OR rolbypassrls)",
  );
  if (rowCount) throw new Error("The role headroom_app can bypass row security. Take SUPERUSER and BYPASSRLS from it.");
}

/**
 * Makes the roles where they are missing and lets them into this database.
 * @returns {Promise<{ownerUrl: string, appUrl: string}>} addresses for migrations and for the application
 */
export async function ensureRoles({ superUrl, foreign }) {
  const client = new pg.Client(superUrl);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    for (const role of ["headroom_owner", "headroom_app"]) {
      const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
      if (!rowCount) await client.query(`CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`);
    }
    await refuseBypass(client);
    const db = pg.escapeIdentifier((await client.query("SELECT current_database() AS name")).rows[0].name);
    await client.query("GRANT headroom_owner, headroom_app TO CURRENT_USER");
    await client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${db} TO headroom_owner`);
    await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${db} TO headroom_app`);
    await client.query("GRANT USAGE, CREATE ON SCHEMA public TO headroom_owner");
    if (!foreign) return await withLogin(client, superUrl);
    return { ownerUrl: addressAs(superUrl, "headroom_owner"), appUrl: addressAs(superUrl, "headroom_app") };
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).catch(() => {});
    await client.end();
  }
}

/** On the own server the application signs in as headroom_app itself, with a password derived from the server's secret. */
async function withLogin(client, superUrl) {
  const u = new URL(superUrl);
  const password = crypto
    .createHmac("sha256", decodeURIComponent(u.password))
    .update("headroom_app")
    .digest("base64url");
  await client.query(`ALTER ROLE headroom_app LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  const appUrl = new URL(superUrl);
  appUrl.username = "headroom_app";
  appUrl.password = password;
  return { ownerUrl: addressAs(superUrl, "headroom_owner"), appUrl: appUrl.toString() };
}
