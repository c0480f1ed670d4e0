import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";

/**
 * A table that scrolls inside itself on narrow screens; the region can be reached by keyboard. It is positioned, so that
 * words for screen readers in its far columns scroll with it instead of widening the page.
 */
export function Table({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table className={classes("w-full border-collapse text-sm", className)}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  );
}

export function Th({ numeric, className, ...rest }: ComponentProps<"th"> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={classes(
        "border-b border-line px-3 py-2 text-[0.8125rem] font-medium text-muted",
        numeric ? "text-right" : "text-left",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ numeric, className, ...rest }: ComponentProps<"td"> & { numeric?: boolean }) {
  return (
    <td
      className={classes(
        "border-b border-line px-3 py-2 align-top",
        numeric && "whitespace-nowrap text-right tabular",
        className,
      )}
      {...rest}
    />
  );
}
