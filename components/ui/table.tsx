import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { ScrollRegion } from "./scroll-region";

interface TableProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
  /**
   * On narrow screens each row is a block of its own cells instead of a line to scroll along; `early` also on those of
   * a tablet and on paper, for rows that hold sentences beside many figures; `place` wherever the container around it is
   * narrow, for what also stands beside a form.
   */
  readonly stacked?: boolean | "early" | "place";
  /** The first column stays in sight while the others scroll under it: for rows that are read across. */
  readonly pinned?: boolean;
}

const PINNED =
  "[&_tr>*:first-child]:sticky [&_tr>*:first-child]:-left-4 sm:[&_tr>*:first-child]:left-0 [&_tr>*:first-child]:z-1 [&_tr>*:first-child]:bg-surface";

/** Which of its ways to fit a table takes, and up to which width. */
function fitted(stacked: TableProps["stacked"]): string {
  if (!stacked) return "";
  if (stacked === "early") return "max-xl:stacked-rows xl:max-[90rem]:close-columns";
  if (stacked === "place") return "not-print:@max-xl:stacked-rows";
  return "not-print:max-sm:stacked-rows sm:max-xl:close-columns";
}

/** A table that scrolls inside itself where it is too wide, and shows at which side there is more. */
export function Table({ label, children, className, stacked, pinned }: TableProps) {
  return (
    <ScrollRegion label={label} pinned={pinned}>
      <table className={classes("w-full border-collapse text-sm", fitted(stacked), pinned && PINNED, className)}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </ScrollRegion>
  );
}

export function Th({ numeric, className, ...rest }: ComponentProps<"th"> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={classes(
        "border-b border-line px-1.5 py-2 text-[0.8125rem] font-medium text-muted sm:px-3",
        numeric ? "text-right" : "text-left",
        rest.scope === "row" ? "align-top" : "align-bottom first-letter:uppercase",
        className,
      )}
      {...rest}
    />
  );
}

/** What stands where there is no value: where its row is stacked, the cell is left out. */
const NOTHING = "–";

interface TdProps extends ComponentProps<"td"> {
  readonly numeric?: boolean;
  /** What the column is called, said before the cell where its row is stacked and the value alone would not tell. */
  readonly label?: string;
  /** Where its row is stacked, the cell has a line to itself. */
  readonly line?: boolean;
}

export function Td({ numeric, label, line, className, ...rest }: TdProps) {
  return (
    <td
      data-label={label && label.charAt(0).toUpperCase() + label.slice(1)}
      data-line={line ? "" : undefined}
      data-nothing={rest.children === NOTHING ? "" : undefined}
      className={classes(
        "border-b border-line px-1.5 py-2 align-top sm:px-3",
        numeric && "whitespace-nowrap text-right tabular",
        className,
      )}
      {...rest}
    />
  );
}
