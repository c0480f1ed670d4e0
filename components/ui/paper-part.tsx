import type { ReactNode } from "react";
import { classes } from "./classes";

/** A titled part of a printed page; `keep` for one that is short enough to stay on one sheet. */
export function PaperPart({ title, children, keep }: { title: ReactNode; children: ReactNode; keep?: boolean }) {
  return (
    <section className={classes("flex flex-col gap-2 print:gap-1.5", keep && "keep")}>
      <h2 className="border-b border-ink pb-1 text-base font-semibold print:pb-0.5">{title}</h2>
      {children}
    </section>
  );
}
