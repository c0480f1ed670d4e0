import { allocationKey } from "./allocation";
import { accountOf, classClaims, keyText, meterOf, rowClaims, WHOLE } from "./claims";
import { type Assignment, assignedBy, type Classification, classifier } from "./classify";
import { Column, Instants, TextNumbers } from "./columns";
import type { AnyComponent } from "./components";
import { ExactSum } from "./exact-sum";
import { LikeBefore } from "./like-before";
import { instantMs } from "./period";
import { coveredBy } from "./plan";
import type { Basis, BillRow } from "./schema";

/** What a row says of itself, in one number. */
export const CLAIMS_TIME = 1;
export const IS_WHOLE = 2;

const COVERED = [null, "covered-purchase", "covered-usage", "cancelled-on-demand"] as const;
const COMPONENTS: readonly AnyComponent[] = [
  "accelerator",
  "host",
  "storage",
  "network",
  "support",
  "tax",
  "credit",
  "rounding",
  "funding",
  "unclassified",
];

/** Classifications by number: there are some hundred different ones, whatever the number of rows. */
class ClassNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly list: Classification[] = [];

  of(c: Classification): number {
    const text = [c.component, c.kind, c.rule, c.bundledHost, c.notCounted].join(" ");
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.list.length);
    this.list.push(c);
    return this.list.length - 1;
  }

  at(number: number): Classification {
    const c = this.list[number];
    if (c === undefined) throw new RangeError(`no class ${number}`);
    return c;
  }
}

/** What rows that tell of the same charge have in common. */
interface SeenCharge {
  /** Number of the class that the row alone has, and whether another one could take its place. */
  readonly own: number;
  readonly open: boolean;
  readonly resource: number;
  readonly whole: boolean;
  /** Number of account, resource and meter; -1 until a row claims time. */
  key: number;
}

/**
 * What has to be known of all rows of a file before one of them can be judged, in some forty bytes a row: the first of two
 * looks. Rows come in the file's order; a row's place is its number from 0.
 */
export class RowFacts {
  readonly classes = new ClassNumbers();
  readonly classOf = new Column(Uint16Array);
  readonly flags = new Column(Uint8Array);
  private readonly covered = new Column(Uint8Array);
  /** Number of account, resource and meter; -1 for a row that claims no time whatever its class is. */
  readonly keys = new Column(Int32Array);
  readonly keyNumbers = new TextNumbers();
  readonly starts = new Instants();
  readonly ends = new Instants();
  readonly resources = new TextNumbers();
  readonly months = new Set<string>();
  /** Billing periods (`2026-09`) that the file speaks of; where none is stated, the month in which the charge starts. */
  readonly billingPeriods = new Set<string>();
  claimsWhole = false;
  /** Whether any row corrects another. */
  corrects = false;
  /** Of the row before; no month begins with this. */
  private month = "-";
  private billingPeriod = "-";
  private readonly charge = new LikeBefore((row) => this.seeCharge(row));
  private readonly classify = classifier();
  private readonly open = new OpenRows();
  private readonly splits = new Map<string, { billed: ExactSum; effective: ExactSum }>();
  private readonly assignments: AssignmentIndex;

  constructor(
    private readonly basis: Basis,
    assignments: readonly Assignment[],
  ) {
    this.assignments = new AssignmentIndex(assignments);
  }

  get rows(): number {
    return this.classOf.length;
  }

  see(row: BillRow): void {
    const { own, open, resource } = this.charge.of(row);
    const assigned = open ? this.assignments.of(row) : null;
    const place = this.classOf.length;
    this.classOf.push(assigned === null ? own : this.classes.of(assigned));
    this.starts.push(instantMs(row.chargeStart));
    this.ends.push(instantMs(row.chargeEnd));
    this.seeMonths(row);
    this.covered.push(COVERED.indexOf(coveredBy(row, this.basis) as (typeof COVERED)[number]));
    this.seeClaim(row);
    if (open) this.open.push(row, place, resource, own);
    if (row.allocatedMethod !== null) this.seeSplit(row);
  }

  private seeCharge(row: BillRow): SeenCharge {
    const c = this.classify(row);
    const resource = row.resource === null ? -1 : this.resources.of(row.resource);
    this.open.see(row, c, resource);
    this.corrects ||= row.correction;
    const open = c.component === "unclassified" && c.notCounted === null;
    return { own: this.classes.of(c), open, resource, whole: meterOf(row) === WHOLE, key: -1 };
  }

  private seeMonths({ chargeStart, billingPeriodStart }: BillRow): void {
    if (!chargeStart.startsWith(this.month)) {
      this.month = chargeStart.slice(0, 7);
      this.months.add(this.month);
    }
    const billed = billingPeriodStart ?? chargeStart;
    if (billed.startsWith(this.billingPeriod)) return;
    this.billingPeriod = billed.slice(0, 7);
    this.billingPeriods.add(this.billingPeriod);
  }

  private seeClaim(row: BillRow): void {
    const claims = rowClaims(row);
    const charge = this.charge.of(row);
    this.claimsWhole ||= claims && charge.whole;
    this.flags.push((claims ? CLAIMS_TIME : 0) + (claims && charge.whole ? IS_WHOLE : 0));
    if (claims && charge.key < 0) {
      charge.key = this.keyNumbers.of(
        keyText({ account: accountOf(row), resource: row.resource ?? "", meter: meterOf(row) }),
      );
    }
    this.keys.push(claims ? charge.key : -1);
  }

  private seeSplit(row: BillRow): void {
    const key = allocationKey(row);
    const sums = this.splits.get(key) ?? { billed: new ExactSum(), effective: new ExactSum() };
    this.splits.set(key, sums);
    sums.billed.add(row.billedAmount);
    sums.effective.add(row.effectiveAmount);
  }

  /**
   * Rows that no rule knew take the class of what they belong to, else the one that a person gave, which they have until
   * now. Tells whether all rows keep the class that they had.
   */
  settleClasses(): boolean {
    return this.open.settle(this.classOf, this.classes);
  }

  /** Class of a row; until classes are settled, the one that it has if no other row has a say in it. */
  classAt(place: number): Classification {
    return this.classes.at(this.classOf.at(place));
  }

  /** Whether the row claims the time that it was charged for. */
  claimsTime(place: number): boolean {
    return (this.flags.at(place) & CLAIMS_TIME) !== 0 && classClaims(this.classAt(place));
  }

  /** Whether origins of splits have to be looked for. */
  get hasSplits(): boolean {
    return this.splits.size > 0;
  }

  /** Marks the row as the origin of a split when the parts sum to it on both bases. */
  settleOrigin(row: BillRow, place: number): void {
    if (row.allocatedMethod !== null) return;
    const sums = this.splits.get(allocationKey(row));
    if (sums === undefined) return;
    const c = this.classAt(place);
    const whole = sums.billed.total().eq(row.billedAmount) && sums.effective.total().eq(row.effectiveAmount);
    if (whole && c.notCounted === null) {
      this.classOf.set(place, this.classes.of({ ...c, notCounted: "allocation-origin" }));
    }
  }

  coveredAt(place: number): (typeof COVERED)[number] {
    return COVERED[this.covered.at(place)] ?? null;
  }

  /** Lets go of what is not needed once every row has its pile and lane. */
  release(): void {
    for (const column of [this.keys, this.starts, this.ends, this.covered]) column.clear();
    this.keyNumbers.clear();
    this.resources.clear();
  }

  /** From the first start to the last end; null for a file without a readable row. */
  span(): { readonly startMs: number; readonly endMs: number } | null {
    let startMs = Number.POSITIVE_INFINITY;
    let endMs = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.rows; i++) {
      startMs = Math.min(startMs, this.starts.at(i));
      endMs = Math.max(endMs, this.ends.at(i));
    }
    return startMs < endMs ? { startMs, endMs } : null;
  }
}

/** Rows that no rule knew, and what the rows around them are. */
class OpenRows {
  private readonly commitments = new TextNumbers();
  private readonly byCommitment = new Column(Uint16Array);
  private readonly byResource = new Column(Uint16Array);
  private readonly places = new Column(Int32Array);
  private readonly commitmentOf = new Column(Int32Array);
  private readonly resourceOf = new Column(Int32Array);
  private readonly own = new Column(Uint16Array);

  see(row: BillRow, c: Classification, resource: number): void {
    if (c.component === "unclassified" || c.component === "tax" || c.component === "credit") return;
    const bit = 1 << COMPONENTS.indexOf(c.component);
    if (row.commitmentId !== null) note(this.byCommitment, this.commitments.of(row.commitmentId), bit);
    if (resource >= 0 && !row.correction) note(this.byResource, resource, bit);
  }

  /** @param own the class that the row alone has */
  push(row: BillRow, place: number, resource: number, own: number): void {
    this.places.push(place);
    this.commitmentOf.push(row.commitmentId === null ? -1 : this.commitments.of(row.commitmentId));
    this.resourceOf.push(row.correction ? resource : -1);
    this.own.push(own);
  }

  settle(classOf: Column<Uint16Array>, classes: ClassNumbers): boolean {
    let kept = true;
    for (let i = 0; i < this.places.length; i++) {
      const place = this.places.at(i);
      const had = classOf.at(place);
      const c = classes.at(this.own.at(i));
      const commitment = onlyOf(this.byCommitment, this.commitmentOf.at(i));
      const resource = commitment === null ? onlyOf(this.byResource, this.resourceOf.at(i)) : null;
      if (commitment !== null) {
        classOf.set(place, classes.of({ ...c, component: commitment, rule: "inherited-from-commitment" }));
      } else if (resource !== null) {
        classOf.set(place, classes.of({ ...c, component: resource, rule: "inherited-from-resource" }));
      }
      kept &&= classOf.at(place) === had;
    }
    return kept;
  }
}

function note(column: Column<Uint16Array>, number: number, bit: number): void {
  while (column.length <= number) column.push(0);
  column.set(number, column.at(number) | bit);
}

/** The component of which all are, when it is one only. */
function onlyOf(column: Column<Uint16Array>, number: number): AnyComponent | null {
  const bits = number < 0 || number >= column.length ? 0 : column.at(number);
  return bits !== 0 && (bits & (bits - 1)) === 0 ? (COMPONENTS[31 - Math.clz32(bits)] ?? null) : null;
}

/** A person's classes, found by record; those that name one come before those that do not. */
export class AssignmentIndex {
  private readonly byRecord = new Map<number, Assignment[]>();
  private readonly general: readonly Assignment[];

  constructor(assignments: readonly Assignment[]) {
    this.general = assignments.filter((a) => a.record === undefined);
    for (const a of assignments) {
      if (a.record === undefined) continue;
      const known = this.byRecord.get(a.record);
      if (known) known.push(a);
      else this.byRecord.set(a.record, [a]);
    }
  }

  of(row: BillRow): Classification | null {
    const own = this.byRecord.get(row.record);
    if (own === undefined && this.general.length === 0) return null;
    return assignedBy(row, own === undefined ? this.general : [...own, ...this.general]);
  }
}
