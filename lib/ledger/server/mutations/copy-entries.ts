import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { BillRow, Entry } from "../../schema";
import { type Allocation, type AllocationRules, allocationOf, namesAny } from "../data/rentals";
import { CHARGE_COLUMNS, copyLine } from "./entry-rows";
import { afterClose } from "./insert-entries";

/** Columns of a new entry that differ from row to row, in the order of `lineOf`. */
const COLUMNS = {
  id: "uuid",
  ...CHARGE_COLUMNS,
} as const;

const NO_RENTAL: Allocation = { rentalId: null, briefId: null };
/** Bytes of one lot: few enough that the triggers of its entries work in memory. */
const LOT = 1024 * 1024;
/** Lines are texts made of many small ones: so many of them at a time become plain bytes. */
const LINES = 100;

/** What is the same for all entries of an import. */
export interface ImportPlace {
  readonly workspaceId: string;
  readonly importId: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/**
 * Takes entries as they are told and stores them lot by lot, so that none has to be held and PostgreSQL works on one lot
 * while the next is read. COPY into a table under row security is refused, so each lot lands in a temporary one first.
 */
export class IncomingEntries {
  allocated = 0;
  private lines: string[] = [];
  private pieces: Buffer[] = [];
  private bytes = 0;
  private rows = 0;
  private afterClose = "false";
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: PoolClient,
    private readonly place: ImportPlace,
    private readonly rules: AllocationRules,
    private readonly newId: () => string,
  ) {}

  /** The ledger's lock must be held. */
  async open(): Promise<void> {
    const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
    await this.client.query(`CREATE TEMP TABLE incoming (${columns.join(", ")}) ON COMMIT DROP`);
    await this.client.query(
      `CREATE TEMP TABLE incoming_claim (account text, resource text, component text, meter text, lane integer, period tstzrange) ON COMMIT DROP`,
    );
    await this.client.query("SET LOCAL work_mem = '64MB'");
    const { rows } = await this.client.query<{ any: boolean }>("SELECT EXISTS (SELECT 1 FROM month_close) AS any");
    if (rows[0]?.any) this.afterClose = afterClose("charge_start");
  }

  add(entry: Entry, row: BillRow): void {
    const allocation = namesAny(this.rules) ? allocationOf(entry, this.rules) : NO_RENTAL;
    if (allocation.briefId !== null) this.allocated += 1;
    this.lines.push(lineOf(entry, row, allocation, this.newId()));
    this.rows += 1;
    if (this.lines.length >= LINES) this.pack();
  }

  private pack(): void {
    const piece = Buffer.from(this.lines.join(""));
    this.lines = [];
    this.pieces.push(piece);
    this.bytes += piece.length;
  }

  /** Stores what was gathered when it is enough. */
  async pause(): Promise<void> {
    if (this.bytes >= LOT) await this.send();
  }

  private async send(): Promise<void> {
    await this.running;
    this.pack();
    const { pieces, rows } = this;
    this.pieces = [];
    this.bytes = 0;
    this.rows = 0;
    if (rows === 0) return;
    this.running = this.storeLot(pieces, rows);
    // Whoever breaks off in between never waits for it.
    this.running.catch(() => {});
  }

  private async storeLot(pieces: readonly Buffer[], rows: number): Promise<void> {
    const { client, place } = this;
    await pipeline(Readable.from(pieces), client.query(copyFrom("COPY incoming FROM STDIN")));
    const names = Object.keys(COLUMNS).join(", ");
    const inserted = await client.query(
      `INSERT INTO ledger_entry (workspace_id, month, import_id, created_by, created_at, ${names}, after_close)
       SELECT $1::uuid, date_trunc('month', charge_start AT TIME ZONE 'UTC')::date, $2::uuid, $3::uuid, $4::timestamptz, ${names},
              ${this.afterClose} FROM incoming`,
      [place.workspaceId, place.importId, place.createdBy, place.createdAt],
    );
    if (inserted.rowCount !== rows) throw new Error(`${inserted.rowCount} entries went in instead of ${rows}`);
    await client.query(
      `INSERT INTO incoming_claim SELECT account, resource, component, meter, lane,
              unnest(range_agg(tstzrange(charge_start, charge_end, '[)'))) FROM incoming WHERE lane IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
    );
    await client.query("TRUNCATE incoming");
  }

  /** Stores the last lot, then one claim per contiguous run of each meter and lane. Gives the number of claims. */
  async close(): Promise<number> {
    await this.send();
    await this.running;
    const claims = await this.client.query(
      `INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
       SELECT $1::uuid, $2::uuid, account, resource, component, meter, lane, unnest(range_agg(period))
         FROM incoming_claim GROUP BY account, resource, component, meter, lane`,
      [this.place.workspaceId, this.place.importId],
    );
    return claims.rowCount ?? 0;
  }
}

function lineOf(e: Entry, row: BillRow, allocation: Allocation, id: string): string {
  return copyLine([
    id,
    String(e.record),
    e.component,
    e.kind,
    e.rule,
    e.billed,
    e.effective,
    e.currency,
    e.chargeStart,
    e.chargeEnd,
    e.billingPeriodStart?.slice(0, 10) ?? null,
    e.invoiceId,
    e.issuer,
    e.account,
    e.resource,
    e.sku,
    e.meter,
    e.service,
    e.region,
    e.description,
    e.tags === null ? null : JSON.stringify(e.tags),
    JSON.stringify(row.raw),
    e.lane === null ? null : String(e.lane),
    e.fingerprint,
    e.bundledHost ? "t" : "f",
    allocation.rentalId,
    allocation.briefId,
  ]);
}
