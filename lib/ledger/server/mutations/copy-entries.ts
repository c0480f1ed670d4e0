import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { RentalForMatch } from "../../rental-match";
import type { BillRow, Entry } from "../../schema";
import { type Allocation, allocationOf } from "../data/rentals";
import { copyLine } from "./entry-rows";
import { afterClose } from "./insert-entries";

/** Columns of a new entry that differ from row to row, in the order of `lineOf`. */
const COLUMNS = {
  id: "uuid",
  record: "integer",
  component: "text",
  kind: "text",
  rule: "text",
  billed: "numeric",
  effective: "numeric",
  currency: "text",
  charge_start: "timestamptz",
  charge_end: "timestamptz",
  billing_period: "date",
  invoice_id: "text",
  issuer: "text",
  account: "text",
  resource: "text",
  sku: "text",
  meter: "text",
  service: "text",
  description: "text",
  tags: "jsonb",
  raw: "jsonb",
  lane: "integer",
  fingerprint: "text",
  bundled_host: "boolean",
  rental_id: "uuid",
  brief_id: "uuid",
} as const;

const NO_RENTAL: Allocation = { rentalId: null, briefId: null };
/** Characters that are gathered before they go to PostgreSQL. */
const LOT = 512 * 1024;

/**
 * Takes entries as they are told and copies them into a temporary table, lot by lot, so that none has to be held: COPY
 * into a table under row security is refused.
 */
export class IncomingEntries {
  allocated = 0;
  count = 0;
  private lines: string[] = [];
  private length = 0;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: PoolClient,
    private readonly rentals: readonly RentalForMatch[],
    private readonly newId: () => string,
  ) {}

  async open(): Promise<void> {
    const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
    await this.client.query(`CREATE TEMP TABLE incoming (${columns.join(", ")}) ON COMMIT DROP`);
  }

  add(entry: Entry, row: BillRow): void {
    const allocation = this.rentals.length === 0 ? NO_RENTAL : allocationOf(entry, this.rentals);
    if (allocation.briefId !== null) this.allocated += 1;
    const line = lineOf(entry, row, allocation, this.newId());
    this.lines.push(line);
    this.length += line.length;
    this.count += 1;
  }

  /** Sends what was gathered when it is enough. The next lot is gathered while PostgreSQL takes this one. */
  async pause(): Promise<void> {
    if (this.length >= LOT) await this.send();
  }

  private async send(): Promise<void> {
    await this.running;
    const lot = this.lines;
    this.lines = [];
    this.length = 0;
    this.running = pipeline(
      Readable.from([Buffer.from(lot.join(""))]),
      this.client.query(copyFrom("COPY incoming FROM STDIN")),
    );
    // Whoever breaks off in between never waits for it.
    this.running.catch(() => {});
  }

  /** All entries, with what is the same for each, and one claim per contiguous run of each meter and lane. */
  async store(place: {
    readonly workspaceId: string;
    readonly importId: string;
    readonly createdBy: string;
    readonly createdAt: Date;
  }): Promise<number> {
    await this.send();
    await this.running;
    const names = Object.keys(COLUMNS).join(", ");
    const { rows } = await this.client.query<{ any: boolean }>("SELECT EXISTS (SELECT 1 FROM month_close) AS any");
    const later = rows[0]?.any ? afterClose("charge_start") : "false";
    const inserted = await this.client.query(
      `INSERT INTO ledger_entry (workspace_id, month, import_id, created_by, created_at, ${names}, after_close)
       SELECT $1::uuid, date_trunc('month', charge_start AT TIME ZONE 'UTC')::date, $2::uuid, $3::uuid, $4::timestamptz, ${names},
              ${later} FROM incoming`,
      [place.workspaceId, place.importId, place.createdBy, place.createdAt],
    );
    if (inserted.rowCount !== this.count) {
      throw new Error(`${inserted.rowCount} entries went in instead of ${this.count}`);
    }
    const claims = await this.client.query(
      `INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
       SELECT $1::uuid, $2::uuid, account, resource, component, meter, lane, unnest(range_agg(tstzrange(charge_start, charge_end, '[)')))
         FROM incoming WHERE lane IS NOT NULL GROUP BY account, resource, component, meter, lane`,
      [place.workspaceId, place.importId],
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
