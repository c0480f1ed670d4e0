import type { Check } from "./check";
import { Checks } from "./checks";
import type { Assignment } from "./classify";
import { isRefused, WarningLog } from "./import/bill-format";
import type { BillItem, OpenBill } from "./import/open-bill";
import { judgeRows, type LedgerBefore } from "./judged-rows";
import { PileSums } from "./pile-sums";
import { type ImportPlan, mapPiles } from "./plan";
import { addRefused, proofOfSums } from "./proof";
import { RowFacts } from "./row-facts";
import { RowWarnings } from "./row-warnings";
import type { Basis, Warning } from "./schema";
import type { TakenBack } from "./taken-back";
import { type PlanSink, Teller } from "./telling";
import type { Verdicts } from "./verdicts";

export interface LookOptions {
  readonly basis: Basis;
  readonly assignments?: readonly Assignment[];
  readonly statedPayables?: Readonly<Record<string, string>>;
  /**
   * Is told how many rows were read, in both looks together where there are two, and how many there are, once the first
   * look is over; what it throws ends the planning.
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

/** Warnings name this many records; all are counted. */
const RECORDS_KEPT = 1000;

/** A bill whose every row was looked at once; it can be told once. */
export interface SeenBill {
  readonly bill: OpenBill;
  readonly options: LookOptions;
  readonly facts: RowFacts;
  /** Whether each row has the class that it had when it was seen. */
  readonly classesKept: boolean;
  /** First days of the months in which charges start: `2026-09-01`. */
  readonly months: readonly string[];
  readonly straight: PileSums;
  readonly items: number;
  readonly warnings: readonly Warning[];
  readonly checks: Checks;
}

/** Who looks along: hears of what the reader warns of, and of each piece of the file once its rows are among the facts. */
export interface Along {
  readonly facts: RowFacts;
  readonly log: WarningLog;
  readonly see: (items: readonly BillItem[]) => Promise<void>;
}

export const factsFor = ({ basis, assignments }: LookOptions): RowFacts => new RowFacts(basis, assignments ?? []);

export const checksFor = (bill: OpenBill, { statedPayables }: LookOptions): Checks =>
  new Checks({ ...bill, statedPayables: statedPayables ?? {} });

/** Names the first records of each warning, and tells the checks of all. */
export function keptLog(checks: Checks): WarningLog {
  const log = new WarningLog(RECORDS_KEPT);
  log.watch = (code, record) => checks.warned(code, record);
  return log;
}

/**
 * The first look at a bill: what has to be known of all rows before one can be judged. With `tellPlan` it gives the answer
 * of `planImport`, yet without holding the rows. Throws Unreadable.
 */
export async function lookThrough(bill: OpenBill, options: LookOptions, along?: Along): Promise<SeenBill> {
  const facts = along?.facts ?? factsFor(options);
  const straight = new PileSums();
  const warnings = new RowWarnings(RECORDS_KEPT);
  const checks = checksFor(bill, options);
  let items = 0;
  for await (const batch of bill.pass(along?.log ?? new WarningLog(0))) {
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
    await along?.see(batch);
    await options.onProgress?.(items, null);
  }
  const classesKept = facts.settleClasses();
  if (facts.hasSplits) await settleOrigins(bill, facts);
  const months = [...facts.months].sort().map((month) => `${month}-01`);
  return { bill, options, facts, classesKept, months, straight, items, warnings: warnings.list(), checks };
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
  const { bill, options, facts, checks } = first;
  const judged = await judgeRows(facts, before, () => heard(bill, options, first.items));
  facts.release();
  const log = keptLog(checks);
  const teller = new Teller(facts, judged, checks, sink);
  let items = first.items;
  for await (const batch of bill.pass(log)) {
    for (const item of batch) teller.item(item);
    items += batch.length;
    await options.onProgress?.(items, first.items);
    await sink.pause?.();
  }
  return toldPlan(first, { teller, verdicts: judged, checks, warnings: log.list() });
}

interface Told {
  readonly teller: Teller;
  readonly verdicts: Verdicts;
  readonly checks: Checks;
  /** What the reader warned of. */
  readonly warnings: readonly Warning[];
}

/** The plan once all of its rows were told. */
export function toldPlan(first: SeenBill, { teller, verdicts, checks, warnings }: Told): StreamPlan {
  const { bill, options } = first;
  const { claims, takenBack } = verdicts;
  for (const id of takenBack.ids) teller.digest.takenBack(id);
  const piles = mapPiles((p) => teller.piles[p].text());
  const { name, digest, format, version } = bill;
  return {
    file: { name, digest, format, version },
    basis: options.basis,
    rows: first.items,
    piles,
    proof: proofOfSums(first.straight, piles),
    entries: teller.entries,
    unclassified: teller.unclassified,
    takenBack,
    warnings: [...warnings, ...first.warnings],
    checks: checks.done({ warnings, claims }),
    digest: teller.digest.hex(digest, options.basis, piles),
  };
}
