/** `npm run verify`: format, lint, types, import rules, unused code, unit tests. No database, seconds. */
import { existsSync } from "node:fs";
import path from "node:path";
import { prepare } from "./prepare.mjs";
import { root, run, tools, vitest } from "./run.mjs";

/** @returns {Promise<{ok: boolean, passed: number, failed: number}>} counts of the unit tests; a failed step is a failure */
export async function verify() {
  await prepare();
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  // Each of these uses one core, so two go side by side; the types need the routes' types first.
  const lanes = [
    [
      ["route types", [tools.next, "typegen"]],
      ["types", [tools.tsc, "--noEmit"]],
    ],
    [
      ["format and lint", [tools.biome, "check", "--error-on-warnings", "."]],
      ["types of the pure rooms", [tools.tsc, "-p", "lib/tsconfig.pure.json"]],
      ["direction of imports", [tools.cruise, "app", "components", "lib", "--config", ".dependency-cruiser.cjs"]],
      ["unused code", [tools.knip]],
    ],
  ];
  const inLane = async (steps) => {
    let failed = 0;
    for (const [name, args] of steps) if (!(await run(name, args, env))) failed++;
    return failed;
  };
  const failed = (await Promise.all(lanes.map(inLane))).reduce((a, b) => a + b, 0);
  const unit = await vitest("unit", ["--project", "unit"]);
  return { ok: failed === 0 && unit.ok, passed: unit.passed, failed: unit.failed + failed };
}

if (process.argv[1] === import.meta.filename) {
  if (!existsSync(path.join(root, "node_modules"))) throw new Error("run `npm ci` first");
  const { ok, passed, failed } = await verify();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(ok ? 0 : 1);
}
