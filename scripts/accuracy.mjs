/**
 * `npm run -s accuracy -- [--memory FILE] [--evidence MANIFEST] [--format NAME] [--speed FILE] [--bills DIR]
 * [--json]`: how far the estimates lie
 * from measurements, per kind and field, which cases could not be asked and why, and which verdicts were wrong; and
 * which facts the evidence readers read right, wrong or not at all, also when every file is damaged. Other files of the
 * same form may be given; then only what was asked for runs.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { billsScore, printBills } from "./accuracy-bills.mjs";
import { printSpeed, speedScore } from "./accuracy-speed.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const shared = path.join(root, "../shared/data");
const VALUED = ["memory", "evidence", "format", "speed", "bills"];

function options(words) {
  const found = {};
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, "");
    if (name !== "json" && !VALUED.includes(name))
      throw new Error(
        `unknown option ${words[i]}: there are --memory FILE, --evidence MANIFEST, --format NAME, --speed FILE, --bills DIR, --json`,
      );
    found[name] = name === "json" ? true : words[++i];
    if (found[name] === undefined) throw new Error(`${words[i - 1]} needs a value`);
  }
  return found;
}

async function load(entry, name) {
  const outfile = path.join(root, `.build/${name}.mjs`);
  await build({
    entryPoints: [path.join(root, entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": root },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: "error",
  });
  return import(outfile);
}

const json = (file) => JSON.parse(readFileSync(file, "utf8"));
const pct = (value) => (value === null ? "–" : `${value.toFixed(2)} %`);

function printMemory(kind, score) {
  console.log(`\n${kind}: ${score.cases} cases, ${score.asked} asked, range holds ${pct(score.coveragePct)}`);
  for (const [field, s] of Object.entries(score.fields)) {
    console.log(
      `  ${field.padEnd(24)} n ${String(s.n).padStart(4)}   median ${pct(s.medianPct).padStart(9)}   p90 ${pct(s.p90Pct).padStart(9)}`,
    );
    for (const w of s.worst.slice(0, 3)) console.log(`    ${w.errorPct.toFixed(2).padStart(8)} %  ${w.id}`);
  }
  const sources = Object.entries(score.bySource).sort((a, b) => b[1].cases - a[1].cases);
  for (const [source, own] of sources) {
    const figures = Object.entries(own.fields).map(
      ([field, s]) => `${field} ${s.n}: ${s.medianPct.toFixed(2)}/${s.p90Pct.toFixed(2)} %`,
    );
    console.log(`  ${source} (${own.cases}): ${figures.join(", ") || "verdicts only"}`);
  }
  console.log(`  said fits, ran out of memory: ${score.wrongFits.join(", ") || "none"}`);
  console.log(`  said does not fit, ran: ${score.wrongRefusals.join(", ") || "none"}`);
  const reasons = new Map();
  for (const { missing } of score.notAsked) reasons.set(missing, (reasons.get(missing) ?? 0) + 1);
  for (const [missing, n] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  not asked: ${n} × ${missing}`);
}

function printEvidence(s) {
  console.log(`\nevidence: ${s.files} files, ${s.right} of ${s.facts} facts right, ${s.unreadLines} lines unread`);
  for (const [format, f] of Object.entries(s.formats).sort()) {
    console.log(
      `  ${format.padEnd(24)} files ${String(f.files).padStart(3)}   facts ${String(f.facts).padStart(4)}   right ${String(f.right).padStart(4)}   complete ${String(f.complete).padStart(3)}`,
    );
  }
  const text = (value) => JSON.stringify(value)?.slice(0, 160);
  for (const w of s.wrong) console.log(`  wrong    ${w.file} ${w.fact}: ${text(w.got)}, expected ${text(w.expected)}`);
  for (const m of s.missing) console.log(`  missing  ${m.file} ${m.fact}: expected ${text(m.expected)}`);
  for (const c of s.crashes) console.log(`  crash    ${c.file}: ${c.error}`);
  for (const n of s.notRecognised) console.log(`  taken for ${n.seen ?? "nothing"}: ${n.file}`);
  for (const n of s.notInFile) console.log(`  not in the file: ${n.file} ${n.fact}`);
  const d = s.damage;
  console.log(
    `  damaged ${d.tries} times: ${d.refused} refused, ${d.incomplete} incomplete, ${d.same} unharmed, ${d.shorter.length} cut between lines, ${d.passed.length} wrongly passed, ${d.crashes.length} crashes`,
  );
  for (const p of d.passed) console.log(`    passed   ${p.file}: ${p.damage}`);
  for (const p of d.shorter) console.log(`    shorter  ${p.file}: ${p.damage}`);
  for (const c of d.crashes) console.log(`    crash    ${c.file}: ${c.damage}: ${c.error}`);
}

async function memoryScore(given) {
  const file = path.resolve(given ?? path.join(shared, "memory/cases.json"));
  const beside = path.join(path.dirname(file), "model_facts.json");
  const facts = json(existsSync(beside) ? beside : path.join(shared, "memory/model_facts.json"));
  const content = json(file);
  const { scoreCases } = await load("lib/memory/accuracy.ts", "accuracy");
  return scoreCases(Array.isArray(content) ? content : content.cases, facts);
}

async function evidenceScore(given, format) {
  const file = path.resolve(given ?? path.join(shared, "evidence/manifest.json"));
  const content = json(file);
  const { writeRegistries } = await import("./registries.mjs");
  writeRegistries();
  const { scoreEvidence } = await load("lib/acceptance/evidence-accuracy.ts", "evidence-accuracy");
  const bytesOf = (name) => new Uint8Array(readFileSync(path.join(path.dirname(file), name)));
  const entries = Array.isArray(content) ? content : content.entries;
  return scoreEvidence(entries, bytesOf, format === undefined ? null : new Set(format.split(",")));
}

const chosen = options(process.argv.slice(2));
const all = VALUED.every((name) => chosen[name] === undefined);
if (all && !existsSync(shared)) {
  console.log(
    "not run: no shared data (measured cases lie in ../shared/data beside the checkout, where they are kept)",
  );
  process.exit(0);
}
const result = {};
if (all || chosen.memory !== undefined) result.memory = await memoryScore(chosen.memory);
if (all || chosen.evidence !== undefined || chosen.format !== undefined)
  result.evidence = await evidenceScore(chosen.evidence, chosen.format);
if (all || chosen.speed !== undefined) result.speed = await speedScore(chosen.speed, shared, load);
if (all || chosen.bills !== undefined) result.bills = await billsScore(chosen.bills, shared, load);
if (chosen.json) console.log(JSON.stringify(result));
else {
  for (const [kind, score] of Object.entries(result.memory ?? {})) printMemory(kind, score);
  if (result.evidence) printEvidence(result.evidence);
  if (result.speed) printSpeed(result.speed);
  if (result.bills) printBills(result.bills);
}
