import { accountOf, ClaimIndex, type ClaimWish, claimWish, WHOLE } from "./claims";
import type { NotCountedCode } from "./codes";
import { Column, TextNumbers } from "./columns";
import { chargePrinter, fingerprintOf } from "./fingerprint";
import { isRefused } from "./import/bill-format";
import type { BillItem } from "./import/open-bill";
import { giveLanes } from "./lanes";
import type { Decided } from "./plan";
import type { RowFacts } from "./row-facts";
import type { BillRow, Claim } from "./schema";
import { type StandingEntry, TakenBack, withoutClaims } from "./taken-back";
import { setAside, unmetDecision, type Verdicts } from "./verdicts";

/** What the ledger holds already, asked for in pieces that the file needs. */
export interface LedgerBefore {
  /** Whether the same bytes were imported. */
  readonly fileKnown: boolean;
  /** Claims that touch the time, of those resources alone that are wanted. */
  readonly claims: (span: Span, wanted: (claim: Claim) => boolean) => Promise<readonly Claim[]>;
  /** Whether any entry that could be recognised starts in the time. */
  readonly holdsRows: (span: Span) => Promise<boolean>;
  /** How many standing entries have each of these fingerprints; none where it does not say. */
  readonly countOf: (asked: readonly AskedPrint[]) => Promise<ReadonlyMap<string, number>>;
  /**
   * For a source whose files replace each other: standing entries of its earlier files in these billing periods. Absent
   * where files only add.
   */
  readonly replaced?: (billingPeriods: readonly string[]) => AsyncIterable<readonly StandingEntry[]>;
}

/** A fingerprint with the start of its charge (a UTC instant), by which it is found. */
export interface AskedPrint {
  readonly fingerprint: string;
  readonly start: string;
}

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

const IMPORTED = 1;
const HIDDEN = 2;

/** Rows of a file with the pile, the reason and the lane of each. */
export class JudgedRows implements Verdicts {
  private readonly decisions: Decided[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly decisionOf = new Column(Uint8Array);
  private readonly laneOf = new Column(Int32Array);
  readonly takenBack = new TakenBack();

  /** @param claims earlier claims that stay */
  constructor(public claims: readonly Claim[]) {}

  decide(decided: Decided): void {
    const text = `${decided.pile} ${decided.reason} ${decided.stored}`;
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.decisions.length;
      this.decisions.push(decided);
      this.numbers.set(text, number);
    }
    this.decisionOf.push(number);
    this.laneOf.push(-1);
  }

  at(place: number): Decided {
    const decided = this.decisions[this.decisionOf.at(place)];
    if (decided === undefined) throw new RangeError(`row ${place} was not judged`);
    return decided;
  }

  setLane(place: number, lane: number): void {
    this.laneOf.set(place, lane);
  }

  laneAt(place: number): number | null {
    const lane = this.laneOf.at(place);
    return lane < 0 ? null : lane;
  }
}

/**
 * Judges every row of which the facts are known, by the rules of `planImport`. The rows are read again only when the
 * ledger holds something that they could be.
 */
export async function judgeRows(
  facts: RowFacts,
  before: LedgerBefore,
  readAgain: () => AsyncIterable<readonly BillItem[]>,
): Promise<JudgedRows> {
  const span = facts.span();
  if (before.fileKnown || span === null) {
    const judged = new JudgedRows(span === null ? [] : await claimsFor(facts, before, span));
    for (let i = 0; i < facts.rows; i++) {
      judged.decide(setAside("alreadyClaimed", "file-already-imported"));
    }
    return judged;
  }
  const claims = await claimsFor(facts, before, span);
  const judged = new JudgedRows(claims);
  const known = new KnownRows(facts, judged, new ClaimIndex(claims), before);
  if (claims.length > 0 || before.replaced !== undefined || (await before.holdsRows(span))) {
    let place = 0;
    for await (const items of readAgain()) {
      const rows = items.filter((item): item is BillRow => !isRefused(item));
      await known.see(rows, place);
      place += rows.length;
    }
  }
  if (before.replaced !== undefined) {
    for await (const entries of before.replaced([...facts.billingPeriods].sort())) known.replace(entries);
    known.free();
  }
  known.settle();
  for (let i = 0; i < facts.rows; i++) judged.decide(decisionOf(i, facts, known));
  giveLanes(facts, judged, (place, lane) => known.taken(place, lane));
  return judged;
}

function claimsFor(facts: RowFacts, before: LedgerBefore, span: Span): Promise<readonly Claim[]> {
  const wholeAccounts = facts.claimsWhole && facts.resources.has(WHOLE);
  return before.claims(span, ({ resource }) => wholeAccounts || resource === WHOLE || facts.resources.has(resource));
}

function decisionOf(place: number, facts: RowFacts, known: KnownRows): Decided {
  const c = facts.classAt(place);
  const unmet = unmetDecision(c, facts.coveredAt(place));
  if (c.notCounted !== null && c.notCounted !== "funding") return unmet;
  if (known.imported(place)) return setAside("alreadyClaimed", "row-already-imported");
  const claims = facts.claimsTime(place);
  if (claims && known.hidden(place)) {
    return known.isWhole(place)
      ? setAside("notCounted", "finer-rows-counted")
      : setAside("overlapping", "range-already-claimed");
  }
  const overlap = claims ? known.overlap(place) : null;
  return overlap === null ? unmet : setAside("overlapping", overlap);
}

interface Held {
  readonly ms: number;
  readonly whole: boolean;
}

/** What is known of rows that the ledger may hold already. */
class KnownRows {
  private readonly flags = new Column(Uint8Array);
  /** Rows that earlier claims hold some time of and that are not known as the same row. */
  private readonly held = new Map<number, Held>();
  /** Time of rows that are known, by key and time, for the keys and times of the held ones. */
  private readonly beside = new Map<string, number>();
  /** Account, resource and meter of keys that earlier claims have. */
  private readonly keyOf = new Map<number, ClaimWish>();
  private readonly fingerprints = new TextNumbers();
  private readonly left = new Column(Int32Array);
  private readonly chargeOf = chargePrinter();

  constructor(
    private readonly facts: RowFacts,
    private readonly judged: JudgedRows,
    private earlier: ClaimIndex,
    private readonly before: LedgerBefore,
  ) {}

  async see(rows: readonly BillRow[], first: number): Promise<void> {
    const prints = rows.map((row, i) => this.printOf(row, first + i));
    const starts = new Map<string, string>();
    for (const [i, { chargeStart }] of rows.entries()) {
      const print = prints[i] ?? null;
      if (print !== null && !this.fingerprints.has(print)) starts.set(print, chargeStart);
    }
    const asked = [...starts].map(([fingerprint, start]): AskedPrint => ({ fingerprint, start }));
    const counts = asked.length === 0 ? new Map<string, number>() : await this.before.countOf(asked);
    for (const [print, count] of counts) {
      this.fingerprints.of(print);
      this.left.push(count);
    }
    for (const [i, row] of rows.entries()) this.seeRow(row, first + i, prints[i] ?? null);
  }

  /** What an equal row would have left in the ledger; null for a row that is not counted anyhow. */
  private printOf(row: BillRow, place: number): string | null {
    const { notCounted } = this.facts.classAt(place);
    if (notCounted !== null && notCounted !== "funding") return null;
    return this.facts.claimsTime(place) ? this.chargeOf(row) : fingerprintOf(row);
  }

  private seeRow(row: BillRow, place: number, print: string | null): void {
    if (this.before.replaced) this.judged.takenBack.said(accountOf(row));
    const number = print === null ? -1 : this.fingerprints.find(print);
    const imported = number >= 0 && this.left.at(number) > 0;
    if (imported) this.left.set(number, this.left.at(number) - 1);
    const wish = claimWish(row, this.facts.classAt(place));
    const hidden = wish !== null && this.earlier.hidden(wish);
    this.flags.push((imported ? IMPORTED : 0) + (hidden ? HIDDEN : 0));
    if (wish === null) return;
    const key = this.facts.keys.at(place);
    if (!this.keyOf.has(key) && (hidden || this.earlier.knows(wish))) this.keyOf.set(key, wish);
    if (imported) return;
    const held = this.earlier.heldInAnyLane(wish);
    if (held.ms > 0) {
      this.held.set(place, held);
      this.beside.set(this.timeOf(place), 0);
    }
  }

  private timeOf(place: number): string {
    return `${this.facts.keys.at(place)} ${this.facts.starts.at(place)} ${this.facts.ends.at(place)}`;
  }

  /** Takes back those of earlier entries that no row of the file says again; called when all rows were seen. */
  replace(entries: readonly StandingEntry[]): void {
    for (const entry of entries) {
      const number = entry.fingerprint === null ? -1 : this.fingerprints.find(entry.fingerprint);
      if (number >= 0 && this.left.at(number) === 0) continue;
      if (number >= 0) this.left.set(number, this.left.at(number) - 1);
      this.judged.takenBack.add(entry);
    }
  }

  /** What was taken back claims nothing any more: rows that it stood against are looked at again. */
  free(): void {
    const { judged } = this;
    judged.claims = withoutClaims(judged.claims, judged.takenBack.freed);
    this.earlier = new ClaimIndex(judged.claims);
    for (const place of [...this.held.keys()]) {
      const held = this.earlier.heldInAnyLane(this.wishAt(place));
      if (held.ms > 0) this.held.set(place, held);
      else this.held.delete(place);
    }
    for (let place = 0; place < this.flags.length; place++) {
      if (!this.hidden(place) || this.earlier.hidden(this.wishAt(place))) continue;
      this.flags.set(place, this.flags.at(place) - HIDDEN);
    }
  }

  private wishAt(place: number): ClaimWish {
    const { facts } = this;
    const key = this.keyOf.get(facts.keys.at(place));
    if (key === undefined) throw new RangeError(`row ${place} claims nothing`);
    return { ...key, startMs: facts.starts.at(place), endMs: facts.ends.at(place) };
  }

  /** Called when all rows were seen. */
  settle(): void {
    if (this.beside.size === 0) return;
    for (let i = 0; i < this.flags.length; i++) {
      if (!this.imported(i) || !this.facts.claimsTime(i)) continue;
      const sum = this.beside.get(this.timeOf(i));
      if (sum !== undefined) this.beside.set(this.timeOf(i), sum + this.facts.ends.at(i) - this.facts.starts.at(i));
    }
  }

  imported(place: number): boolean {
    return place < this.flags.length && (this.flags.at(place) & IMPORTED) !== 0;
  }

  hidden(place: number): boolean {
    return place < this.flags.length && (this.flags.at(place) & HIDDEN) !== 0;
  }

  isWhole(place: number): boolean {
    return (this.facts.flags.at(place) & 2) !== 0;
  }

  /** Why the row may be an earlier charge in another form; null when it stands beside those of its time. */
  overlap(place: number): NotCountedCode | null {
    const held = this.held.get(place);
    if (held === undefined || held.ms === this.beside.get(this.timeOf(place))) return null;
    return held.whole ? "range-already-claimed" : "range-overlaps-claim";
  }

  /** Whether an earlier claim holds any of the row's time in the lane. */
  taken(place: number, lane: number): boolean {
    return this.keyOf.has(this.facts.keys.at(place)) && this.earlier.held(this.wishAt(place), lane) !== "none";
  }
}
