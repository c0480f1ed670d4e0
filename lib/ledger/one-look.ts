import { isRefused } from "./import/bill-format";
import type { BillItem, OpenBill } from "./import/open-bill";
import type { LedgerBefore } from "./judged-rows";
import { anyBeside, TimeOfKeys } from "./lanes";
import { LedgerBeside } from "./ledger-beside";
import type { BillRow } from "./schema";
import {
  type Along,
  checksFor,
  factsFor,
  keptLog,
  type LookOptions,
  lookThrough,
  type SeenBill,
  type StreamOptions,
  type StreamPlan,
  tellPlan,
  toldPlan,
} from "./stream-plan";
import { type PatientSink, Teller } from "./telling";
import { UnmetRows } from "./verdicts";

export interface PlannedBill {
  readonly plan: StreamPlan;
  /** First days of the months in which charges start: `2026-09-01`. */
  readonly months: readonly string[];
}

/**
 * Plans a bill in one look where that is enough: most bills hold no row that another one, of the file or of the ledger, has
 * a say in. Its rows are told while they are seen; as soon as one meets another, the sink is asked to forget, and all are
 * told in a second look. Either way the answer is that of `planImport`. Throws Unreadable.
 */
export async function planBill(
  bill: OpenBill,
  { before, ...options }: StreamOptions,
  sink: PatientSink,
): Promise<PlannedBill> {
  if (before.fileKnown || before.replaced !== undefined) {
    const seen = await lookThrough(bill, options);
    return { plan: await tellPlan(seen, before, sink), months: seen.months };
  }
  const along = new ToldAtOnce(bill, options, before, sink);
  const seen = await lookThrough(bill, options, along);
  const plan = (await along.plan(seen)) ?? (await tellPlan(seen, before, sink));
  return { plan, months: seen.months };
}

/** Tells rows while they are seen for the first time, as long as nothing speaks against the class and pile of any. */
class ToldAtOnce implements Along {
  readonly facts;
  readonly log;
  private readonly checks;
  private readonly verdicts: UnmetRows;
  private readonly teller: Teller;
  private readonly beside: LedgerBeside;
  private readonly times = new TimeOfKeys();
  private place = 0;
  private sure = true;

  constructor(
    bill: OpenBill,
    options: LookOptions,
    before: LedgerBefore,
    private readonly sink: PatientSink,
  ) {
    this.facts = factsFor(options);
    this.checks = checksFor(bill, options);
    this.log = keptLog(this.checks);
    this.verdicts = new UnmetRows(this.facts);
    this.teller = new Teller(this.facts, this.verdicts, this.checks, sink);
    this.beside = new LedgerBeside(this.facts, before);
  }

  async see(items: readonly BillItem[]): Promise<void> {
    if (!this.sure) return;
    if (await this.meetsAnother(items)) return this.giveUp();
    for (const item of items) this.teller.item(item);
    await this.sink.pause?.();
  }

  private async meetsAnother(items: readonly BillItem[]): Promise<boolean> {
    const { facts, verdicts } = this;
    // The checks of corrections and splits look at the rows around them, which may be yet to come.
    if (facts.hasSplits || facts.corrects) return true;
    const first = this.place;
    const rows = items.filter((item): item is BillRow => !isRefused(item));
    this.place += rows.length;
    for (let place = first; place < this.place; place++) {
      if (verdicts.laneAt(place) === null) continue;
      if (this.times.meets(facts.keys.at(place), facts.starts.at(place), facts.ends.at(place))) return true;
    }
    return this.beside.meets(rows, first);
  }

  private async giveUp(): Promise<void> {
    this.sure = false;
    await this.sink.again();
  }

  /** The plan, when every row could be told at once; null when they have to be told anew. */
  async plan(seen: SeenBill): Promise<StreamPlan | null> {
    if (!this.sure) return null;
    const { facts, checks, teller, verdicts, log } = this;
    if (!seen.classesKept || (this.times.unordered && anyBeside(facts, verdicts))) {
      await this.giveUp();
      return null;
    }
    return toldPlan(seen, { teller, verdicts, checks, warnings: log.list() });
  }
}
