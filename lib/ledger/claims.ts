import type { Classification } from "./classify";
import { instantMs, instantText } from "./period";
import type { BillRow, Claim, ClaimKey } from "./schema";

/** Account of a row: billing account and sub-account. */
export function accountOf(row: Pick<BillRow, "billingAccount" | "subAccount">): string {
  return [row.billingAccount ?? "", row.subAccount ?? ""].join("/");
}

/** The meter of a row: SKU and meter as far as the bill names them. */
export function meterOf(row: Pick<BillRow, "sku" | "skuMeter">): string {
  const named = [row.sku, row.skuMeter].filter((m): m is string => m !== null);
  return named.length > 0 ? named.join(" / ") : "unstated";
}

/** What a row claims before its lane is known, or null when it claims no time. */
export type ClaimWish = Omit<ClaimKey, "lane"> & { readonly startMs: number; readonly endMs: number };

/**
 * Rows without a resource, corrections and refunds, purchases that cover later charges or cost nothing, tax, credit and
 * everything not counted claim no time; the identity of their file guards them.
 */
export function claimWish(row: BillRow, c: Classification): ClaimWish | null {
  if (row.resource === null || c.notCounted !== null) return null;
  if (c.component === "tax" || c.component === "credit" || c.component === "rounding" || c.component === "funding") {
    return null;
  }
  if (c.kind === "correction" || c.kind === "discount" || c.kind === "commitment_purchase") return null;
  if (row.effectiveAmount.startsWith("-") || row.billedAmount.startsWith("-")) return null;
  if (row.chargeCategory === "Purchase" && row.effectiveAmount === "0") return null;
  return {
    account: accountOf(row),
    resource: row.resource,
    component: c.component,
    meter: meterOf(row),
    startMs: instantMs(row.chargeStart),
    endMs: instantMs(row.chargeEnd),
  };
}

/** Text by which equal keys are found; the lane is part of it only when given. */
function keyText(key: Omit<ClaimKey, "lane">, lane?: number): string {
  const parts = [key.account, key.resource, key.component, key.meter];
  return (lane === undefined ? parts : [...parts, String(lane)]).join("\u0000");
}

/**
 * Gives each wish of one file its lane, so that no two claims of the file overlap on an equal key: the earliest start
 * takes the lowest lane that is free (of equal starts the earlier record). Identical rows, used beside unused hours and
 * tiers of one hour so stand side by side. Deterministic, and independent of the order of keys.
 */
export function assignLanes(wishes: readonly (ClaimWish | null)[]): (number | null)[] {
  const groups = new Map<string, { index: number; startMs: number; endMs: number }[]>();
  for (const [index, wish] of wishes.entries()) {
    if (wish === null) continue;
    const key = keyText(wish);
    const item = { index, startMs: wish.startMs, endMs: wish.endMs };
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const lanes: (number | null)[] = wishes.map(() => null);
  for (const group of groups.values()) {
    group.sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs || a.index - b.index);
    const freeFrom: number[] = [];
    for (const item of group) {
      const free = freeFrom.findIndex((ms) => ms <= item.startMs);
      const lane = free < 0 ? freeFrom.length : free;
      freeFrom[lane] = item.endMs;
      lanes[item.index] = lane;
    }
  }
  return lanes;
}

type Run = { startMs: number; endMs: number };

/** Joins touching and overlapping runs. The input may come in any order. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of [...runs].sort((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && run.startMs <= last.endMs) last.endMs = Math.max(last.endMs, run.endMs);
    else merged.push({ ...run });
  }
  return merged;
}

/** One claim per contiguous run of each key and lane. */
export function coalesceClaims(items: readonly { wish: ClaimWish; lane: number }[]): Claim[] {
  const groups = new Map<string, { key: ClaimKey; runs: Run[] }>();
  for (const { wish, lane } of items) {
    const text = keyText(wish, lane);
    const run = { startMs: wish.startMs, endMs: wish.endMs };
    const group = groups.get(text);
    if (group) group.runs.push(run);
    else {
      const { account, resource, component, meter } = wish;
      groups.set(text, { key: { account, resource, component, meter, lane }, runs: [run] });
    }
  }
  return [...groups.values()].flatMap(({ key, runs }) => mergeRuns(runs).map((run) => claimOf(key, run)));
}

export function claimOf(key: ClaimKey, run: Run): Claim {
  const { account, resource, component, meter, lane } = key;
  return { account, resource, component, meter, lane, start: instantText(run.startMs), end: instantText(run.endMs) };
}

/** Earlier claims, ready to be asked. */
export class ClaimIndex {
  private readonly runs = new Map<string, Run[]>();

  constructor(claims: readonly Claim[]) {
    const loose = new Map<string, Run[]>();
    for (const claim of claims) {
      const key = keyText(claim, claim.lane);
      const run = { startMs: instantMs(claim.start), endMs: instantMs(claim.end) };
      const list = loose.get(key);
      if (list) list.push(run);
      else loose.set(key, [run]);
    }
    for (const [key, runs] of loose) this.runs.set(key, mergeRuns(runs));
  }

  /** How much of the wish earlier claims hold: none, a part, or all of it. */
  held(wish: ClaimWish, lane: number): "none" | "part" | "all" {
    const runs = this.runs.get(keyText(wish, lane));
    if (!runs) return "none";
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle]?.endMs ?? 0) <= wish.startMs) low = middle + 1;
      else high = middle;
    }
    const run = runs[low];
    if (!run || run.startMs >= wish.endMs) return "none";
    return run.startMs <= wish.startMs && run.endMs >= wish.endMs ? "all" : "part";
  }
}

/** Earlier claims and new ones as one list, coalesced per key and lane. */
export function joinClaims(earlier: readonly Claim[], added: readonly Claim[]): Claim[] {
  const items = [...earlier, ...added].map((claim) => ({
    wish: { ...claim, startMs: instantMs(claim.start), endMs: instantMs(claim.end) },
    lane: claim.lane,
  }));
  return coalesceClaims(items);
}

/** Takes a range out of the claims of one key and lane, as a reversal does; the rest stays claimed. */
export function subtractRange(claims: readonly Claim[], taken: Claim): Claim[] {
  const key = keyText(taken, taken.lane);
  const from = instantMs(taken.start);
  const until = instantMs(taken.end);
  return claims.flatMap((claim) => {
    if (keyText(claim, claim.lane) !== key) return [claim];
    const startMs = instantMs(claim.start);
    const endMs = instantMs(claim.end);
    if (endMs <= from || startMs >= until) return [claim];
    const rest: Claim[] = [];
    if (startMs < from) rest.push(claimOf(claim, { startMs, endMs: from }));
    if (endMs > until) rest.push(claimOf(claim, { startMs: until, endMs }));
    return rest;
  });
}
