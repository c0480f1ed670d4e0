/**
 * `npm run bench:memory`: what one estimate costs, with a model seen before and with a new one, and a sweep of 100,000
 * combinations of batch, context, cache type and weight format; as a ratio to a plain loop that only multiplies
 * parameters × bytes. Processor time of one thread, so that a busy machine does not blur it. Exit 1 above the limits.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const LIMITS = { oneMicroseconds: 100, sweepSeconds: 2 };
const COMBINATIONS = 100_000;

async function load() {
  const outfile = path.join(root, ".build/bench-memory.mjs");
  const contents = `export { estimate } from "@/lib/memory/estimate";
export { parseEstimateRequest } from "@/lib/memory/schema";
export { findModelPreset, listModelPresets } from "@/lib/catalog/models";`;
  const stdin = { contents, resolveDir: root, loader: "ts" };
  await build({
    stdin,
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": root },
    logLevel: "error",
  });
  return import(outfile);
}

const { estimate, parseEstimateRequest, findModelPreset, listModelPresets } = await load();

/** Microseconds of processor time. */
function spent(work) {
  const start = process.cpuUsage();
  work();
  const used = process.cpuUsage(start);
  return used.user + used.system;
}

function requestOf(model, run = {}) {
  const input = { model, run: { kind: "serve", maxModelLen: 8192, ...run }, gpu: "h100-sxm", parallel: { tensor: 8 } };
  const parsed = parseEstimateRequest(input);
  if (!parsed.ok) throw new Error(`${parsed.path}: ${parsed.message}`);
  return parsed.request;
}

const language = listModelPresets().filter((preset) => preset.kind === "language");
const known = language.map((preset) => requestOf({ preset: preset.id }));
const answered = known.filter((request) => estimate(request).verdict !== "not-estimable");
const ROUNDS = 40;
const warm = spent(() => {
  for (let i = 0; i < ROUNDS; i++) for (const request of answered) estimate(request);
});
const oneKnown = warm / (ROUNDS * answered.length);

const fresh = [];
for (let i = 0; i < 10; i++) {
  for (const request of answered) {
    const config = structuredClone(findModelPreset(request.model.preset).config);
    fresh.push({ ...request, model: { config } });
  }
}
const oneNew = spent(() => fresh.forEach(estimate)) / fresh.length;

const formats = ["bf16", "fp8", "awq-int4", "nvfp4"];
const caches = ["auto", "fp8"];
const batches = Array.from({ length: 125 }, (_, i) => 1 + 2 * i);
const contexts = Array.from({ length: 100 }, (_, i) => 1024 * (i + 1));
const base = requestOf({ preset: "meta-llama/Llama-3.1-70B" });

function sweep() {
  let fits = 0;
  for (const weightFormat of formats)
    for (const kvCacheDtype of caches)
      for (const concurrency of batches)
        for (const contextTokens of contexts) {
          const run = { ...base.run, kvCacheDtype, concurrency, contextTokens, maxModelLen: contextTokens };
          if (estimate({ ...base, weightFormat, run }).verdict === "fits") fits++;
        }
  return fits;
}

const parameters = Number(estimate(base).parameters.total);
function plain() {
  let fits = 0;
  for (const weightBytes of [2, 1, 0.5625, 0.5625])
    for (const cacheBytes of [2, 1])
      for (const concurrency of batches)
        for (const contextTokens of contexts) {
          const bytes = (parameters * weightBytes) / 8 + cacheBytes * 20_480 * concurrency * contextTokens;
          if (bytes < 80e9) fits++;
        }
  return fits;
}

sweep();
plain();
const sweepMicroseconds = spent(sweep);
let plainMicroseconds = 0;
const PLAIN_RUNS = 200;
plainMicroseconds = spent(() => {
  for (let i = 0; i < PLAIN_RUNS; i++) plain();
});
const ratio = sweepMicroseconds / (plainMicroseconds / PLAIN_RUNS);

console.log(`one estimate, model seen before: ${oneKnown.toFixed(1)} µs (limit ${LIMITS.oneMicroseconds})`);
console.log(`one estimate, new model:         ${oneNew.toFixed(1)} µs, reading its config too`);
console.log(
  `${COMBINATIONS} combinations:            ${(sweepMicroseconds / 1e6).toFixed(2)} s (limit ${LIMITS.sweepSeconds})`,
);
console.log(`ratio to parameters × bytes:     ${ratio.toFixed(0)}`);
const over = oneKnown > LIMITS.oneMicroseconds || sweepMicroseconds / 1e6 > LIMITS.sweepSeconds;
process.exit(over ? 1 : 0);
