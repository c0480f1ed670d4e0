/** The speed part of `npm run accuracy`: planning figures against public serving runs (`--speed FILE` for others). */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Names of one model in other hands: vendors' quantised copies and instruction-tuned ones share its shape. */
const plainName = (id) =>
  id
    .split("/")
    .at(-1)
    .toLowerCase()
    .replace(/-(instruct|fp8|nvfp4|it|base)\b/g, "");

/** Configs lie beside the runs, one folder per model, or in the catalogue. */
function configsFrom(folder, { findModelPreset, listModelPresets }) {
  return (model) => {
    const file = path.join(folder, "models", model.replace("/", "__"), "config.json");
    if (existsSync(file)) {
      try {
        return JSON.parse(readFileSync(file, "utf8").replace(/\bNaN\b|-?\bInfinity\b/g, "null"));
      } catch {
        // A shortened copy is no config: the catalogue may still know the model.
      }
    }
    const known = findModelPreset(model)?.config;
    if (known) return known;
    const name = plainName(model);
    return listModelPresets().find((preset) => preset.config !== null && plainName(preset.id) === name)?.config ?? null;
  };
}

export async function speedScore(given, shared, load) {
  const file = path.resolve(given ?? path.join(shared, "catalog/serving_measurements.csv"));
  const { csvRecords } = await load("lib/ledger/import/csv.ts", "csv");
  const records = [...csvRecords(readFileSync(file, "utf8"), ",")].map((record) => record.fields);
  const [header = [], ...rows] = records;
  const runs = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""])));
  const beside = path.join(path.dirname(file), "models");
  const folder = existsSync(beside) ? path.dirname(file) : path.join(shared, "catalog");
  const { scoreServingRuns } = await load("lib/speed/accuracy-speed.ts", "accuracy-speed");
  const configOf = configsFrom(folder, await load("lib/catalog/models.ts", "models"));
  const score = scoreServingRuns(runs, configOf);
  const list = path.join(path.dirname(file), "perf.json");
  if (!existsSync(list)) return score;
  const { scorePoints } = await load("lib/speed/accuracy-points.ts", "accuracy-points");
  return { ...score, points: scorePoints(JSON.parse(readFileSync(list, "utf8")).points, configOf) };
}

/** Sanity checks by what each point is: audited, a vendor's best, measured by a third party. */
function printPoints(kinds) {
  const count = Object.values(kinds).reduce((sum, k) => sum + k.points, 0);
  console.log(`  ${count} public throughput points, as sanity checks by what they are:`);
  for (const [kind, s] of Object.entries(kinds)) {
    const parts = [
      s.compared > 0 ? `${s.inside} of ${s.compared} inside the range` : null,
      s.bounds > 0 ? `${s.belowBound} of ${s.bounds} upper bounds not passed` : null,
      ...Object.entries(s.notCompared).map(([why, n]) => `${n} not compared: ${why}`),
    ];
    console.log(`    ${kind} (${s.points}): ${parts.filter((p) => p !== null).join("; ")}`);
    for (const o of s.outliers) console.log(`      ${o.ratio.toFixed(2)} × the point  ${o.id}`);
  }
}

export function printSpeed(score) {
  console.log(`\nspeed: ${score.runs} runs, ${score.asked} asked`);
  const pct = (value) => `${value.toFixed(1)} %`.padStart(8);
  for (const [kind, fields] of Object.entries(score.kinds)) {
    for (const [field, s] of Object.entries(fields)) {
      const label = `${kind}, ${field}`.padEnd(28);
      const figures = `median ${pct(s.medianPct)}   p90 ${pct(s.p90Pct)}   range holds ${pct(s.coveragePct)}`;
      console.log(`  ${label} n ${String(s.n).padStart(4)}   ${figures}`);
      for (const w of s.worst.slice(0, 2)) console.log(`    ${w.errorPct.toFixed(1).padStart(8)} %  ${w.id}`);
    }
  }
  const reasons = new Map();
  for (const { missing } of score.notAsked) reasons.set(missing, (reasons.get(missing) ?? 0) + 1);
  for (const [missing, n] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  not asked: ${n} × ${missing}`);
  if (score.points) printPoints(score.points);
}
