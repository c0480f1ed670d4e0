"use client";
import { useTranslations } from "next-intl";
import { classes } from "@/components/ui/classes";
import { Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Verdict } from "@/lib/memory/answer";
import type { GridCell, LoadGrid } from "@/lib/memory/load-grid";

const LOOK: Readonly<Record<Verdict, string>> = {
  fits: "bg-good-soft text-good",
  tight: "bg-warn-soft text-warn",
  "does-not-fit": "bg-bad-soft text-bad",
  "not-estimable": "bg-sunken text-muted",
};
/** A shape beside the figure, so that the edge is seen without colour too. */
const SHAPE: Readonly<Record<Verdict, string>> = {
  fits: "●",
  tight: "▲",
  "does-not-fit": "■",
  "not-estimable": "○",
};

/** Batch against context: what is left at the high end of the range, GiB, and where it stops fitting. */
export function LoadGridTable({
  grid,
  kind,
  here,
  onChoose,
}: {
  grid: LoadGrid;
  kind: "serve" | "train";
  /** The asked load, marked where it stands on the grid. */
  here: { readonly batch: number | null; readonly tokens: number | null };
  onChoose: (cell: GridCell) => void;
}) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  return (
    <Table label={t("grid.title")} className="border-separate border-spacing-0.5">
      <thead>
        <tr>
          <th scope="col" className="px-1 py-1 text-left text-[0.8125rem] font-medium text-muted">
            {t(`grid.corner.${kind}`)}
          </th>
          {grid.lengths.map((length) => (
            <th
              key={length}
              scope="col"
              className="tabular px-1 py-1 text-right text-[0.8125rem] font-medium text-muted"
            >
              {format.number(length)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.cells.map((row) => (
          <tr key={row[0]?.batch}>
            <th scope="row" className="tabular px-1 py-1 text-left text-[0.8125rem] font-medium text-muted">
              {format.number(row[0]?.batch ?? 0)}
            </th>
            {row.map((cell) => {
              const marked = cell.batch === here.batch && cell.tokens === here.tokens;
              const left = cell.roomGib === null ? "–" : format.number(cell.roomGib, { maximumFractionDigits: 1 });
              return (
                <td key={cell.tokens} className="p-0">
                  <button
                    type="button"
                    aria-pressed={marked}
                    aria-label={t("grid.cell", {
                      verdict: t(`verdict.${cell.verdict}`),
                      batch: cell.batch,
                      tokens: format.number(cell.tokens),
                      left,
                    })}
                    onClick={() => onChoose(cell)}
                    className={classes(
                      "tabular flex min-h-8 pointer-coarse:min-h-11 w-full min-w-14 items-center justify-end gap-1 rounded px-1 py-1 text-[0.8125rem]",
                      LOOK[cell.verdict],
                      marked && "outline-2 outline-ink",
                    )}
                  >
                    <span aria-hidden="true" className="text-[0.5625rem] leading-none">
                      {SHAPE[cell.verdict]}
                    </span>
                    {left}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
