import type { Check } from "./check";
import { Checks } from "./checks";
import type { Assignment } from "./classify";
import { NOT_COUNTED } from "./codes";
import { chargePrinter, fingerprintOf } from "./fingerprint";
import { isRefused, WarningLog } from "./import/bill-format";
import type { OpenBill } from "./import/open-bill";
import { type JudgedRows, judgeRows, type LedgerBefore } from "./judged-rows";
import { PileSums } from "./pile-sums";
import { entryOf, type ImportPlan, mapPiles, PlanDigest } from "./plan";
import { addRefused, proofOfSums } from "./proof";
import { RowFacts } from "./row-facts";
import { RowWarnings } from "./row-warnings";
import type { Basis, BillRow, Entry, PileName, PlannedRow, RefusedRow, Warning } from "./schema";
import type { TakenBack } from "./taken-back";

export interface LookOptions {
  readonly basis: Basis;
  readonly assignments?: readonly Assignment[];
  readonly statedPayables?: Readonly<Record<string, string>>;
  /**
   * Is told how many rows were read, in both looks together, and how many there are, once the first look is over; what it
   * throws ends the planning.
   */
  readonly onProgress?: ((read: number, rows: number | null) => void | Promise<void>) | undefined;
}

export interface StreamOptions extends LookOptions {
  readonly before: LedgerBefore;
}

/** A plan without its rows: they were told one by one. */
export interface StreamPlan
  extends Pick<ImportPlan, "file" | "basis" | "rows" | "piles" | "proof" | "warnings" | "digest"> {
  readonly checks: readonly Check[];
  /** How many entries a commit stores, and how many of them no rule placed. */
  readonly entries: number;
  readonly unclassified: number;
  /** What a commit reverses, because a source whose files replace each other no longer says it. */
  readonly takenBack: TakenBack;
}

/** One row as it was judged. */
export interface ToldRow {
  readonly row: BillRow;
  readonly pile: PileName;
  /** Null for a row that is counted. */
  readonly aside: PlannedRow | null;
  /** What a commit stores, or null. */
  readonly entry: Entry | null;
}

/** What happens with the rows while they are told. */
export interface PlanSink {
  readonly row?: (told: ToldRow) => void;
  readonly refused?: (row: RefusedRow, aside: PlannedRow) => void;
  /** After some thousand rows: the place to wait for whoever takes them. */
  readonly pause?: () => Promise<void>;
  /** Whether entries need what makes them recognisable in another file; it costs time. */
  readonly fingerprints?: boolean;
}

/** Warnings name this many records; all are counted. */
const RECORDS_KEPT = 1000;

/** A bill whose every row was looked at once; it can be told once. */
export interface SeenBill {
  readonly bill: OpenBill;
  readonly options: LookOptions;
  readonly facts: RowFacts;
  /** First days of the months in which charges start: `2026-09-01`. */
  readonly months: readonly string[];
  readonly straight: PileSums;
  readonly items: number;
  readonly warnings: readonly Warning[];
  readonly checks: Checks;
}

/**
 * The first look at a bill: what has to be known of all rows before one can be judged. With `tellPlan` it gives the answer
 * of `planImport`, yet without holding the rows. Throws Unreadable.
 */
export async function lookThrough(bill: OpenBill, options: LookOptions): Promise<SeenBill> {
  const facts = new RowFacts(options.basis, options.assignments ?? []);
  const straight = new PileSums();
  const warnings = new RowWarnings(RECORDS_KEPT);
  const checks = new Checks({ ...bill, statedPayables: options.statedPayables ?? {} });
  let items = 0;
  for await (const batch of bill.pass(new WarningLog(0))) {
    for (const item of batch) {
      if (isRefused(item)) addRefused(straight, item);
      else {
        facts.see(item);
        warnings.see(item);
        checks.before(item);
        straight.add(item.currency, item.billedAmount, item.effectiveAmount);
      }
    }
    items += batch.length;
    await options.onProgress?.(items, null);
  }
  facts.settleClasses();
  if (facts.hasSplits) await settleOrigins(bill, facts);
  const months = [...facts.months].sort().map((month) => `${month}-01`);
  return { bill, options, facts, months, straight, items, warnings: warnings.list(), checks };
}

async function settleOrigins(bill: OpenBill, facts: RowFacts): Promise<void> {
  let place = 0;
  for await (const batch of bill.pass(new WarningLog(0))) {
    for (const item of batch) if (!isRefused(item)) facts.settleOrigin(item, place++);
  }
}

/** A look that adds no rows to what was read, and yet is heard of. */
async function* heard(bill: OpenBill, { onProgress }: LookOptions, rows: number) {
  for await (const batch of bill.pass(new WarningLog(0))) {
    await onProgress?.(rows, rows);
    yield batch;
  }
}

/** Judges every row against the ledger, then tells each in a second look, and what the plan sums to. */
export async function tellPlan(first: SeenBill, before: LedgerBefore, sink: PlanSink): Promise<StreamPlan> {
  const { bill, options, straight, checks } = first;
  const judged = await judgeRows(first.facts, before, () => heard(bill, options, first.items));
  first.facts.release();
  const log = new WarningLog(RECORDS_KEPT);
  log.watch = (code, record) => checks.warned(code, record);
  const teller = new Teller(judged, checks, sink);
  let items = first.items;
  for await (const batch of bill.pass(log)) {
    for (const item of batch) {
      if (isRefused(item)) teller.refused(item);
      else teller.row(item);
    }
    items += batch.length;
    await options.onProgress?.(items, first.items);
    await sink.pause?.();
  }
  for (const id of judged.takenBack.ids) teller.digest.takenBack(id);
  const piles = mapPiles((p) => teller.piles[p].text());
  const { name, digest, format, version } = bill;
  const warnings = log.list();
  return {
    file: { name, digest, format, version },
    basis: options.basis,
    rows: first.items,
    piles,
    proof: proofOfSums(straight, piles),
    entries: teller.entries,
    unclassified: teller.unclassified,
    takenBack: judged.takenBack,
    warnings: [...warnings, ...first.warnings],
    checks: checks.done({ warnings, claims: judged.claims }),
    digest: teller.digest.hex(digest, options.basis, piles),
  };
}

class Teller {
  readonly piles = mapPiles(() => new PileSums());
  readonly digest = new PlanDigest();
  entries = 0;
  unclassified = 0;
  private place = 0;
  private readonly chargeOf = chargePrinter();

  constructor(
    private readonly judged: JudgedRows,
    private readonly checks: Checks,
    private readonly sink: PlanSink,
  ) {}

  row(row: BillRow): void {
    const { judged, checks } = this;
    const place = this.place++;
    const { pile, reason, stored } = judged.at(place);
    const claiming = judged.claimsTime(place);
    checks.row(row, claiming);
    this.piles[pile].add(row.currency, row.billedAmount, row.effectiveAmount);
    let aside: PlannedRow | null = null;
    if (reason !== null) {
      aside = { record: row.record, part: row.part, pile, reason, message: NOT_COUNTED[reason] };
      this.digest.aside(aside);
    }
    let entry: Entry | null = null;
    if (stored) {
      const print = this.sink.fingerprints ? (claiming ? this.chargeOf(row) : fingerprintOf(row)) : null;
      entry = entryOf(row, judged.classAt(place), judged.laneAt(place), print);
      this.digest.entry(entry);
      this.entries += 1;
      if (entry.component === "unclassified") this.unclassified += 1;
    }
    this.sink.row?.({ row, pile, aside, entry });
  }

  refused(row: RefusedRow): void {
    addRefused(this.piles.refused, row);
    const { record, reason, message } = row;
    const aside = { record, part: 0, pile: "refused", reason, message } as const;
    this.digest.aside(aside);
    this.checks.refused(row);
    this.sink.refused?.(row, aside);
  }
}
