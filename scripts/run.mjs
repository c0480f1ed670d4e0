/** Runs one step of the checks, shows what it prints, and reads the counts out of a runner's JSON report. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "..");
const reports = path.join(root, ".data/reports");

const bin = (name) => path.join(root, "node_modules", name);
export const tools = {
  biome: bin("@biomejs/biome/bin/biome"),
  tsc: bin("typescript/bin/tsc"),
  next: bin("next/dist/bin/next"),
  cruise: bin("dependency-cruiser/bin/dependency-cruise.mjs"),
  knip: bin("knip/bin/knip.js"),
  vitest: bin("vitest/vitest.mjs"),
  playwright: bin("@playwright/test/cli.js"),
};

export function run(name, args, env = {}) {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("exit", (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
      resolve(code === 0);
    });
  });
}

function reportFile(name) {
  mkdirSync(reports, { recursive: true });
  const file = path.join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** A runner that leaves no report has failed as a whole: that counts as one failure, never as none. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

export async function vitest(name, args, env) {
  const file = reportFile(name);
  const ok = await run(
    name,
    [tools.vitest, "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    env,
  );
  const report = read(file);
  if (!report) return { ok: false, passed: 0, failed: 1 };
  const failed = report.numFailedTests + (report.numFailedTests === 0 && !ok ? 1 : 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) console.log(`FAIL ${name}: ${skipped} skipped tests; a test runs or it fails`);
  return { ok: ok && skipped === 0, passed: report.numPassedTests, failed: failed + skipped };
}

export async function playwright(name, args, env) {
  const file = reportFile(name);
  const ok = await run(name, [tools.playwright, "test", "-c", "e2e/playwright.config.ts", ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = read(file);
  if (!report) return { ok: false, passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (skipped > 0) console.log(`FAIL ${name}: ${skipped} skipped tests; a test runs or it fails`);
  return {
    ok: ok && skipped === 0,
    passed: expected,
    failed: unexpected + flaky + skipped + (unexpected + flaky + skipped === 0 && !ok ? 1 : 0),
  };
}
