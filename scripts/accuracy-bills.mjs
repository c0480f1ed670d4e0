/** The bills part of `npm run accuracy`: every bill of a folder is read as `headroom bill` reads it (`--bills DIR`). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const BILL = /\.(csv|json|jsonl|parquet|csv\.gz|zip)$/i;
/** What lies beside bills and describes them. */
const BESIDE = /\.(expected|labels|metadata)\.json$|_cases\.json$|_model\.json$|_columns\.csv$/i;

function billsIn(dir) {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && BILL.test(entry.name) && !BESIDE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Amounts per component of `X.expected.json` beside `X.csv`, on both bases, to the last digit. */
function expectedOf(file) {
  const beside = file.replace(BILL, ".expected.json");
  return existsSync(beside) ? JSON.parse(readFileSync(beside, "utf8")) : null;
}

const plain = (text) => text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

export async function billsScore(given, shared, load) {
  const dir = path.resolve(given ?? path.join(shared, "billing"));
  const { writeRegistries } = await import("./registries.mjs");
  writeRegistries();
  const { command } = await load("lib/cli/commands/bill.ts", "bill-command");
  const score = {
    files: 0,
    read: 0,
    rows: 0,
    refused: [],
    unproven: [],
    controls: [],
    right: 0,
    wrong: [],
    crashes: [],
  };
  const run = async (file, basis) => {
    const input = { name: file, bytes: new Uint8Array(readFileSync(file)) };
    return (await command.run({ files: [input], options: { basis, currency: "USD" }, readFile: readFileSync })).output;
  };
  for (const file of billsIn(dir)) {
    score.files++;
    const name = path.relative(dir, file);
    try {
      const said = await run(file, "effective");
      if (said.error) {
        score.refused.push({ file: name, code: said.error.code, message: said.error.message });
        continue;
      }
      score.read++;
      score.rows += said.rows;
      for (const control of said.controls.filter((one) => !one.holds)) {
        const pile = control.name.includes("six piles");
        (pile ? score.unproven : score.controls).push({ file: name, ...control });
      }
      const expected = expectedOf(file);
      if (expected?.effective_by_component === undefined) continue;
      compare(score, name, "effective", expected.effective_by_component, said.totals);
      compare(score, name, "billed", expected.billed_by_component, (await run(file, "billed")).totals);
    } catch (problem) {
      score.crashes.push({ file: name, error: String(problem) });
    }
  }
  return score;
}

function compare(score, file, basis, expected, totals) {
  for (const [component, amount] of Object.entries(expected)) {
    const got = totals.components[component] ?? totals[component];
    if (got === plain(amount)) score.right++;
    else score.wrong.push({ file, basis, component, expected: amount, got });
  }
}

export function printBills(score) {
  console.log(
    `\nbills: ${score.files} files, ${score.read} read with ${score.rows} rows, ${score.right} stated sums right`,
  );
  for (const w of score.wrong)
    console.log(`  wrong    ${w.file} ${w.basis} ${w.component}: ${w.got}, expected ${w.expected}`);
  for (const u of score.unproven) console.log(`  unproven ${u.file}: ${u.name}: ${u.stated}, ${u.computed}`);
  for (const c of score.controls)
    console.log(`  control  ${c.file}: ${c.name}: stated ${c.stated}, computed ${c.computed}`);
  for (const c of score.crashes) console.log(`  crash    ${c.file}: ${c.error}`);
  for (const r of score.refused) console.log(`  refused  ${r.file}: ${r.code}`);
}
