/**
 * `npm run -s accuracy -- [--memory FILE] [--json]`: how far the estimates lie from measurements, per kind and field,
 * which cases could not be asked and why, and which verdicts were wrong. Other files of the same form may be given.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const shared = path.join(root, "../shared/data");

function options(words) {
  const found = {};
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, "");
    if (!["memory", "json"].includes(name))
      throw new Error(`unknown option ${words[i]}: there are --memory FILE and --json`);
    found[name] = name === "json" ? true : words[++i];
  }
  return found;
}

async function loadScoring() {
  const outfile = path.join(root, ".build/accuracy.mjs");
  const entry = path.join(root, "lib/memory/accuracy.ts");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": root },
    logLevel: "error",
  });
  return import(outfile);
}

if (!existsSync(shared) && !process.argv.includes("--memory")) {
  console.log(
    "not run: no shared data (measured cases lie in ../shared/data beside the checkout, where they are kept)",
  );
  process.exit(0);
}

const json = (file) => JSON.parse(readFileSync(file, "utf8"));
const pct = (value) => (value === null ? "–" : `${value.toFixed(2)} %`);

function print(kind, score) {
  console.log(`\n${kind}: ${score.cases} cases, ${score.asked} asked, range holds ${pct(score.coveragePct)}`);
  for (const [field, s] of Object.entries(score.fields)) {
    console.log(
      `  ${field.padEnd(24)} n ${String(s.n).padStart(4)}   median ${pct(s.medianPct).padStart(9)}   p90 ${pct(s.p90Pct).padStart(9)}`,
    );
    for (const w of s.worst.slice(0, 3)) console.log(`    ${w.errorPct.toFixed(2).padStart(8)} %  ${w.id}`);
  }
  console.log(`  said fits, ran out of memory: ${score.wrongFits.join(", ") || "none"}`);
  console.log(`  said does not fit, ran: ${score.wrongRefusals.join(", ") || "none"}`);
  const reasons = new Map();
  for (const { missing } of score.notAsked) reasons.set(missing, (reasons.get(missing) ?? 0) + 1);
  for (const [missing, n] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  not asked: ${n} × ${missing}`);
}

const chosen = options(process.argv.slice(2));
const file = path.resolve(chosen.memory ?? path.join(shared, "memory/cases.json"));
const beside = path.join(path.dirname(file), "model_facts.json");
const facts = json(existsSync(beside) ? beside : path.join(shared, "memory/model_facts.json"));
const content = json(file);
const { scoreCases } = await loadScoring();
const memory = scoreCases(Array.isArray(content) ? content : content.cases, facts);
if (chosen.json) console.log(JSON.stringify({ memory }));
else for (const [kind, score] of Object.entries(memory)) print(kind, score);
