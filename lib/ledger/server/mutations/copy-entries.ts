import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { BillRow, Entry } from "../../schema";
import { clearRaw, type RawPiece, RawRows } from "../data/bill-raw";
import { EntryIds } from "../data/entry-ids";
import { type Allocation, type AllocationRules, allocationOf, namesAny } from "../data/rentals";
import { onClient } from "../data/run-sql";
import { copyText, INCOMING_COLUMNS } from "./entry-rows";
import type { LandingPlace } from "./landing";

const NULL = copyText(null);
const NO_RENTAL: Allocation = { rentalId: null, briefId: null };
/** Bytes of one lot: few enough that the triggers of its entries work in memory. */
const LOT = 1024 * 1024;
/** Lines are texts made of many small ones: so many of them at a time become plain bytes. */
const LINES = 100;

/**
 * Takes entries as they are told and stores them lot by lot, so that none has to be held and PostgreSQL works on one lot
 * while the next is read. COPY into a table under row security is refused, so each lot lands in a temporary one first, and
 * goes from there to its place.
 */
export class IncomingEntries {
  allocated = 0;
  private lines: string[] = [];
  private pieces: Buffer[] = [];
  private bytes = 0;
  private rows = 0;
  private raw = new RawRows();
  private running: Promise<void> = Promise.resolve();
  private readonly ids: EntryIds;

  constructor(
    private readonly client: PoolClient,
    private readonly place: LandingPlace,
    private readonly rules: AllocationRules,
    private readonly importId: string,
    /** This plan or commit. */
    private readonly run: string,
  ) {
    this.ids = new EntryIds(importId);
  }

  async open(): Promise<void> {
    const columns = Object.entries(INCOMING_COLUMNS).map(([name, type]) => `${name} ${type}`);
    await this.client.query(`CREATE TEMP TABLE incoming (${columns.join(", ")}) ON COMMIT DROP`);
    await this.client.query("SET LOCAL work_mem = '64MB'");
    await clearRaw(onClient(this.client), this.importId);
    await this.place.open();
  }

  add(entry: Entry, row: BillRow): void {
    const allocation = namesAny(this.rules) ? allocationOf(entry, this.rules) : NO_RENTAL;
    if (allocation.briefId !== null) this.allocated += 1;
    this.lines.push(lineOf(entry, allocation, this.ids.of(row)));
    this.rows += 1;
    this.raw.add(row.record, row.raw);
    if (this.lines.length >= LINES) this.pack();
  }

  private pack(): void {
    const piece = Buffer.from(this.lines.join(""));
    this.lines = [];
    this.pieces.push(piece);
    this.bytes += piece.length;
  }

  /**
   * Stores what was gathered when it is enough. A turn is left to the answers of the server each time: who only reads on
   * would hear of none, and it would wait for the next question.
   */
  async pause(): Promise<void> {
    if (this.bytes >= LOT) await this.send();
    await turn();
  }

  private async send(): Promise<void> {
    await this.running;
    this.pack();
    const { pieces, rows } = this;
    this.pieces = [];
    this.bytes = 0;
    this.rows = 0;
    if (rows === 0) return;
    this.running = this.storeLot(pieces, rows, this.raw.take());
    // Whoever breaks off in between never waits for it.
    this.running.catch(() => {});
  }

  private async storeLot(pieces: readonly Buffer[], rows: number, raw: RawPiece | null): Promise<void> {
    await pipeline(Readable.from(pieces), this.client.query(copyFrom("COPY incoming FROM STDIN")));
    await this.place.take(rows);
    await this.client.query("TRUNCATE incoming");
    if (raw === null) return;
    await this.client.query(
      `INSERT INTO bill_raw (workspace_id, bill_id, run, first_record, last_record, rows)
       SELECT scope_workspace(), $1::uuid, $2::uuid, $3::int, $4::int, $5::bytea`,
      [this.importId, this.run, raw.first, raw.last, await raw.packed],
    );
  }

  /** Lets go of all that was taken: its entries come anew. What its place holds of them is for the place to clear. */
  async forget(): Promise<void> {
    await this.running;
    this.lines = [];
    this.pieces = [];
    this.bytes = 0;
    this.rows = 0;
    this.allocated = 0;
    this.raw = new RawRows();
    await clearRaw(onClient(this.client), this.importId);
  }

  /** Stores the last lot and waits until all are at their place. */
  async close(): Promise<void> {
    await this.send();
    await this.running;
  }
}

/** The entry in COPY's text format. What is written here of ids, codes, amounts and instants needs no care. */
function lineOf(e: Entry, allocation: Allocation, id: string): string {
  return `${[
    id,
    e.record,
    e.component,
    e.kind,
    e.rule,
    e.billed,
    e.effective,
    e.currency,
    e.chargeStart,
    e.chargeEnd,
    e.billingPeriodStart?.slice(0, 10) ?? NULL,
    copyText(e.invoiceId),
    copyText(e.issuer),
    copyText(e.account),
    copyText(e.resource),
    copyText(e.sku),
    copyText(e.meter),
    copyText(e.service),
    copyText(e.region),
    copyText(e.description),
    e.tags === null ? NULL : copyText(JSON.stringify(e.tags)),
    e.lane ?? NULL,
    e.fingerprint ?? NULL,
    e.bundledHost ? "t" : "f",
    allocation.rentalId ?? NULL,
    allocation.briefId ?? NULL,
  ].join("\t")}\n`;
}
