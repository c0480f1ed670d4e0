import type { ExchangeRate } from "@/lib/money/rate";
import { amount, column, count, day, type SheetColumn, text } from "@/lib/sheet/sheet";
import { COMPONENTS } from "../components";
import { type CostMonth, type CostSum, costReport } from "../cost-report";
import type { Group } from "../groups";
import { type ConvertedMonth, inOneCurrency } from "../in-one-currency";

/** What a brief, or another group's value, cost in one month and currency; amounts are exact decimal text. */
export interface AllocationRow extends Pick<CostMonth, "month" | "components" | "net" | "tax" | "credit"> {
  /** `BRF-12`, or the value of the group; null for costs that belong to none. */
  readonly value: string | null;
  /** Of a brief. */
  readonly title: string | null;
  readonly currency: string;
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

type BriefSum = CostSum & { readonly briefId: string | null };

/** Costs by brief, month and currency, the oldest month first: together they are what the costs page sums. */
export function allocationRows(
  sums: readonly BriefSum[],
  outputs: readonly { readonly briefId: string; readonly month: string; readonly accepted: number }[],
  briefs: readonly Brief[],
): AllocationRow[] {
  const ids = [...new Set([...sums.map((s) => s.briefId), ...outputs.map((o) => o.briefId)])];
  const rows = ids.flatMap((id) => {
    const brief = briefs.find((b) => b.id === id);
    const accepted: Record<string, number> = {};
    for (const o of outputs) if (o.briefId === id) accepted[o.month] = (accepted[o.month] ?? 0) + o.accepted;
    const own = rowsOf(
      sums.filter((s) => s.briefId === id),
      accepted,
    );
    const number = brief?.number ?? Number.POSITIVE_INFINITY;
    return own.map((row) => ({
      number,
      row: { ...row, value: brief ? `BRF-${brief.number}` : null, title: brief?.title ?? null },
    }));
  });
  rows.sort(
    (a, b) => compare(a.row.month, b.row.month) || a.number - b.number || compare(a.row.currency, b.row.currency),
  );
  return rows.map(({ row }) => row);
}

/** Costs by a group's values, month and currency; what says no value comes last in its month. */
export function groupAllocationRows(sums: readonly (CostSum & { readonly value: string | null })[]): AllocationRow[] {
  const rows = [...new Set(sums.map((s) => s.value))].flatMap((value) =>
    rowsOf(
      sums.filter((s) => s.value === value),
      {},
    ).map((row) => ({ ...row, value, title: null })),
  );
  return rows.sort(
    (a, b) => compare(a.month, b.month) || lastIfNone(a.value, b.value) || compare(a.currency, b.currency),
  );
}

function rowsOf(sums: readonly CostSum[], accepted: Readonly<Record<string, number>>) {
  return costReport(sums, accepted).flatMap(({ currency, byMonth }) =>
    byMonth.map(({ month, components, net, tax, credit, unclassified, accepted, perOutput }) => ({
      month,
      currency,
      components,
      net,
      tax,
      credit,
      unclassified,
      accepted,
      perOutput,
    })),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const lastIfNone = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : compare(a, b);

/** One currency in which every row is said as well, with the rates to do so. */
export interface AlsoIn {
  readonly currency: string;
  readonly rates: readonly ExchangeRate[];
}

/** Costs for a person's spreadsheet; each amount is in the currency that its row or its column names. */
export function allocationColumns(by: Group, alsoIn: AlsoIn | null): SheetColumn<AllocationRow>[] {
  return [
    column("month", 10, (r) => text(r.month)),
    column(by, by === "brief" ? 9 : 28, (r) => text(r.value)),
    ...(by === "brief" ? [column<AllocationRow>("title", 36, (r) => text(r.title))] : []),
    column("currency", 9, (r) => text(r.currency)),
    ...COMPONENTS.map((c) => column<AllocationRow>(c, 14, (r) => amount(r.components[c]))),
    column("five_components", 16, (r) => amount(r.net)),
    column("tax", 14, (r) => amount(r.tax)),
    column("credit", 14, (r) => amount(r.credit)),
    column("unclassified", 14, (r) => amount(r.unclassified)),
    ...(by === "brief"
      ? [
          column<AllocationRow>("accepted_outputs", 16, (r) => count(r.accepted)),
          column<AllocationRow>("per_accepted_output", 18, (r) => amount(r.perOutput)),
        ]
      : []),
    ...(alsoIn ? convertedColumns(alsoIn) : []),
  ];
}

/** The five components by the rate of their month, as the page converts them; empty where no rate is stated. */
function convertedColumns({ currency, rates }: AlsoIn): SheetColumn<AllocationRow>[] {
  const of = ({ month, currency: from, net }: AllocationRow): ConvertedMonth | null =>
    inOneCurrency([{ month, currency: from, amount: net }], currency, rates).months[0] ?? null;
  return [
    column(`five_components_${currency.toLowerCase()}`, 18, (r) => amount(of(r)?.converted ?? null)),
    column("rate", 12, (r) => amount(of(r)?.rate?.rate ?? null)),
    column("rate_dated", 12, (r) => day(of(r)?.rate?.dated ?? null)),
    column("rate_source", 28, (r) => text(of(r)?.rate?.source ?? null)),
  ];
}
