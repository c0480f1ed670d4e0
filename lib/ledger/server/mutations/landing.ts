import "server-only";
import type { PoolClient } from "pg";
import { onClient, type RunSql } from "../data/run-sql";
import { INCOMING_COLUMNS } from "./entry-rows";
import { afterClose } from "./insert-entries";

/** Where lots of entries go that came by COPY into the temporary table `incoming`. */
export interface LandingPlace {
  readonly open: () => Promise<void>;
  /** Takes all rows of `incoming`; throws unless they are so many. */
  readonly take: (rows: number) => Promise<void>;
}

/** What is the same for all entries of an import. */
export interface ImportPlace {
  readonly workspaceId: string;
  readonly importId: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

const NAMES = Object.keys(INCOMING_COLUMNS).join(", ");
/** The time that the rows of `incoming` claim, in runs. */
const CLAIM_RUNS = `SELECT account, resource, component, meter, lane, unnest(range_agg(tstzrange(charge_start, charge_end, '[)'))) AS period
  FROM incoming WHERE lane IS NOT NULL GROUP BY 1, 2, 3, 4, 5`;

const MONTH = "date_trunc('month', charge_start AT TIME ZONE 'UTC')::date";

/** Pieces of the stage that one statement stores: so often the pages learn how far it is, and can stop it. */
export const PIECES_AT_ONCE = 32;

/** The ledger itself. Its lock must be held while it is written. */
export class IntoLedger implements LandingPlace {
  private afterClose = "false";

  constructor(
    private readonly client: PoolClient,
    private readonly place: ImportPlace,
  ) {}

  async open(): Promise<void> {
    await this.client.query(
      "CREATE TEMP TABLE incoming_claim (account text, resource text, component text, meter text, lane integer, period tstzrange) ON COMMIT DROP",
    );
    await this.client.query("SET LOCAL work_mem = '64MB'");
    const { rows } = await this.client.query<{ any: boolean }>("SELECT EXISTS (SELECT 1 FROM month_close) AS any");
    if (rows[0]?.any) this.afterClose = afterClose("charge_start");
  }

  async take(rows: number): Promise<void> {
    const stored = await this.insertIncoming();
    if (stored !== rows) throw new Error(`${stored} entries went in instead of ${rows}`);
    await this.client.query(`INSERT INTO incoming_claim ${CLAIM_RUNS}`);
  }

  /**
   * Stores some pieces of the stage from the first on; gives the number of their entries. PostgreSQL itself takes both the
   * entries and the sums that lie beside them, by which the roll-ups grow.
   */
  async takeStaged(run: string, first: number): Promise<number> {
    const { importId, createdBy, createdAt } = this.place;
    const taken = await this.client.query<{ stored: string }>(
      "SELECT ledger_takes_stage($1::uuid, $2::uuid, $3::int, $4::int, $5::uuid, $6::timestamptz) AS stored",
      [importId, run, first, first + PIECES_AT_ONCE, createdBy, createdAt],
    );
    return Number(taken.rows[0]?.stored);
  }

  async takeStagedClaims(run: string): Promise<void> {
    await this.client.query(
      `INSERT INTO incoming_claim SELECT account, resource, component, meter, lane, period FROM bill_stage_claim
        WHERE bill_id = $1::uuid AND run = $2::uuid`,
      [this.place.importId, run],
    );
  }

  private async insertIncoming(): Promise<number> {
    const { workspaceId, importId, createdBy, createdAt } = this.place;
    const inserted = await this.client.query(
      `INSERT INTO ledger_entry (workspace_id, month, import_id, created_by, created_at, ${NAMES}, after_close)
       SELECT $1::uuid, ${MONTH}, $2::uuid, $3::uuid, $4::timestamptz, ${NAMES},
              ${this.afterClose} FROM incoming`,
      [workspaceId, importId, createdBy, createdAt],
    );
    return inserted.rowCount ?? 0;
  }

  /** Stores one claim per contiguous run of each meter and lane. Gives the number of claims. */
  async claim(): Promise<number> {
    const claims = await this.client.query(
      `INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
       SELECT $1::uuid, $2::uuid, account, resource, component, meter, lane, unnest(range_agg(period))
         FROM incoming_claim GROUP BY account, resource, component, meter, lane`,
      [this.place.workspaceId, this.place.importId],
    );
    return claims.rowCount ?? 0;
  }
}

/** The stage of a bill: what its commit will store, should nothing change until then. */
export class IntoStage implements LandingPlace {
  pieces = 0;
  entries = 0;

  constructor(
    private readonly client: PoolClient,
    private readonly place: { readonly workspaceId: string; readonly billId: string; readonly run: string },
  ) {}

  /** What an earlier plan left is of no use any more, nor what was left for bills whose work is over. */
  async open(): Promise<void> {
    const sql = onClient(this.client);
    const over = await sql<{ id: string }>(
      `SELECT id::text FROM bill_import i WHERE (committed_at IS NOT NULL OR discarded_at IS NOT NULL)
          AND EXISTS (SELECT 1 FROM bill_stage s WHERE s.workspace_id = i.workspace_id AND s.bill_id = i.id)`,
    );
    for (const id of [this.place.billId, ...over.map((bill) => bill.id)]) await clearStage(sql, id);
  }

  /** Lets go of what it took so far. */
  async clear(): Promise<void> {
    await clearStage(onClient(this.client), this.place.billId);
    this.pieces = 0;
    this.entries = 0;
  }

  async take(rows: number): Promise<void> {
    const { workspaceId, billId, run } = this.place;
    const values = [workspaceId, billId, run];
    await this.client.query(
      `INSERT INTO bill_stage (workspace_id, bill_id, run, piece, month, ${NAMES})
       SELECT $1::uuid, $2::uuid, $3::uuid, $4::int, ${MONTH}, ${NAMES} FROM incoming`,
      [...values, this.pieces],
    );
    await this.client.query(
      `INSERT INTO bill_stage_claim (workspace_id, bill_id, run, account, resource, component, meter, lane, period)
       SELECT $1::uuid, $2::uuid, $3::uuid, r.* FROM (${CLAIM_RUNS}) r`,
      values,
    );
    this.pieces += 1;
    this.entries += rows;
  }
}

/** Lets go of what a plan left for its commit. */
export async function clearStage(sql: RunSql, billId: string): Promise<void> {
  await sql("SELECT stage_cleared($1::uuid)::text", [billId]);
}
