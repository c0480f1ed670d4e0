import { claimOf, keyText } from "./claims";
import { instantMs } from "./period";
import { PileSums } from "./pile-sums";
import type { Claim, PileSum } from "./schema";

/** An entry of an earlier delivery that still counts. Amounts are decimal text. */
export interface StandingEntry {
  /** First day of its partition's month. */
  readonly month: string;
  readonly id: string;
  /** Account as the bill names it; empty where it names none. */
  readonly account: string;
  /** Billing period, `2026-09`. */
  readonly period: string;
  readonly fingerprint: string | null;
  readonly claim: Claim | null;
  readonly billed: string;
  readonly effective: string;
  readonly currency: string;
}

/** What is taken back of one account and billing period. */
export interface TakenBackPart {
  readonly account: string;
  readonly period: string;
  readonly entries: number;
  readonly sums: Readonly<Record<string, PileSum>>;
  /** Whether the newer file has rows of the account at all; if not, it may be another account's file. */
  readonly inFile: boolean;
}

/** What a newer delivery no longer says: entries that its commit reverses. */
export class TakenBack {
  /** Month and id, in pairs: there may be as many as rows. */
  readonly months: string[] = [];
  readonly ids: string[] = [];
  readonly freed: Claim[] = [];
  private readonly sums = new PileSums();
  private readonly parts = new Map<string, { account: string; period: string; entries: number; sums: PileSums }>();
  private readonly accounts = new Set<string>();

  /** An account that the newer file has rows of. */
  said(account: string): void {
    this.accounts.add(account);
  }

  add(entry: StandingEntry): void {
    this.months.push(entry.month);
    this.ids.push(entry.id);
    if (entry.claim !== null) this.freed.push(entry.claim);
    this.sums.add(entry.currency, entry.billed, entry.effective);
    const { account, period } = entry;
    const key = JSON.stringify([account, period]);
    const part = this.parts.get(key) ?? { account, period, entries: 0, sums: new PileSums() };
    part.entries += 1;
    part.sums.add(entry.currency, entry.billed, entry.effective);
    this.parts.set(key, part);
  }

  /** By account and billing period, those of accounts that the file does not hold first. */
  byAccount(): readonly TakenBackPart[] {
    return [...this.parts.values()]
      .map(({ sums, ...part }) => ({ ...part, sums: sums.text(), inFile: this.accounts.has(part.account) }))
      .sort(
        (a, b) => Number(a.inFile) - Number(b.inFile) || compare(a.account, b.account) || compare(a.period, b.period),
      );
  }

  /** Whether an account is touched of which the file says nothing. */
  get touchesOthers(): boolean {
    return [...this.parts.values()].some(({ account }) => !this.accounts.has(account));
  }

  get entries(): number {
    return this.ids.length;
  }

  /** Sums of what is taken back, by currency; the ledger falls by them. */
  text(): Readonly<Record<string, PileSum>> {
    return this.sums.text();
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Run {
  readonly startMs: number;
  readonly endMs: number;
}

const runOf = (claim: Claim): Run => ({ startMs: instantMs(claim.start), endMs: instantMs(claim.end) });

/** Claims without the time that was freed, each of its own account, resource, meter and lane. */
export function withoutClaims(claims: readonly Claim[], freed: readonly Claim[]): readonly Claim[] {
  if (freed.length === 0) return claims;
  const runs = new Map<string, Run[]>();
  for (const claim of freed) {
    const key = keyText(claim, claim.lane);
    const list = runs.get(key);
    if (list) list.push(runOf(claim));
    else runs.set(key, [runOf(claim)]);
  }
  for (const list of runs.values()) list.sort((a, b) => a.startMs - b.startMs);
  return claims.flatMap((claim) => {
    const taken = runs.get(keyText(claim, claim.lane));
    return taken === undefined ? [claim] : restsOf(runOf(claim), taken).map((run) => claimOf(claim, run));
  });
}

/** What is left of a run; what is taken is in the order of its starts. */
function restsOf(run: Run, taken: readonly Run[]): readonly Run[] {
  const rests: Run[] = [];
  let from = run.startMs;
  for (const { startMs, endMs } of taken) {
    if (endMs <= from) continue;
    if (startMs >= run.endMs) break;
    if (startMs > from) rests.push({ startMs: from, endMs: startMs });
    from = Math.max(from, endMs);
  }
  if (from < run.endMs) rests.push({ startMs: from, endMs: run.endMs });
  return rests;
}
