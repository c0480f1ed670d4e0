/**
 * A second PostgreSQL for the integration tests: Debian's 15, in a throwaway folder, when it is installed or can be
 * (as root with apt-get). The migrations have to hold on the oldest version that we support.
 */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const BIN = "/usr/lib/postgresql/15/bin";
const PORT = 54351;

function install() {
  if (existsSync(path.join(BIN, "postgres"))) return true;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "postgresql-15"], { stdio: "ignore" });
  return existsSync(path.join(BIN, "postgres"));
}

function account() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((l) => l.startsWith("postgres:"));
  const [, , uid, gid] = (line ?? "postgres:x:65534:65534").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** @returns {Promise<{url: string, stop: () => void} | null>} null where version 15 is not to be had */
export async function startPostgres15() {
  if (!install()) return null;
  const dir = mkdtempSync(path.join(os.tmpdir(), "headroom-pg15-"));
  const as = account();
  if (as.uid !== undefined) chownSync(dir, as.uid, as.gid);
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const init = spawnSync(
    path.join(BIN, "initdb"),
    [
      "-D",
      dir,
      "-U",
      "headroom_super",
      "--auth=trust",
      "-E",
      "UTF8",
      "--locale-provider=icu",
      "--icu-locale=und",
      "--locale=C",
    ],
    { ...as, env, cwd: "/", encoding: "utf8" },
  );
  if (init.status !== 0) throw new Error(`initdb of PostgreSQL 15 failed: ${init.stderr}`);
  const args = [
    "-D",
    dir,
    "-p",
    String(PORT),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "fsync=off",
    "-c",
    "timezone=UTC",
  ];
  const child = spawn(path.join(BIN, "postgres"), args, { ...as, env, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  await new Promise((resolve, reject) => {
    let tail = "";
    child.stderr.on("data", (d) => {
      tail = (tail + d).slice(-4000);
      if (tail.includes("ready to accept connections")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`PostgreSQL 15 stopped (${code}): ${tail}`)));
  });
  const stop = () => {
    child.kill("SIGINT");
    child.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  };
  return { url: `postgresql://headroom_super@127.0.0.1:${PORT}/postgres`, stop };
}
