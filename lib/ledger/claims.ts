import type { Classification } from "./classify";
import { instantMs, instantText } from "./period";
import type { BillRow, Claim, ClaimKey } from "./schema";

/** Account of a row: billing account and sub-account. */
export function accountOf(row: Pick<BillRow, "billingAccount" | "subAccount">): string {
  return `${row.billingAccount ?? ""}/${row.subAccount ?? ""}`;
}

/** The meter of a row: SKU and meter as far as the bill names them. */
export function meterOf(row: Pick<BillRow, "sku" | "skuMeter">): string {
  const { sku, skuMeter } = row;
  if (sku === null) return skuMeter ?? "unstated";
  return skuMeter === null ? sku : `${sku} / ${skuMeter}`;
}

/** As a meter: every meter of the resource. As a resource: every resource of the account. */
export const WHOLE = "*";

/** What a row claims before its lane is known, or null when it claims no time. */
export type ClaimWish = Omit<ClaimKey, "lane"> & { readonly startMs: number; readonly endMs: number };

/**
 * Rows without a resource, corrections and refunds, purchases that cover later charges or cost nothing, tax, credit and
 * everything not counted claim no time; the identity of their file guards them.
 */
export function claimWish(row: BillRow, c: Classification): ClaimWish | null {
  if (row.resource === null || !rowClaims(row) || !classClaims(c)) return null;
  return {
    account: accountOf(row),
    resource: row.resource,
    component: c.component,
    meter: meterOf(row),
    startMs: instantMs(row.chargeStart),
    endMs: instantMs(row.chargeEnd),
  };
}

/** Whether a row claims time, as far as the row itself says. */
export function rowClaims(row: BillRow): boolean {
  if (row.resource === null) return false;
  if (row.effectiveAmount.startsWith("-") || row.billedAmount.startsWith("-")) return false;
  return row.chargeCategory !== "Purchase" || row.effectiveAmount !== "0";
}

/** Whether rows of a class claim time. */
export function classClaims(c: Classification): boolean {
  if (c.notCounted !== null) return false;
  if (c.component === "tax" || c.component === "credit" || c.component === "rounding" || c.component === "funding") {
    return false;
  }
  return c.kind !== "correction" && c.kind !== "discount" && c.kind !== "commitment_purchase";
}

/**
 * Text by which equal keys are found; the lane is part of it only when given. The component is not: it is what rules and
 * people say about a row, so it may differ between two imports of one charge.
 */
export function keyText(key: Omit<ClaimKey, "lane" | "component">, lane?: number): string {
  const text = `${key.account}\u0000${key.resource}\u0000${key.meter}`;
  return lane === undefined ? text : `${text}\u0000${lane}`;
}

/**
 * Gives each wish of one file its lane, so that no two claims overlap on an equal key: the earliest start takes the lowest
 * lane that neither the file nor an earlier claim holds (of equal starts the longer, then the earlier record). Identical
 * rows, used beside unused hours and tiers of one hour so stand side by side. Independent of the order of keys.
 */
export function assignLanes(wishes: readonly (ClaimWish | null)[], earlier: ClaimIndex): (number | null)[] {
  const groups = new Map<string, { index: number; wish: ClaimWish }[]>();
  for (const [index, wish] of wishes.entries()) {
    if (wish === null) continue;
    const key = keyText(wish);
    const group = groups.get(key);
    if (group) group.push({ index, wish });
    else groups.set(key, [{ index, wish }]);
  }
  const lanes: (number | null)[] = wishes.map(() => null);
  for (const group of groups.values()) {
    group.sort((a, b) => a.wish.startMs - b.wish.startMs || b.wish.endMs - a.wish.endMs || a.index - b.index);
    const freeFrom: number[] = [];
    for (const { index, wish } of group) {
      let lane = 0;
      while ((freeFrom[lane] ?? Number.NEGATIVE_INFINITY) > wish.startMs || earlier.held(wish, lane) !== "none")
        lane += 1;
      while (freeFrom.length < lane) freeFrom.push(Number.NEGATIVE_INFINITY);
      freeFrom[lane] = wish.endMs;
      lanes[index] = lane;
    }
  }
  return lanes;
}

/** Wishes of one key and exactly the same time, by a text. */
export function sameTimeText(wish: ClaimWish): string {
  return `${keyText(wish)}\u0000${wish.startMs}\u0000${wish.endMs}`;
}

type Run = { startMs: number; endMs: number };

const resourceText = (key: { readonly account: string; readonly resource: string }): string =>
  `${key.account}\u0000${key.resource}`;

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

/** One claim per contiguous run of each key, lane and component; the component is told, it keeps no claims apart. */
export function coalesceClaims(items: readonly { wish: ClaimWish; lane: number }[]): Claim[] {
  const groups = new Map<string, { key: ClaimKey; runs: Run[] }>();
  for (const { wish, lane } of items) {
    const text = `${keyText(wish, lane)}\u0000${wish.component}`;
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
  /** Of each key its lanes, each with its runs in order. */
  private readonly lanes = new Map<string, Map<number, Run[]>>();

  /** Runs of all claims of a resource, and of an account, whatever their meter. */
  private readonly byResource = new Map<string, Run[]>();
  private readonly byAccount = new Map<string, Run[]>();
  /** Runs of claims that stand for a whole resource or account. */
  private readonly wholes = new Map<string, Run[]>();

  constructor(claims: readonly Claim[]) {
    for (const claim of claims) this.note(claim);
    const loose = new Map<string, Map<number, Run[]>>();
    for (const claim of claims) {
      const key = keyText(claim);
      const lanes = loose.get(key) ?? new Map<number, Run[]>();
      const run = { startMs: instantMs(claim.start), endMs: instantMs(claim.end) };
      const list = lanes.get(claim.lane);
      if (list) list.push(run);
      else lanes.set(claim.lane, [run]);
      loose.set(key, lanes);
    }
    for (const [key, lanes] of loose) {
      this.lanes.set(key, new Map([...lanes].map(([lane, runs]) => [lane, mergeRuns(runs)])));
    }
  }

  private note(claim: Claim): void {
    const run = { startMs: instantMs(claim.start), endMs: instantMs(claim.end) };
    const push = (map: Map<string, Run[]>, key: string) => {
      const list = map.get(key);
      if (list) list.push(run);
      else map.set(key, [run]);
    };
    const resource = resourceText(claim);
    if (claim.meter === WHOLE) push(this.wholes, claim.resource === WHOLE ? claim.account : resource);
    else push(this.byResource, resource);
    if (claim.resource !== WHOLE) push(this.byAccount, claim.account);
  }

  /**
   * Whether another grain of the same money is claimed in the wish's time: parts of the resource (or resources of the
   * account) where the wish stands for the whole, or the whole where the wish is a part.
   */
  hidden(wish: ClaimWish): boolean {
    const overlaps = (runs: readonly Run[] | undefined) =>
      runs?.some((run) => run.startMs < wish.endMs && run.endMs > wish.startMs) === true;
    const resource = resourceText(wish);
    if (wish.meter === WHOLE) {
      return overlaps(wish.resource === WHOLE ? this.byAccount.get(wish.account) : this.byResource.get(resource));
    }
    return overlaps(this.wholes.get(resource)) || overlaps(this.wholes.get(wish.account));
  }

  /** Whether any claim has the key of the wish, in whatever lane. */
  knows(wish: ClaimWish): boolean {
    return this.lanes.has(keyText(wish));
  }

  /** How much of the wish earlier claims of the lane hold: none, a part, or all of it. */
  held(wish: ClaimWish, lane: number): "none" | "part" | "all" {
    const runs = this.lanes.get(keyText(wish))?.get(lane) ?? [];
    const run = runs[firstEndingAfter(runs, wish.startMs)];
    if (!run || run.startMs >= wish.endMs) return "none";
    return run.startMs <= wish.startMs && run.endMs >= wish.endMs ? "all" : "part";
  }

  /** Time of the wish that earlier claims hold, in ms summed over all lanes, and whether one lane holds all of it. */
  heldInAnyLane(wish: ClaimWish): { ms: number; whole: boolean } {
    let ms = 0;
    let whole = false;
    for (const runs of this.lanes.get(keyText(wish))?.values() ?? []) {
      for (let i = firstEndingAfter(runs, wish.startMs); i < runs.length; i++) {
        const run = runs[i];
        if (!run || run.startMs >= wish.endMs) break;
        const part = Math.min(run.endMs, wish.endMs) - Math.max(run.startMs, wish.startMs);
        ms += part;
        whole ||= part === wish.endMs - wish.startMs;
      }
    }
    return { ms, whole };
  }
}

/** Place of the first run that ends after an instant; the runs are in order and do not overlap. */
function firstEndingAfter(runs: readonly Run[], ms: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.endMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
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
