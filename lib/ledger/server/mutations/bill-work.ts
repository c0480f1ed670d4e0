import "server-only";
import { withWorkspace } from "@/lib/db/doors";
import { Refusal } from "@/lib/errors";
import { type BillTask, DEAD_AFTER, type Stage } from "../data/bill-work";
import { onTx } from "../data/run-sql";

interface WorkPlace {
  readonly workspaceId: string;
  readonly billId: string;
  readonly task: BillTask;
  /** Who does it: a second one that took over must not be disturbed by the first. */
  readonly run: string;
}

const BEAT_MS = 1000;

/**
 * Tells how far a piece of work is, each second in a short transaction of its own, so that every page sees it; and hears
 * when somebody wants it stopped.
 */
export class WorkTeller {
  private last = 0;
  /** Another one does the same work and tells of it. */
  private silent = false;

  constructor(private readonly place: WorkPlace) {}

  /** False when the same work is being done already. */
  async begin(): Promise<boolean> {
    const { workspaceId, billId, task, run } = this.place;
    const rows = await withWorkspace(workspaceId, (tx) =>
      onTx(tx)<{ run: string }>(
        `INSERT INTO bill_work AS w (workspace_id, bill_id, what, state, run) VALUES ($1::uuid, $2::uuid, $3, 'running', $4::uuid)
         ON CONFLICT (workspace_id, bill_id, what) DO UPDATE
            SET state = 'running', rows_read = 0, rows_total = NULL, stop = false, classes = NULL, ledger = NULL, view = NULL, stage = NULL, problem = NULL,
                run = EXCLUDED.run, beat_at = clock_timestamp()
          WHERE w.state <> 'running' OR w.beat_at < clock_timestamp() - interval '${DEAD_AFTER}'
         RETURNING run::text`,
        [workspaceId, billId, task, run],
      ),
    );
    this.last = performance.now();
    this.silent = rows.length === 0;
    return !this.silent;
  }

  /** Throws IMPORT_STOPPED when somebody asked for it. */
  async progress(rowsRead: number, rows: number | null): Promise<void> {
    if (this.silent || performance.now() - this.last < BEAT_MS) return;
    this.last = performance.now();
    const { workspaceId, billId, task, run } = this.place;
    const [row] = await withWorkspace(workspaceId, (tx) =>
      onTx(tx)<{ stop: boolean }>(
        `UPDATE bill_work SET rows_read = $4::bigint, rows_total = $5::bigint, beat_at = clock_timestamp()
          WHERE bill_id = $1::uuid AND what = $2 AND run = $3::uuid AND state = 'running' RETURNING stop`,
        [billId, task, run, rowsRead, rows],
      ),
    );
    if (!row || row.stop) throw new Refusal("IMPORT_STOPPED");
  }

  async end(
    state: "done" | "stopped" | "failed",
    made: {
      readonly view?: unknown;
      readonly classes?: unknown;
      readonly ledger?: string;
      readonly stage?: Stage | null;
      readonly problem?: string;
    } = {},
  ): Promise<void> {
    const { workspaceId, billId, task, run } = this.place;
    const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
    await withWorkspace(workspaceId, (tx) =>
      onTx(tx)(
        `UPDATE bill_work SET state = $4, view = $5::jsonb, classes = $6::jsonb, ledger = $7, problem = $8, stage = $9::jsonb, beat_at = clock_timestamp()
          WHERE bill_id = $1::uuid AND what = $2 AND run = $3::uuid`,
        [
          billId,
          task,
          run,
          state,
          json(made.view),
          json(made.classes),
          made.ledger ?? null,
          made.problem ?? null,
          json(made.stage ?? undefined),
        ],
      ),
    );
  }
}
