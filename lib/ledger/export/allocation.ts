import { amount, column, count, type SheetColumn, text } from "@/lib/sheet/sheet";
import { COMPONENTS } from "../components";
import { type CostSum, costReport } from "../cost-report";

/** What a brief cost in one month and currency; amounts are exact decimal text. */
export interface AllocationRow {
  readonly month: string;
  /** `BRF-12` with its title, or null for costs of no brief. */
  readonly brief: string | null;
  readonly title: string | null;
  readonly currency: string;
  readonly components: Readonly<Record<(typeof COMPONENTS)[number], string>>;
  readonly net: string;
  readonly tax: string;
  readonly credit: string;
  readonly unclassified: string;
  readonly accepted: number;
  /** Rounded once; null with nothing accepted. */
  readonly perOutput: string | null;
}

interface Brief {
  readonly id: string;
  readonly number: number;
  readonly title: string;
}

/** Costs by brief, month and currency, the oldest month first: together they are what the costs page sums. */
export function allocationRows(
  sums: readonly (CostSum & { readonly briefId: string | null })[],
  outputs: readonly { readonly briefId: string; readonly month: string; readonly accepted: number }[],
  briefs: readonly Brief[],
): AllocationRow[] {
  const ids = [...new Set([...sums.map((s) => s.briefId), ...outputs.map((o) => o.briefId)])];
  const rows = ids.flatMap((id) => {
    const brief = briefs.find((b) => b.id === id);
    const accepted: Record<string, number> = {};
    for (const o of outputs) if (o.briefId === id) accepted[o.month] = (accepted[o.month] ?? 0) + o.accepted;
    const own = sums.filter((s) => s.briefId === id);
    return costReport(own, accepted).flatMap(({ currency, byMonth }) =>
      byMonth.map((m) => ({
        ...m,
        currency,
        brief: brief ? `BRF-${brief.number}` : null,
        title: brief?.title ?? null,
        number: brief?.number ?? Number.POSITIVE_INFINITY,
      })),
    );
  });
  rows.sort((a, b) => compare(a.month, b.month) || a.number - b.number || compare(a.currency, b.currency));
  return rows.map(({ number: _, funding: _f, rounding: _r, payable: _p, ...row }) => row);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Costs for a person's spreadsheet; each amount is in the currency that its row names. */
export const ALLOCATION_COLUMNS: readonly SheetColumn<AllocationRow>[] = [
  column("month", 10, (r) => text(r.month)),
  column("brief", 9, (r) => text(r.brief)),
  column("title", 36, (r) => text(r.title)),
  column("currency", 9, (r) => text(r.currency)),
  ...COMPONENTS.map((c) => column<AllocationRow>(c, 14, (r) => amount(r.components[c]))),
  column("five_components", 16, (r) => amount(r.net)),
  column("tax", 14, (r) => amount(r.tax)),
  column("credit", 14, (r) => amount(r.credit)),
  column("unclassified", 14, (r) => amount(r.unclassified)),
  column("accepted_outputs", 16, (r) => count(r.accepted)),
  column("per_accepted_output", 18, (r) => amount(r.perOutput)),
];
