/**
 * `npm run test:long`: what takes too long for every change: fifty kills in the middle of an import, files that are larger
 * than memory. Its figures are printed. Fails, never skips.
 */
import { vitest } from "./run.mjs";

const { ok, passed, failed } = await vitest("long", ["--project", "long"]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(ok ? 0 : 1);
