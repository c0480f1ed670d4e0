import "server-only";
import type { Basis } from "../../schema";
import type { BillView } from "./bill-view";
import type { RunSql } from "./run-sql";

export type BillTask = `plan-${Basis}` | "commit";

/** How far the work on a bill is. `lost`: whoever did it died; nothing of it was kept. */
export interface BillWork {
  readonly state: "running" | "stopped" | "done" | "failed" | "lost";
  /** Rows read so far, in all looks at them together. */
  readonly rowsRead: number;
  /** Rows of the file; null until the first look is over. */
  readonly rows: number | null;
  readonly problem: string | null;
}

/** What a plan left for its commit. */
export interface Stage {
  readonly run: string;
  /** Pieces of `bill_stage`, and the entries in them. */
  readonly pieces: number;
  readonly entries: number;
  /** Entries that found a brief. */
  readonly allocated: number;
  /** By which rules they did. */
  readonly rules: string;
  readonly unclassified: number;
  readonly months: readonly string[];
}

export interface PlannedWork extends BillWork {
  /** The plan, when it is done and still holds. */
  readonly view: BillView | null;
  /** What its commit can take as it lies there, as long as the plan holds. */
  readonly stage: Stage | null;
}

/** Work that has not told of itself for so long has died. */
export const DEAD_AFTER = "60 seconds";

/** Changes with every write to the ledger: a plan holds as long as it does not. */
export async function ledgerMark(sql: RunSql): Promise<string> {
  const [row] = await sql<{ mark: string }>(
    "SELECT concat_ws(' ', sum(entries)::text, sum(billed)::text, sum(effective)::text) AS mark FROM ledger_rollup",
  );
  return row?.mark ?? "";
}

export async function findWork(
  sql: RunSql,
  billId: string,
  task: BillTask,
  plannedWith: unknown = null,
): Promise<PlannedWork | null> {
  const [row] = await sql<{
    state: "running" | "stopped" | "done" | "failed";
    dead: boolean;
    read: number;
    total: number | null;
    problem: string | null;
    ledger: string | null;
    same: boolean | null;
    view: BillView | null;
    stage: Stage | null;
  }>(
    `SELECT state, beat_at < clock_timestamp() - interval '${DEAD_AFTER}' AS dead, rows_read::int AS read, rows_total::int AS total, problem, ledger,
            classes = $3::jsonb AS same, view, stage
       FROM bill_work WHERE bill_id = $1::uuid AND what = $2`,
    [billId, task, JSON.stringify(plannedWith ?? {})],
  );
  if (!row) return null;
  const holds = row.state === "done" && row.same === true && row.ledger === (await ledgerMark(sql));
  const state = row.state === "running" && row.dead ? "lost" : row.state;
  return {
    state,
    rowsRead: row.read,
    rows: row.total,
    problem: row.problem,
    view: holds ? row.view : null,
    stage: holds ? row.stage : null,
  };
}
