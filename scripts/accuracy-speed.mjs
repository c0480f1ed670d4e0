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
  return scoreServingRuns(runs, configsFrom(folder, await load("lib/catalog/models.ts", "models")));
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
}
