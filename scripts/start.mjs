/**
 * `npm start` and `npm run dev`: database, roles, migrations, build, server, and on the first start a one-time set-up
 * link. Ctrl-C stops everything that was started here; after a kill the next start takes over what still runs.
 */
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import pg from "pg";
import { variable, wholeVariable } from "../lib/env/variables.mjs";
import { ensureBuild, ensurePrepared } from "./build.mjs";
import { openDatabase } from "./database.mjs";
import { prepareDatabase } from "./migrate.mjs";
import { SERVER_ENV } from "./server-env.mjs";

const root = path.join(import.meta.dirname, "..");

function portTaken(host, port) {
  return new Promise((resolve) => {
    const s = net.createServer();
    s.once("error", (e) => resolve(e.code === "EADDRINUSE"));
    s.listen(port, host, () => s.close(() => resolve(false)));
  });
}

/** Signs the session cookies; kept beside the own database, required from the environment with a foreign one. */
function authSecret(foreign) {
  if (process.env.NEXTAUTH_SECRET) return process.env.NEXTAUTH_SECRET;
  if (foreign)
    throw new Error(
      "With DATABASE_URL set, NEXTAUTH_SECRET must be set too: at least 32 random characters, the same on every copy.",
    );
  const file = path.resolve(root, variable("HEADROOM_DATA_DIR"), "auth.secret");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file)) fs.writeFileSync(file, crypto.randomBytes(36).toString("base64url"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}

/** While nobody owns this installation, each start makes one fresh link; earlier unused ones stop working. */
async function setupLink(ownerUrl, address) {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query("SELECT system_has_owner() AS owned");
    if (rows[0].owned) return null;
    const secret = `setup_${crypto.randomBytes(24).toString("base64url")}`;
    await client.query("DELETE FROM setup_link WHERE used_at IS NULL");
    await client.query("INSERT INTO setup_link (token_hash) VALUES ($1)", [
      crypto.createHash("sha256").update(secret).digest("hex"),
    ]);
    return `${address}/setup?link=${secret}`;
  } finally {
    await client.end();
  }
}

function serve(mode, { host, port, env }) {
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const args = ["--import", path.join(root, "scripts/die-with-parent.mjs"), next, mode, "-H", host, "-p", String(port)];
  return spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** So long a first answer is waited for; who is slower has its address said all the same. */
const FIRST_ANSWER_MS = 30_000;

/** Waits until the server has answered once, which loads what all pages share: whoever follows the address then waits no more. */
async function firstAnswer(server, host, port) {
  const own = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);
  const signal = AbortSignal.timeout(FIRST_ANSWER_MS);
  while (server.exitCode === null && server.signalCode === null && !signal.aborted) {
    try {
      await (await fetch(`http://${own}:${port}/`, { redirect: "manual", signal })).text();
      return;
    } catch {
      // Nobody listens yet, or nobody answers in time.
      await new Promise((r) => setTimeout(r, 100));
    }
  }
}

/** npm dies of a SIGTERM without passing it on: whoever was started by it then stops too, instead of living on unseen. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500).unref();
}

async function main() {
  const mode = process.argv[2] === "dev" ? "dev" : "start";
  const host = variable("HEADROOM_HOST");
  const port = wholeVariable("PORT");
  // Asked before the database is touched: a second start must not stop the first one's server.
  if (await portTaken(host, port))
    throw new Error(`${host}:${port} is in use. Stop what runs there, or choose another with PORT=3001 npm start.`);
  const secret = authSecret(Boolean(process.env.DATABASE_URL));
  ensurePrepared();
  if (mode === "start") await ensureBuild();
  const db = await openDatabase({ root });
  let server;
  let stopping = false;
  const stop = async (code) => {
    if (stopping) return;
    stopping = true;
    if (server && server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((r) => server.once("exit", r));
      server.kill("SIGTERM");
      await Promise.race([gone, new Promise((r) => setTimeout(r, 5000))]);
      server.kill("SIGKILL");
    }
    await db.stop();
    process.exit(code);
  };
  for (const s of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(s, () => stop(0));
  stopWithNpm(() => stop(0));
  try {
    const { ownerUrl, appUrl, applied } = await prepareDatabase(db);
    if (applied.length) console.log(`database: ${applied.length} migrations applied`);
    const address = process.env.HEADROOM_URL ?? `http://${host}:${port}`;
    const link = await setupLink(ownerUrl, address);
    const env = {
      ...SERVER_ENV,
      ...process.env,
      HEADROOM_APP_DATABASE_URL: appUrl,
      NEXTAUTH_SECRET: secret,
      NEXTAUTH_URL: address,
      AUTH_TRUST_HOST: "true",
      NEXT_TELEMETRY_DISABLED: "1",
    };
    delete env.DATABASE_URL;
    server = serve(mode, { host, port, env });
    server.once("exit", (code) => stop(code ?? 1));
    await firstAnswer(server, host, port);
    console.log(`\nHeadroom: ${address}`);
    if (link) console.log(`First visit, once: ${link}\n`);
  } catch (err) {
    console.error(err.message ?? err);
    await stop(1);
  }
}

main().catch((err) => {
  console.error(err.message ?? err);
  process.exit(1);
});
