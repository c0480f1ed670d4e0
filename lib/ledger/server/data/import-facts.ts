import "server-only";
import { FILE_ERRORS } from "../../codes";
import type { ImportFacts, ImportWork } from "../../import-state";
import type { BillView } from "./bill-view";
import { DEAD_AFTER } from "./bill-work";
import type { BillState } from "./bills";
import { REPLACES_IT } from "./replaced";
import type { RunSql } from "./run-sql";

type Held = Omit<ImportFacts, "stage" | "work" | "unreadable">;
interface Bill {
  readonly id: string;
  readonly state: BillState;
}

const NOTHING: Held = { unclassified: 0, refused: 0, brokenChecks: [], controlsDiffer: 0, takenBack: 0 };

/** What a plan says of its file: for an import that waits, of which the page shows the plan. */
export function factsOfPlan(view: BillView): Held {
  const rows = (pile: string): number => view.piles.find((p) => p.pile === pile)?.rows ?? 0;
  return {
    ...NOTHING,
    unclassified: rows("unclassified"),
    refused: rows("refused"),
    brokenChecks: view.checks.filter((c) => c.holds === false).map((c) => c.id),
    controlsDiffer: view.controls?.differ ?? 0,
  };
}

/** By id of the import, what decides on its state: what its commit kept, what stands of it, and the work on it. */
export async function importFacts(sql: RunSql, bills: readonly Bill[]): Promise<ReadonlyMap<string, ImportFacts>> {
  const ids = bills.map((b) => b.id);
  const committed = bills.filter((b) => b.state === "committed").map((b) => b.id);
  const [work, kept, open, gone] = [
    await workOn(sql, ids),
    await keptOf(sql, committed),
    await unclassifiedOf(sql, committed),
    await takenBackOf(sql, committed),
  ];
  return new Map(
    bills.map(({ id, state }) => [
      id,
      {
        ...NOTHING,
        ...kept.get(id),
        stage: state,
        work: work.get(id)?.work ?? null,
        unreadable: work.get(id)?.unreadable ?? false,
        unclassified: open.get(id) ?? 0,
        takenBack: gone.get(id) ?? 0,
      },
    ]),
  );
}

interface WorkRow {
  readonly id: string;
  readonly what: string;
  readonly state: ImportWork["state"] | "done";
  readonly read: string;
  readonly rows: string | null;
  readonly problem: string | null;
}

interface OnBill {
  readonly work: ImportWork;
  readonly unreadable: boolean;
}

/** The work that runs, else the last one that ended; nothing where that one was done. */
async function workOn(sql: RunSql, ids: readonly string[]): Promise<Map<string, OnBill>> {
  const rows = await sql<WorkRow>(
    `SELECT DISTINCT ON (bill_id) bill_id::text AS id, what, rows_read::text AS read, rows_total::text AS rows, problem,
            CASE WHEN state = 'running' AND beat_at < clock_timestamp() - interval '${DEAD_AFTER}' THEN 'lost' ELSE state END AS state
       FROM bill_work WHERE bill_id = ANY ($1::uuid[])
      ORDER BY bill_id, state = 'running' AND beat_at >= clock_timestamp() - interval '${DEAD_AFTER}' DESC, beat_at DESC`,
    [ids],
  );
  return new Map(
    rows.flatMap((row): [string, OnBill][] => (row.state === "done" ? [] : [[row.id, onBill(row, row.state)]])),
  );
}

function onBill({ what, read, rows, problem }: WorkRow, state: ImportWork["state"]): OnBill {
  const task = what === "commit" ? "commit" : "plan";
  return {
    work: { task, state, rowsRead: Number(read), rows: rows === null ? null : Number(rows) },
    unreadable: state === "failed" && problem !== null && Object.hasOwn(FILE_ERRORS, problem),
  };
}

async function keptOf(sql: RunSql, ids: readonly string[]): Promise<Map<string, Partial<Held>>> {
  const rows = await sql<{ id: string; refused: number; differ: number; checks: readonly string[] }>(
    `SELECT id::text,
            coalesce((SELECT sum((p->>'rows')::int) FROM jsonb_array_elements(plan_summary->'piles') p WHERE p->>'pile' = 'refused'), 0)::int AS refused,
            coalesce((plan_summary->'controls'->>'differ')::int, 0) AS differ,
            jsonb_path_query_array(plan_summary, '$.checks[*] ? (@.holds == false).id') AS checks
       FROM bill_import WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Map(
    rows.map(({ id, refused, differ, checks }) => [id, { refused, controlsDiffer: differ, brokenChecks: checks }]),
  );
}

const STANDS = `e.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.workspace_id = e.workspace_id
  AND r.month = e.month AND r.reverses_month = e.month AND r.reverses_id = e.id)`;

async function unclassifiedOf(sql: RunSql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; n: number }>(
    `SELECT e.import_id::text AS id, count(*)::int AS n FROM ledger_entry e
      WHERE e.component = 'unclassified' AND e.import_id = ANY ($1::uuid[]) AND ${STANDS} GROUP BY 1`,
    [ids],
  );
  return new Map(rows.map((r) => [r.id, r.n]));
}

async function takenBackOf(sql: RunSql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; n: number }>(
    `SELECT r.import_id::text AS id, count(*)::int AS n FROM ledger_entry r
      WHERE r.reverses_id IS NOT NULL AND r.record IS NULL AND r.import_id = ANY ($1::uuid[]) AND r.reason LIKE 'BILL-% ${REPLACES_IT}' GROUP BY 1`,
    [ids],
  );
  return new Map(rows.map((r) => [r.id, r.n]));
}
