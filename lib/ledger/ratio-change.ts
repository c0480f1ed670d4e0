import { Decimal } from "@/lib/money/money";
import { COMPONENTS, type Component } from "./components";
import { type CostMonth, perOutputText } from "./cost-report";
import { unitCost } from "./unit-cost";

/** One reason why a cost per output moved, and by how much of it; amounts are decimal text per accepted output. */
export interface ChangePart {
  readonly why: Component | "outputs";
  /** Cost of the component in both months, or the accepted outputs of both. */
  readonly before: string;
  readonly after: string;
  readonly change: string;
}

export interface RatioChange {
  readonly currency: string;
  readonly before: { readonly month: string; readonly perOutput: string };
  readonly after: { readonly month: string; readonly perOutput: string };
  readonly change: string;
  /** Share of the earlier ratio in percent with one digit; null where that was zero. */
  readonly changePct: string | null;
  /** The largest first; they sum to the change. */
  readonly parts: readonly ChangePart[];
}

/** Digits that parts are exact to: far beyond what is shown, so that they sum to the change. */
const PLACES = 30;

/**
 * Why the cost per accepted output is another one than the month before: each component's change of cost over the later
 * month's outputs, and what the earlier cost is spread over now, (C₁ − C₀) ÷ N₁ + C₀ × (1 ÷ N₁ − 1 ÷ N₀). Null where either
 * month has no accepted output: then there is no ratio to compare.
 */
export function ratioChange(currency: string, before: CostMonth, after: CostMonth): RatioChange | null {
  if (before.accepted === 0 || after.accepted === 0) return null;
  const [n0, n1] = [new Decimal(before.accepted), new Decimal(after.accepted)];
  const over = (amount: Decimal, outputs: Decimal): Decimal => amount.div(outputs).toDecimalPlaces(PLACES);
  const parts = COMPONENTS.map((c) => {
    const [c0, c1] = [new Decimal(before.components[c]), new Decimal(after.components[c])];
    return { why: c, before: c0.toFixed(), after: c1.toFixed(), change: over(c1.minus(c0), n1) };
  });
  const spread = over(new Decimal(before.net), n1).minus(over(new Decimal(before.net), n0));
  const all = [...parts, { why: "outputs" as const, before: n0.toFixed(), after: n1.toFixed(), change: spread }];
  const moved = all.filter((p) => !p.change.isZero());
  moved.sort((a, b) => b.change.abs().comparedTo(a.change.abs()));
  const change = moved.reduce((sum, p) => sum.plus(p.change), new Decimal(0));
  const first = new Decimal(before.net).div(n0);
  const text = (month: CostMonth): string =>
    perOutputText(unitCost({ amount: new Decimal(month.net), currency }, month.accepted)) ?? "0.00";
  return {
    currency,
    before: { month: before.month, perOutput: text(before) },
    after: { month: after.month, perOutput: text(after) },
    change: change.toFixed(),
    changePct: first.isZero() ? null : change.times(100).div(first).toFixed(1),
    parts: moved.map((p) => ({ ...p, change: p.change.toFixed() })),
  };
}

/** What one resource cost in both months, and the difference; exact decimal text. */
export interface Mover {
  readonly resource: string | null;
  readonly before: string;
  readonly after: string;
  readonly change: string;
}

/** The resources whose cost changed most between two months, the largest first. */
export function movers(
  sums: readonly { readonly resource: string | null; readonly month: string; readonly amount: string }[],
  months: readonly [before: string, after: string],
  most: number,
): Mover[] {
  const zero = (): [Decimal, Decimal] => [new Decimal(0), new Decimal(0)];
  const byResource = new Map<string | null, [Decimal, Decimal]>();
  for (const { resource, month, amount } of sums) {
    const at = months.indexOf(month);
    if (at < 0) continue;
    const pair = byResource.get(resource) ?? zero();
    pair[at === 0 ? 0 : 1] = pair[at === 0 ? 0 : 1].plus(amount);
    byResource.set(resource, pair);
  }
  return [...byResource]
    .map(([resource, [before, after]]) => ({ resource, before, after, change: after.minus(before) }))
    .filter((m) => !m.change.isZero())
    .sort((a, b) => b.change.abs().comparedTo(a.change.abs()))
    .slice(0, most)
    .map((m) => ({ ...m, before: m.before.toFixed(), after: m.after.toFixed(), change: m.change.toFixed() }));
}
