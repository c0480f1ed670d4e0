/**
 * `npm run test:long`: what takes too long for every change: fifty kills in the middle of an import, files that are larger
 * than memory, eight megabytes through every reader, every page in one more look, Lighthouse on the main pages. Fails, never skips.
 */
import { ensureBuild } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { playwright, vitest } from "./run.mjs";

const results = [await vitest("long", ["--project", "long"])];
await ensureBuild();
const env = { CHROMIUM_PATH: await findChromium(), HEADROOM_LONG: "yes" };
results.push(await playwright("browser-long", ["e2e/habits/pages.spec.ts", "e2e/long"], env));

const sum = (key) => results.reduce((n, r) => n + r[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(results.every((r) => r.ok) ? 0 : 1);
