/**
 * `npm run bench:pages`: how long the built application takes to answer each main page of the sample workspace, and the
 * ledger's pages with a million lines, one request at a time; the whole answer, not its first byte. As a ratio to the
 * lightest page, the sign-in form, in the same run.
 *
 * --lines N (1,000,000) lines of the large ledger; 0 leaves it out
 * --times N (15)        requests of each page, after three that are not counted
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { openDatabase } from "./database.mjs";
import { root } from "./run.mjs";
import { openSample, signUp, startFresh } from "./visit.mjs";

const { values: options } = parseArgs({
  options: { lines: { type: "string", default: "1000000" }, times: { type: "string", default: "15" } },
});
const [LINES, TIMES] = [Number(options.lines), Number(options.times)];
const WARM_UP = 3;
const SAMPLE_MS = 200;
const LARGE_MS = 400;
const PAGES = [
  ...["/home", "/inbox", "/briefs", "/briefs/BRF-1", "/briefs/BRF-1/edit", "/offers", "/plans/PLN-1", "/reviews"],
  ...["/reviews/REV-1", "/rentals/RNT-1", "/ledger", "/ledger/import", "/ledger/months", "/outputs", "/costs"],
  ...["/costs?brief=BRF-1", "/alerts", "/settings", "/estimate", "/sweep", "/accelerators"],
];
const LEDGER_PAGES = ["/ledger", "/ledger?month=2026-10", "/costs", "/costs?month=2026-10", "/ledger/months"];

const ports = { port: process.env.PORT ?? "3390", pgPort: process.env.HEADROOM_PG_PORT ?? "54390" };
const app = await startFresh("bench-pages", ports);
const { base } = app;

/** Signs up and opens the sample; gives the cookies of both workspaces. */
async function cookies() {
  const { browser, page } = await signUp(app);
  const header = async () => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const own = await header();
  await openSample(page);
  const sample = await header();
  await browser.close();
  return { own, sample };
}

/** Milliseconds of whole answers: median and 95th percentile. */
async function timed(address, cookie) {
  const taken = [];
  for (let i = 0; i < TIMES + WARM_UP; i++) {
    const start = performance.now();
    const answer = await fetch(base + address, { headers: { cookie }, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    if (i >= WARM_UP) taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  return { median: taken[Math.floor(taken.length / 2)], p95: taken[Math.ceil(taken.length * 0.95) - 1] };
}

let over = 0;
function tell(address, { median, p95 }, lightest, limit) {
  if (median > limit) over += 1;
  const mark = median > limit ? `  over ${limit} ms` : "";
  console.log(
    `${address.padEnd(26)} ${median.toFixed(0).padStart(5)} ms  p95 ${p95.toFixed(0).padStart(5)} ms  ${(median / lightest).toFixed(1).padStart(5)} ×${mark}`,
  );
}

/** Lines of a year in the person's own workspace, written straight by the database. */
async function fillLedger() {
  Object.assign(process.env, { HEADROOM_DATA_DIR: app.data, HEADROOM_PG_PORT: ports.pgPort });
  const { superUrl } = await openDatabase({ root, log: () => {} });
  const admin = new pg.Client(superUrl);
  await admin.connect();
  const { rows } = await admin.query(
    "SELECT w.id, m.person_id FROM workspace w JOIN membership m ON m.workspace_id = w.id WHERE NOT w.is_sample",
  );
  for (let m = 0; m < 13; m++) {
    const month = new Date(Date.UTC(2026, m, 1)).toISOString().slice(0, 10);
    await admin.query("SELECT system_ledger_month($1::date)", [month]);
  }
  const lot = 250_000;
  for (let from = 0; from < LINES; from += lot) {
    await admin.query(
      `INSERT INTO ledger_entry (workspace_id, month, id, component, kind, rule, billed, effective, currency, charge_start, charge_end, account, resource, sku, meter, description, created_by)
       SELECT $1, date_trunc('month', t.at AT TIME ZONE 'UTC')::date, gen_random_uuid(), (ARRAY['accelerator','accelerator','storage','network'])[1 + g % 4], 'usage', 'stated-component',
              2.49 + (g % 997) / 1000000.0, 2.49 + (g % 997) / 1000000.0, 'USD', t.at, t.at + interval '1 hour', 'acc-' || g % 7, 'res-' || g % 1000, 'H100', 'GPU hours', 'hourly charge', $2
         FROM generate_series($3::int, $4::int) AS g CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01Z' + (g::bigint * 8000 / $5::int) * interval '1 hour' AS at) t`,
      [rows[0].id, rows[0].person_id, from, Math.min(LINES, from + lot) - 1, LINES],
    );
  }
  await admin.query("VACUUM (ANALYZE) ledger_entry");
  await admin.query("VACUUM (ANALYZE) ledger_rollup");
  await admin.end();
}

try {
  const { own, sample } = await cookies();
  const light = await timed("/login", "");
  console.log(`the sign-in form: ${light.median.toFixed(0)} ms, p95 ${light.p95.toFixed(0)} ms`);
  console.log(`\nthe sample workspace, wanted within ${SAMPLE_MS} ms`);
  for (const address of PAGES) tell(address, await timed(address, sample), light.median, SAMPLE_MS);
  if (LINES > 0) {
    await fillLedger();
    console.log(`\na ledger of ${LINES} lines, wanted within ${LARGE_MS} ms`);
    for (const address of LEDGER_PAGES) tell(address, await timed(address, own), light.median, LARGE_MS);
  }
  console.log(over === 0 ? "\nall within their limits" : `\n${over} over their limit`);
} finally {
  app.stop();
}
