/**
 * Runs in the browser before anything else. Our content security policy forbids code made from text; the validator would
 * try it once on every page and leave a report of the refusal, so it is told beforehand.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export {};
