import { COMPONENTS } from "../components";
import { type CostSum, costReport } from "../cost-report";
import { csvCell } from "./entry";
import { defused } from "./spreadsheet";

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

export const ALLOCATION_COLUMNS = [
  "month",
  "brief",
  "title",
  "currency",
  ...COMPONENTS,
  "five_components",
  "tax",
  "credit",
  "unclassified",
  "accepted_outputs",
  "per_accepted_output",
] as const;

/** Cells of a row in the order of the columns: text as text, amounts as exact decimal text, a number for the outputs. */
export function allocationCells(row: AllocationRow): (string | number | null)[] {
  return [
    row.month,
    row.brief,
    row.title,
    row.currency,
    ...COMPONENTS.map((c) => row.components[c]),
    row.net,
    row.tax,
    row.credit,
    row.unclassified,
    row.accepted,
    row.perOutput,
  ];
}

/** The rows for a person's spreadsheet: amounts are plain numbers, text is defused. */
export function allocationCsv(rows: readonly AllocationRow[]): string {
  const lines = rows.map((row) =>
    allocationCells({ ...row, title: defused(row.title) })
      .map((cell) => csvCell(cell === null ? null : String(cell)))
      .join(","),
  );
  return `${[ALLOCATION_COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}
