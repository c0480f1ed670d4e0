import type { Checks } from "./checks";
import { NOT_COUNTED } from "./codes";
import { chargePrinter, fingerprintOf } from "./fingerprint";
import { isRefused } from "./import/bill-format";
import type { BillItem } from "./import/open-bill";
import { PileSums } from "./pile-sums";
import { entryOf, mapPiles, PlanDigest } from "./plan";
import { addRefused } from "./proof";
import type { RowFacts } from "./row-facts";
import type { BillRow, Entry, PileName, PlannedRow, RefusedRow } from "./schema";
import type { Verdicts } from "./verdicts";

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
  /** After some hundred rows: the place to wait for whoever takes them. */
  readonly pause?: () => Promise<void>;
  /** Whether entries need what makes them recognisable in another file; it costs time. */
  readonly fingerprints?: boolean;
}

/** A sink that can forget what it was told. */
export interface PatientSink extends PlanSink {
  /** All that was told does not count: the rows are told anew, from the first on. */
  readonly again: () => Promise<void>;
}

/** Tells the rows of a bill in their order, as they were judged, and sums what it told. */
export class Teller {
  readonly piles = mapPiles(() => new PileSums());
  readonly digest = new PlanDigest();
  entries = 0;
  unclassified = 0;
  private place = 0;
  private readonly chargeOf = chargePrinter();

  constructor(
    private readonly facts: RowFacts,
    private readonly verdicts: Verdicts,
    private readonly checks: Checks,
    private readonly sink: PlanSink,
  ) {}

  item(item: BillItem): void {
    if (isRefused(item)) this.refused(item);
    else this.row(item);
  }

  private row(row: BillRow): void {
    const { facts, verdicts, checks } = this;
    const place = this.place++;
    const { pile, reason, stored } = verdicts.at(place);
    const claiming = facts.claimsTime(place);
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
      entry = entryOf(row, facts.classAt(place), verdicts.laneAt(place), print);
      this.digest.entry(entry);
      this.entries += 1;
      if (entry.component === "unclassified") this.unclassified += 1;
    }
    this.sink.row?.({ row, pile, aside, entry });
  }

  private refused(row: RefusedRow): void {
    addRefused(this.piles.refused, row);
    const { record, reason, message } = row;
    const aside = { record, part: 0, pile: "refused", reason, message } as const;
    this.digest.aside(aside);
    this.checks.refused(row);
    this.sink.refused?.(row, aside);
  }
}
