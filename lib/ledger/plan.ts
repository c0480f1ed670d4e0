import { digestOf } from "@/lib/digest/canonical";
import { RunningDigest } from "@/lib/digest/running";
import { allocationOrigins } from "./allocation";
import type { Check } from "./check";
import { Checks } from "./checks";
import {
  accountOf,
  assignLanes,
  ClaimIndex,
  type ClaimWish,
  claimWish,
  coalesceClaims,
  joinClaims,
  meterOf,
  sameTimeText,
  WHOLE,
} from "./claims";
import { type Assignment, assignedBy, type Classification, classifier, inherit } from "./classify";
import { NOT_COUNTED, type NotCountedCode } from "./codes";
import { chargePrinter, fingerprintOf } from "./fingerprint";
import type { ReadBill } from "./import/bill-format";
import { PileSums } from "./pile-sums";
import { addRefused, type ProofLine, proofOf } from "./proof";
import { rowWarnings } from "./row-warnings";
import {
  type Basis,
  type BillRow,
  type Claim,
  type Entry,
  PILES,
  type PileName,
  type PileSum,
  type PlannedRow,
  type PriorState,
  type Warning,
} from "./schema";

export interface PlanFile {
  readonly name: string;
  readonly digest: string;
  readonly format: string;
  readonly bill: ReadBill;
}

export interface PlanOptions {
  readonly basis: Basis;
  readonly prior: PriorState;
  /** A person's classes for rows that no rule knew. */
  readonly assignments?: readonly Assignment[];
  /** Payable amount per invoice id where the person states it (check F4). */
  readonly statedPayables?: Readonly<Record<string, string>>;
}

/** What an import would do. Nothing is saved by making it. */
export interface ImportPlan {
  readonly file: {
    readonly name: string;
    readonly digest: string;
    readonly format: string;
    readonly version: string | null;
  };
  readonly basis: Basis;
  readonly rows: number;
  readonly piles: Readonly<Record<PileName, Readonly<Record<string, PileSum>>>>;
  readonly proof: { readonly holds: boolean; readonly lines: readonly ProofLine[] };
  /**
   * What a commit stores: new and unclassified rows, and rows that are recognised elsewhere on this basis but carry money
   * on the other one (covering purchases, covered usage) or fill a wallet.
   */
  readonly entries: readonly Entry[];
  /** Claims of those entries, one per contiguous run. */
  readonly claims: readonly Claim[];
  /** Rows that are not counted, with pile and reason, by record. */
  readonly setAside: readonly PlannedRow[];
  readonly warnings: readonly Warning[];
  readonly checks: readonly Check[];
  /** Binds file, basis, piles, entries and claims: a commit names it, so that what was shown is what is saved. */
  readonly digest: string;
}

export interface Decided {
  readonly pile: PileName;
  readonly reason: NotCountedCode | null;
  /** Stored by a commit. */
  readonly stored: boolean;
}

/** Sorts every row of a read file into one of six piles and says why. Pure: equal input gives an equal plan and digest. */
export function planImport(file: PlanFile, options: PlanOptions): ImportPlan {
  const { bill } = file;
  const classes = withoutOrigins(bill.rows, classesOf(bill.rows, options.assignments ?? []));
  const wishes = bill.rows.map((row, i) => claimWish(row, at(classes, i)));
  const chargeOf = chargePrinter();
  const fingerprints = bill.rows.map((row, i) => ((wishes[i] ?? null) === null ? fingerprintOf(row) : chargeOf(row)));
  const earlier = new ClaimIndex(options.prior.claims);
  const decided = decideAll(file, options, { classes, wishes, fingerprints, earlier });
  const lanes = assignLanes(
    wishes.map((wish, i) => (at(decided, i).stored ? wish : null)),
    earlier,
  );
  const piles = Object.fromEntries(PILES.map((p) => [p, new PileSums()])) as Record<PileName, PileSums>;
  const entries: Entry[] = [];
  const setAside: PlannedRow[] = [];
  const claimed: { wish: ClaimWish; lane: number }[] = [];
  for (const [i, row] of bill.rows.entries()) {
    const c = at(classes, i);
    const { pile, reason, stored } = at(decided, i);
    piles[pile].add(row.currency, row.billedAmount, row.effectiveAmount);
    if (reason !== null) {
      setAside.push({ record: row.record, part: row.part, pile, reason, message: NOT_COUNTED[reason] });
    }
    if (!stored) continue;
    const wish = wishes[i] ?? null;
    const lane = lanes[i] ?? null;
    entries.push(entryOf(row, c, lane, at(fingerprints, i)));
    if (wish !== null && lane !== null) claimed.push({ wish, lane });
  }
  for (const row of bill.refused) {
    addRefused(piles.refused, row);
    setAside.push({ record: row.record, part: 0, pile: "refused", reason: row.reason, message: row.message });
  }
  setAside.sort((a, b) => a.record - b.record || a.part - b.part);
  const pileTexts = mapPiles((p) => piles[p].text());
  const proof = proofOf(bill, pileTexts);
  const digest = new PlanDigest();
  for (const entry of entries) digest.entry(entry);
  for (const row of setAside) digest.aside(row);
  const claims = coalesceClaims(claimed);
  return {
    file: { name: file.name, digest: file.digest, format: file.format, version: bill.version },
    basis: options.basis,
    rows: bill.rows.length + bill.refused.length,
    piles: pileTexts,
    proof,
    entries,
    claims,
    setAside,
    warnings: [...bill.warnings, ...rowWarnings(bill.rows)],
    checks: checksOf(bill, wishes, options),
    digest: digest.hex(file.digest, options.basis, pileTexts),
  };
}

function checksOf(bill: ReadBill, wishes: readonly (ClaimWish | null)[], options: PlanOptions): Check[] {
  const checks = new Checks({ ...bill, statedPayables: options.statedPayables ?? {} });
  for (const { code, records } of bill.warnings) for (const record of records) checks.warned(code, record);
  for (const row of bill.rows) checks.before(row);
  for (const [i, row] of bill.rows.entries()) checks.row(row, (wishes[i] ?? null) !== null);
  for (const row of bill.refused) checks.refused(row);
  return checks.done({ warnings: bill.warnings, claims: options.prior.claims });
}

/** The state after the plan is committed: what a later import must know. */
export function nextState(prior: PriorState, plan: ImportPlan): PriorState {
  const importedRows = { ...prior.importedRows };
  for (const { fingerprint } of plan.entries) {
    if (fingerprint !== null) importedRows[fingerprint] = (importedRows[fingerprint] ?? 0) + 1;
  }
  const fileDigests = prior.fileDigests.includes(plan.file.digest)
    ? prior.fileDigests
    : [...prior.fileDigests, plan.file.digest];
  return { version: 1, fileDigests, claims: joinClaims(prior.claims, plan.claims), importedRows };
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no element ${index}`);
  return value;
}

export function mapPiles<T>(of: (pile: PileName) => T): Record<PileName, T> {
  return Object.fromEntries(PILES.map((p) => [p, of(p)])) as Record<PileName, T>;
}

function classesOf(rows: readonly BillRow[], assignments: readonly Assignment[]): Classification[] {
  const classifyRow = classifier();
  const found = inherit(rows, rows.map(classifyRow));
  if (assignments.length === 0) return found;
  const general = assignments.filter((a) => a.record === undefined);
  const byRecord = new Map<number, Assignment[]>();
  for (const a of assignments) {
    if (a.record !== undefined) byRecord.set(a.record, [...(byRecord.get(a.record) ?? []), a]);
  }
  return found.map((c, i) => {
    if (c.component !== "unclassified" || c.notCounted !== null) return c;
    const row = at(rows, i);
    return assignedBy(row, [...(byRecord.get(row.record) ?? []), ...general]) ?? c;
  });
}

/** Rows whose money other rows of the file divide among them: those are counted, to the last digit. */
function withoutOrigins(rows: readonly BillRow[], classes: readonly Classification[]): Classification[] {
  const origins = allocationOrigins(rows);
  if (origins.size === 0) return [...classes];
  return classes.map((c, i) =>
    origins.has(i) && c.notCounted === null ? { ...c, notCounted: "allocation-origin" } : c,
  );
}

interface Judged {
  readonly classes: readonly Classification[];
  readonly wishes: readonly (ClaimWish | null)[];
  readonly fingerprints: readonly string[];
  readonly earlier: ClaimIndex;
}

/**
 * Equal rows are found first: as often as an earlier import stored a fingerprint, a row that has it is that row. What
 * is left is new where no earlier claim of its key holds any of its time. Where one does, it is new only if the file
 * holds every earlier row of exactly that time too (it is a longer edition, and the row stands beside those); else it
 * may be the earlier charge in another form, so it is set aside as overlapping.
 */
function decideAll(file: PlanFile, options: PlanOptions, judged: Judged): Decided[] {
  const { rows } = file.bill;
  const { classes, wishes, earlier } = judged;
  const aside = (pile: PileName, reason: NotCountedCode, stored = false): Decided => ({ pile, reason, stored });
  if (options.prior.fileDigests.includes(file.digest)) {
    return rows.map(() => aside("alreadyClaimed", "file-already-imported"));
  }
  const imported = importedOf(options.prior, judged);
  const beside = new Map<string, number>();
  for (const [i, wish] of wishes.entries()) {
    if (wish === null || !at(imported, i)) continue;
    beside.set(sameTimeText(wish), (beside.get(sameTimeText(wish)) ?? 0) + wish.endMs - wish.startMs);
  }
  return rows.map((row, i) => {
    const c = at(classes, i);
    if (c.notCounted !== null && c.notCounted !== "funding") return aside("notCounted", c.notCounted);
    if (at(imported, i)) return aside("alreadyClaimed", "row-already-imported");
    const wish = wishes[i] ?? null;
    const held = wish === null ? null : earlier.heldInAnyLane(wish);
    if (wish !== null && c.notCounted === null && earlier.hidden(wish)) {
      return wish.meter === WHOLE
        ? aside("notCounted", "finer-rows-counted")
        : aside("overlapping", "range-already-claimed");
    }
    if (wish !== null && held !== null && held.ms > 0 && held.ms !== beside.get(sameTimeText(wish))) {
      return aside("overlapping", held.whole ? "range-already-claimed" : "range-overlaps-claim");
    }
    if (c.notCounted === "funding") return aside("notCounted", "funding", true);
    const covered = coveredBy(row, options.basis);
    if (covered !== null) return aside("notCounted", covered, true);
    return { pile: c.component === "unclassified" ? "unclassified" : "new", reason: null, stored: true };
  });
}

/** Which rows an earlier import stored already. Of equal rows as many as it stored, the first ones of the file. */
function importedOf(prior: PriorState, { classes, fingerprints }: Judged): boolean[] {
  const left = new Map(Object.entries(prior.importedRows));
  return fingerprints.map((fingerprint, i) => {
    const { notCounted } = at(classes, i);
    const earlier = left.get(fingerprint) ?? 0;
    if (earlier === 0 || (notCounted !== null && notCounted !== "funding")) return false;
    left.set(fingerprint, earlier - 1);
    return true;
  });
}

/** Rows whose money the other rows of a commitment carry on this basis. */
export function coveredBy(row: BillRow, basis: Basis): NotCountedCode | null {
  const billedNothing = row.billedAmount === "0";
  const recognisedNothing = row.effectiveAmount === "0";
  if (basis === "effective" && recognisedNothing && row.commitmentId !== null && row.billedAmount.startsWith("-")) {
    if (row.chargeCategory === "Usage") return "cancelled-on-demand";
  }
  if (basis === "effective") {
    return row.chargeCategory === "Purchase" && recognisedNothing && !billedNothing ? "covered-purchase" : null;
  }
  return row.chargeCategory === "Usage" && billedNothing && !recognisedNothing ? "covered-usage" : null;
}

export function entryOf(row: BillRow, c: Classification, lane: number | null, fingerprint: string | null): Entry {
  return {
    record: row.record,
    part: row.part,
    component: c.component,
    kind: c.kind,
    rule: c.rule,
    billed: row.billedAmount,
    effective: row.effectiveAmount,
    currency: row.currency,
    chargeStart: row.chargeStart,
    chargeEnd: row.chargeEnd,
    billingPeriodStart: row.billingPeriodStart,
    invoiceId: row.invoiceId,
    issuer: row.issuer,
    account: accountOf(row),
    resource: row.resource,
    sku: row.sku,
    meter: meterOf(row),
    service: row.serviceName,
    region: row.region,
    description: row.description,
    tags: row.tags,
    bundledHost: c.bundledHost,
    lane,
    fingerprint,
  };
}

/** Line by line what a plan would store and set aside: a commit names its digest. */
export class PlanDigest {
  private readonly entries = new RunningDigest();
  private readonly setAside = new RunningDigest();
  private back: RunningDigest | null = null;

  entry(e: Pick<Entry, "record" | "part" | "component" | "kind" | "billed" | "effective" | "currency" | "lane">): void {
    this.entries.line(
      `${e.record}.${e.part} ${e.component} ${e.kind} ${e.billed} ${e.effective} ${e.currency} ${e.lane}`,
    );
  }

  aside(r: Pick<PlannedRow, "record" | "part" | "pile" | "reason">): void {
    this.setAside.line(`${r.record}.${r.part} ${r.pile} ${r.reason}`);
  }

  takenBack(id: string): void {
    this.back ??= new RunningDigest();
    this.back.line(id);
  }

  hex(fileDigest: string, basis: Basis, piles: ImportPlan["piles"]): string {
    const parts = { fileDigest, basis, piles, entries: this.entries.hex(), setAside: this.setAside.hex() };
    return digestOf(this.back === null ? parts : { ...parts, takenBack: this.back.hex() });
  }
}
