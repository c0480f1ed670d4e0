/**
 * `npm run bench:ledger`: the ledger at scale, side by side in one run with a bare COPY + GROUP BY on the same PostgreSQL,
 * DuckDB, and ledger-cli and hledger where they are installed. Prints ratios; exits 1 only when a total is wrong.
 *
 * --rows N (1,000,000)   lines of the narrow bill
 * --wide N (200,000)     lines of the FOCUS bill of 43 columns
 * --large N (10,000,000) lines of the second ledger whose dashboard is asked
 * --seconds N (300)      after which a peer is given up
 */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { serverCpu } from "./bench-cpu.mjs";
import { NARROW, WIDE, writeBill } from "./bench-files.mjs";
import { openDatabase } from "./database.mjs";
import { prepareDatabase } from "./migrate.mjs";
import { SERVER_ENV } from "./server-env.mjs";

const root = path.join(import.meta.dirname, "..");
const { values: options } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    wide: { type: "string", default: "200000" },
    large: { type: "string", default: "10000000" },
    seconds: { type: "string", default: "300" },
  },
});
const [ROWS, WIDE_ROWS, LARGE, SECONDS] = [options.rows, options.wide, options.large, options.seconds].map(Number);
const dir = path.join(root, ".data/bench");
mkdirSync(dir, { recursive: true });
process.env.HEADROOM_DATA_DIR = dir;
process.env.HEADROOM_PG_PORT ??= "54339";
const wrong = [];

const bundle = path.join(root, ".build/bench-ledger.mjs");
await build({
  stdin: {
    contents: `export { runBulk, runRead, runOnConnection } from "@/lib/gate/run";
export { closeConnections } from "@/lib/db/client";
export { withWorkspaceConnection } from "@/lib/db/doors";
export { zoneOf } from "@/lib/ledger/period";
export { findBill } from "@/lib/ledger/server/data/bills";
export { costFacts } from "@/lib/ledger/server/data/costs";
export { listEntries } from "@/lib/ledger/server/data/entries";
export { findWork } from "@/lib/ledger/server/data/bill-work";
export { plannedWith } from "@/lib/ledger/server/data/bill-plan";
export { planInBackground } from "@/lib/ledger/server/mutations/plan-bill";
export { onClient, onTx } from "@/lib/ledger/server/data/run-sql";
export { countEntries, monthSums } from "@/lib/ledger/server/data/rollup-sums";
export { commitImport } from "@/lib/ledger/server/mutations/commit-import";
export { storeBill } from "@/lib/ledger/server/mutations/upload-bill";`,
    resolveDir: root,
    loader: "ts",
  },
  outfile: bundle,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  alias: { "@": root, "server-only": path.join(root, "lib/testing/empty.ts") },
  logLevel: "error",
});

const db = await openDatabase({ root, log: () => {} });
const { appUrl } = await prepareDatabase(db);
process.env.HEADROOM_APP_DATABASE_URL = appUrl;
const app = await import(bundle);
const admin = new pg.Client(db.superUrl);
await admin.connect();

async function timed(run) {
  const start = performance.now();
  const value = await run();
  return { value, seconds: (performance.now() - start) / 1000 };
}
const say = (name, text) => console.log(`${name.padEnd(46)} ${text}`);
const s = (seconds) => `${seconds.toFixed(2)} s`;
const exact = (micros) => `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, "0")}`;
const same = (name, found, wanted) => {
  if (Number(found) === Number(wanted) && String(found).replace(/\.?0+$/, "") === String(wanted).replace(/\.?0+$/, ""))
    return;
  wrong.push(`${name}: ${found} instead of ${wanted}`);
  say(name, `WRONG TOTAL: ${found} instead of ${wanted}`);
};

async function makeWorkspace() {
  const [workspace, person] = [randomUUID(), randomUUID()];
  await admin.query("INSERT INTO workspace (id, name) VALUES ($1, 'Bench')", [workspace]);
  await admin.query("INSERT INTO person (id, email, name) VALUES ($1, $2, 'Bench')", [
    person,
    `${person}@example.test`,
  ]);
  await admin.query("INSERT INTO membership (workspace_id, person_id, roles) VALUES ($1, $2, '{finance}')", [
    workspace,
    person,
  ]);
  return { workspace, person };
}

/** Null for a server that runs elsewhere. */
const serverCpuNow = () => (db.foreign ? null : serverCpu(dir));

/** COPY of the file into a table of its own columns, and one GROUP BY: the least that any import can do. */
async function bareCopy(file, columns, sum) {
  await admin.query("DROP TABLE IF EXISTS bench_bare");
  const [own, server] = [process.cpuUsage(), serverCpuNow()];
  await admin.query(`CREATE TABLE bench_bare (${columns.map(([n, type]) => `"${n}" ${type}`).join(", ")})`);
  const copy = await timed(() =>
    pipeline(createReadStream(file), admin.query(copyFrom("COPY bench_bare FROM STDIN (FORMAT csv, HEADER)"))),
  );
  const group = await timed(() => admin.query(sum));
  const used = process.cpuUsage(own);
  const cpu = server === null ? null : (used.user + used.system) / 1e6 + serverCpuNow() - server;
  await admin.query("DROP TABLE bench_bare");
  return { seconds: copy.seconds + group.seconds, cpu, rows: group.value.rows };
}

/** The application's own import in a process of its own, started as the server is. */
async function importIn(file) {
  const { workspace, person } = await makeWorkspace();
  const args = [
    path.join(root, "scripts/bench-import.mjs"),
    bundle,
    file,
    workspace,
    person,
    ...(db.foreign ? [] : [dir]),
  ];
  const child = spawn(process.execPath, args, {
    env: { ...SERVER_ENV, ...process.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (d) => {
    out += d;
  });
  await once(child, "exit");
  const { rows } = await admin.query(
    "SELECT count(*)::int AS n, trim_scale(sum(billed))::text AS total FROM ledger_entry WHERE workspace_id = $1",
    [workspace],
  );
  return { ...JSON.parse(out), stored: rows[0], workspace };
}

const importSeconds = ({ steps }) => steps.upload.seconds + steps.commit.seconds;

function tellImport(name, bare, { steps, peakMb, startMb }) {
  const { upload, plan, commit } = steps;
  const times = (n) => `${n.toFixed(1)} ×`;
  const import_ = upload.seconds + commit.seconds;
  say(`${name}: bare COPY + GROUP BY`, s(bare.seconds));
  say(`${name}: import (upload, commit)`, `${s(upload.seconds)} + ${s(commit.seconds)} = ${s(import_)}`);
  say(`${name}: import to bare COPY`, `${times(import_ / bare.seconds)}  (wanted ≤ 6)`);
  say(`${name}: looking at the plan before`, s(plan.seconds));
  say(`${name}: upload, plan and commit to bare COPY`, times((import_ + plan.seconds) / bare.seconds));
  if (bare.cpu !== null) {
    const cpu = (step) => step.cpu + step.serverCpu;
    const parts = Object.entries(steps).map(([step, c]) => `${step} ${s(c.cpu)} own + ${s(c.serverCpu)} server`);
    say(`${name}: import in processor time`, times((cpu(upload) + cpu(commit)) / bare.cpu));
    say(
      `${name}: with the plan`,
      `${times((cpu(upload) + cpu(plan) + cpu(commit)) / bare.cpu)} (${parts.join(", ")}; bare ${s(bare.cpu)})`,
    );
  }
  say(
    `${name}: memory of the importing process`,
    `${peakMb.toFixed(0)} MB at most, ${startMb.toFixed(0)} at its start  (wanted ≤ 300)`,
  );
}

const narrow = path.join(dir, "narrow.csv");
const { total } = await writeBill(narrow, { rows: ROWS, months: 12 });
const bare = await bareCopy(narrow, NARROW, "SELECT component, sum(amount)::text AS sum FROM bench_bare GROUP BY 1");
same(
  "bare COPY",
  bare.rows.reduce((n, r) => n + BigInt(r.sum.replace(".", "")), 0n),
  total,
);
const narrowImport = await importIn(narrow);
same("import", narrowImport.stored.total, exact(total));
same("import, entries", narrowImport.stored.n, ROWS);
tellImport(`${ROWS} narrow lines`, bare, narrowImport);

const { DuckDBInstance } = await import("@duckdb/node-api");
const duck = await (await DuckDBInstance.create(":memory:")).connect();
const duckLoad = await timed(async () => {
  const types = NARROW.map(
    ([n, t]) => `'${n}': '${t === "numeric" ? "DECIMAL(18,6)" : t === "timestamptz" ? "TIMESTAMP" : "VARCHAR"}'`,
  );
  await duck.run(
    `CREATE TABLE bill AS SELECT * FROM read_csv('${narrow}', header = true, columns = {${types.join(", ")}})`,
  );
  return (await duck.runAndReadAll("SELECT sum(amount)::VARCHAR FROM bill")).getRows()[0][0];
});
same("DuckDB", duckLoad.value, exact(total));
say(
  "DuckDB: load and sum",
  `${s(duckLoad.seconds)}  (import is ${(importSeconds(narrowImport) / duckLoad.seconds).toFixed(1)} ×)`,
);

/** The same charges as plain-text accounting has them, loaded and reported by its own program. */
async function plainText(program) {
  if (spawnSync("which", [program]).status !== 0) return say(program, "not installed");
  const journal = path.join(dir, "narrow.journal");
  const out = createWriteStream(journal);
  let rest = "";
  for await (const chunk of createReadStream(narrow, "utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    const entries = lines
      .filter((l) => l !== "" && !l.startsWith("charge_start"))
      .map((l) => {
        const [start, , component, amount, currency, account, resource] = l.split(",");
        return `${start.slice(0, 10)} ${resource}\n  Expenses:${component}  ${amount} ${currency}\n  Liabilities:${account}\n\n`;
      });
    if (!out.write(entries.join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  const run = await timed(() =>
    spawnSync(program, ["-f", journal, "balance", "Expenses"], {
      encoding: "utf8",
      timeout: SECONDS * 1000,
      maxBuffer: 1 << 26,
    }),
  );
  if (run.value.status !== 0) return say(program, `gave up after ${s(run.seconds)}`);
  say(
    `${program}: load and report`,
    `${s(run.seconds)}  (import is ${(importSeconds(narrowImport) / run.seconds).toFixed(2)} ×)`,
  );
}
await plainText("ledger");
await plainText("hledger");

const wide = path.join(dir, "wide.csv");
const wideTotal = (await writeBill(wide, { rows: WIDE_ROWS, wide: true, months: 12 })).total;
const money = new Set([
  "BilledCost",
  "EffectiveCost",
  "ListCost",
  "ContractedCost",
  "ListUnitPrice",
  "ContractedUnitPrice",
  "PricingQuantity",
  "ConsumedQuantity",
]);
const wideColumns = WIDE.map((n) => [
  n,
  money.has(n) ? "numeric" : /Period(Start|End)$/.test(n) ? "timestamptz" : "text",
]);
const wideBare = await bareCopy(
  wide,
  wideColumns,
  `SELECT "ServiceCategory", sum("BilledCost")::text AS sum FROM bench_bare GROUP BY 1`,
);
const wideImport = await importIn(wide);
same("wide import", wideImport.stored.total, exact(wideTotal));
tellImport(`${WIDE_ROWS} FOCUS lines of ${WIDE.length} columns`, wideBare, wideImport);

/** A ledger of so many lines over the same twelve months, written straight by the database. */
async function largeLedger(lines) {
  const { workspace, person } = await makeWorkspace();
  for (let m = 0; m < 13; m++) {
    const month = new Date(Date.UTC(2026, 8 + m, 1)).toISOString().slice(0, 10);
    await admin.query("SELECT system_ledger_month($1::date)", [month]);
  }
  const lot = 250_000;
  for (let from = 0; from < lines; from += lot) {
    await admin.query(
      `INSERT INTO ledger_entry (workspace_id, month, id, component, kind, rule, billed, effective, currency, charge_start, charge_end, account, resource, sku, meter, description, fingerprint, created_by)
       SELECT $1, date_trunc('month', t.at AT TIME ZONE 'UTC')::date, gen_random_uuid(), (ARRAY['accelerator','accelerator','storage','network'])[1 + g % 4], 'usage', 'stated-component',
              2.49 + (g % 997) / 1000000.0, 2.49 + (g % 997) / 1000000.0, 'USD', t.at, t.at + interval '1 hour', 'acc-' || g % 7, 'res-' || g % 1000, 'H100', 'GPU hours', 'hourly charge', NULL, $2
         FROM generate_series($3::int, $4::int) AS g CROSS JOIN LATERAL (SELECT timestamptz '2026-09-01Z' + (g::bigint * 8755 / $5::int) * interval '1 hour' AS at) t`,
      [workspace, person, from, Math.min(lines, from + lot) - 1, lines],
    );
  }
  await admin.query("VACUUM (ANALYZE) ledger_entry");
  await admin.query("VACUUM (ANALYZE) ledger_rollup");
  return workspace;
}

const ZONE = app.zoneOf("Europe/Warsaw");
const month = 2026 * 12 + 10;
const ALL = { time: null, component: null, brief: null, bill: null, q: null, group: null };
const QUESTIONS = {
  "costs, all time": (tx) => app.costFacts(tx, { briefId: null, months: null, basis: "effective", zone: ZONE }),
  "costs, one month": (tx) =>
    app.costFacts(tx, { briefId: null, months: { first: month, last: month }, basis: "billed", zone: ZONE }),
  "entries, first page": (tx) => app.listEntries(app.onTx(tx), ALL, null),
  "entries, their number": (tx) => app.countEntries(app.onTx(tx), ALL),
};
/** How often each question is put to each ledger: a p95 of few answers is what the machine did beside them. */
const [ASKED, ASKED_BEFORE] = [200, 5];

/** Milliseconds of the answers to each question, p50 and p95; both ledgers are asked in turn, so that neither has a better hour. */
async function dashboards(workspaces) {
  const contexts = workspaces.map((workspaceId) => ({ actor: { workspaceId }, now: new Date(), newId: randomUUID }));
  const told = {};
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const taken = contexts.map(() => []);
    for (let i = -ASKED_BEFORE; i < ASKED; i++) {
      for (const [which, ctx] of contexts.entries()) {
        const ms = await app.runRead(ctx, async (tx) => (await timed(() => ask(tx))).seconds * 1000);
        if (i >= 0) taken[which].push(ms);
      }
    }
    told[name] = taken.map((ms) => {
      ms.sort((a, b) => a - b);
      return { p50: ms[ASKED / 2], p95: ms[Math.floor(ASKED * 0.95)] };
    });
  }
  return told;
}

await admin.query("VACUUM (ANALYZE) ledger_entry");
await admin.query("VACUUM (ANALYZE) ledger_rollup");
const ctx = { actor: { workspaceId: narrowImport.workspace }, now: new Date(), newId: randomUUID };
const searched = await app.runRead(ctx, async (tx) => {
  const filter = { ...ALL, q: "res-0000" };
  const first = await timed(() => app.monthSums(app.onTx(tx), filter, "billed", ZONE));
  const again = await timed(() => app.monthSums(app.onTx(tx), filter, "billed", ZONE));
  return { seconds: Math.min(first.seconds, again.seconds), value: first.value };
});
const duckSearch = await timed(async () => {
  const columns = ["description", "resource", "sku", "account"].map((c) => `${c} ILIKE '%res-0000%'`).join(" OR ");
  const reader = await duck.runAndReadAll(
    `SELECT date_trunc('month', charge_start) AS m, component, currency, sum(amount)::VARCHAR AS sum FROM bill WHERE ${columns} GROUP BY ALL`,
  );
  return reader.getRows();
});
const micros = (text) =>
  BigInt((text.includes(".") ? text : `${text}.`).replace(/\.(\d*)$/, (_, f) => f.padEnd(6, "0").slice(0, 6)));
same(
  "search",
  searched.value.reduce((n, r) => n + micros(r.amount), 0n),
  duckSearch.value.reduce((n, r) => n + micros(r[3]), 0n),
);
say(
  "search past the roll-up, sums by month",
  `${s(searched.seconds)}, DuckDB ${s(duckSearch.seconds)}: ${(searched.seconds / duckSearch.seconds).toFixed(1)} ×  (wanted ≤ 3)`,
);

const largeWorkspace = await largeLedger(LARGE);
// What building it left to write is written first: it is no part of an answer.
await admin.query("CHECKPOINT");
const told = await dashboards([narrowImport.workspace, largeWorkspace]);
for (const [name, [small, large]] of Object.entries(told)) {
  const ms = ({ p50, p95 }) => `${p95.toFixed(1)} ms (half of them in ${p50.toFixed(1)})`;
  const growth = (large.p95 / small.p95).toFixed(2);
  say(`p95 of ${name}`, `${ms(small)} at ${ROWS}, ${ms(large)} at ${LARGE}: ${growth} ×  (wanted ≤ 50 ms, ≤ 1.5 ×)`);
}

await app.closeConnections();
await admin.end();
await db.stop();
rmSync(dir, { recursive: true, force: true });
for (const line of wrong) console.error(line);
process.exit(wrong.length > 0 ? 1 : 0);
