/**
 * `npm test`: everything, with an own PostgreSQL and a browser. It fails when something is missing, never skips and never
 * tries again. The last line counts the tests of all runners.
 */
import { ensureBuild } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { startPostgres15 } from "./postgres15.mjs";
import { playwright, vitest } from "./run.mjs";
import { verify } from "./verify.mjs";

const results = [await verify()];
results.push(await vitest("integration", ["--project", "integration"]));

const old = await startPostgres15();
if (old) {
  results.push(await vitest("integration-15", ["--project", "integration"], { HEADROOM_TEST_SERVER: old.url }));
  old.stop();
} else console.log("PostgreSQL 15: not installed and not installable here, so the second pass on it is left to CI\n");

await ensureBuild();
results.push(await playwright("browser", [], { CHROMIUM_PATH: await findChromium() }));

const sum = (key) => results.reduce((n, r) => n + r[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(results.every((r) => r.ok) ? 0 : 1);
