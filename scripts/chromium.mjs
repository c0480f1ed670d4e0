/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, Playwright's own; else brings one: Debian's
 * package as root (the one without windows first), the npm package @sparticuz/chromium otherwise. Says which it took.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./run.mjs";

/** Debian's Chromium without windows: the same engine, a third quicker for tests. */
const SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM = [
  SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
];
const BROUGHT = "@sparticuz/chromium@138.0.2";

const works = (file) => existsSync(file) && spawnSync(file, ["--version"], { encoding: "utf8" }).status === 0;

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

async function fromNpm() {
  const dir = path.join(root, ".data/chromium");
  mkdirSync(dir, { recursive: true });
  const r = spawnSync("npm", ["install", "--no-save", "--no-audit", "--prefix", dir, BROUGHT], { encoding: "utf8" });
  if (r.status !== 0) throw new Error(`npm could not bring ${BROUGHT}:\n${r.stderr}`);
  const { default: chromium } = await import(createRequire(path.join(dir, "x.js")).resolve("@sparticuz/chromium"));
  return chromium.executablePath();
}

/** @returns whether the package could be installed: only root on Debian or its kin can. */
function fromDebian(name, log) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  log(`browser: installing Debian's ${name}`);
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  return spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], { stdio: "ignore" }).status === 0;
}

export async function findChromium({ log = console.log } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!works(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not run`);
    return given;
  }
  // Every change waits for CI: there the quicker one is brought even where another is.
  if (process.env.CI && !works(SHELL)) fromDebian("chromium-headless-shell", log);
  const found = [...SYSTEM, await playwrightsOwn()].find(works);
  if (found) {
    log(`browser: ${found}`);
    return found;
  }
  for (const [name, file] of [
    ["chromium-headless-shell", SHELL],
    ["chromium", "/usr/bin/chromium"],
  ])
    if (fromDebian(name, log) && works(file)) return file;
  log(`browser: none found; bringing ${BROUGHT} from npm`);
  const brought = await fromNpm();
  if (!works(brought))
    throw new Error("No Chromium runs here. Install one (apt-get install chromium) or set CHROMIUM_PATH.");
  return brought;
}
