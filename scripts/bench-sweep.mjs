/**
 * `npm run bench:sweep`: 100,000 plans with 2,000 offers, with planning figures of speed and a cost per accepted output;
 * as a ratio to sorting the same offers alone. Processor time of one thread, so that a busy machine does not blur it.
 * Exit 1 above the limit.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const LIMIT_SECONDS = 5;

async function load() {
  const outfile = path.join(root, ".build/bench-sweep.mjs");
  const contents = `export { sweep } from "@/lib/boundary/sweep/sweep";
export { sweepSchema } from "@/lib/boundary/sweep/schema";
export { hourlyPrice } from "@/lib/boundary/sweep/hourly";
export { listAccelerators } from "@/lib/catalog/accelerators";`;
  const stdin = { contents, resolveDir: root, loader: "ts" };
  const settings = { bundle: true, platform: "node", format: "esm", alias: { "@": root }, logLevel: "error" };
  await build({ stdin, outfile, ...settings });
  return import(outfile);
}

const { sweep, sweepSchema, hourlyPrice, listAccelerators } = await load();

/** Processor seconds of this thread. */
function spent(work) {
  const start = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage(start);
  return { seconds: (used.user + used.system) / 1e6, result };
}

const cards = listAccelerators().map((card) => card.id);
/** Prices that repeat never: a fixed sequence, so that every run sees the same offers. */
const offers = Array.from({ length: 2000 }, (_, i) => ({
  id: `OFF-${i + 1}`,
  provider: `Provider ${i % 37}`,
  acceleratorId: cards[i % cards.length],
  cardsPerPack: i % 11 === 0 ? 2 : 1,
  wholePacksOnly: i % 11 === 0,
  purchase: "on-demand",
  boundary: "vm",
  price: { amount: `${1 + ((i * 7919) % 997) / 100}`, currency: "USD", unit: "gpu-hour" },
  source: "made for this bench",
  dated: "2026-11-30",
}));
const contexts = Array.from({ length: 109 }, (_, i) => 2048 * (i + 1));
const request = sweepSchema.parse({
  model: { preset: "meta-llama/Llama-3.1-70B" },
  run: { kind: "serve", engine: "vllm" },
  gpus: "all",
  parallel: { tensor: [1, 2, 4, 8, 16] },
  weightFormats: ["bf16", "fp8"],
  kvCacheDtypes: ["auto", "fp8"],
  contexts,
  load: { concurrency: 16, inputTokens: 1024, outputTokens: 512 },
  limits: { timeToFirstTokenMs: 2000, timePerTokenMs: 60 },
  offers,
});

const whole = spent(() => sweep(request));
if (!whole.result.ok) throw new Error(whole.result.message);
const { evaluated, cheapest, robust, plans } = whole.result.answer;

const SORTS = 20;
const sorting = spent(() => {
  for (let i = 0; i < SORTS; i++) {
    request.offers
      .map((offer) => ({ id: offer.id, price: hourlyPrice(offer, 1) }))
      .sort((a, b) => a.price.comparedTo(b.price) || (a.id < b.id ? -1 : 1));
  }
});
const alone = sorting.seconds / SORTS;

const said = (plan) =>
  plan === null
    ? "none"
    : `${plan.gpuCount} × ${plan.gpu}, ${plan.weightFormat}, ${plan.costPerHour?.amount} ${plan.costPerHour?.currency}/h, ${plan.costPerAccepted?.expected} per accepted output, ${plan.offerId}`;
console.log(`plans evaluated:      ${evaluated}, offers ${offers.length}, in the answer ${plans.length}`);
console.log(`plans that fit:       ${plans.filter((p) => p.verdict === "fits" || p.verdict === "tight").length}`);
console.log(`cheapest:             ${said(cheapest)}`);
console.log(`cheapest and robust:  ${said(robust)}`);
console.log(`sweep:                ${whole.seconds.toFixed(2)} s (limit ${LIMIT_SECONDS})`);
console.log(`sorting offers alone: ${(alone * 1000).toFixed(1)} ms`);
console.log(`ratio:                ${(whole.seconds / alone).toFixed(0)}`);
process.exit(evaluated >= 100_000 && whole.seconds <= LIMIT_SECONDS ? 0 : 1);
