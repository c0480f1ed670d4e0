import type { ReactNode } from "react";

/** Folded until asked for; works without scripts. */
export function Disclosure({ summary, children, open }: { summary: ReactNode; children: ReactNode; open?: boolean }) {
  return (
    <details open={open} className="group rounded-md border border-line bg-surface">
      <summary className="flex min-h-10 list-none pointer-coarse:min-h-11 items-baseline gap-2 px-3 py-2.5 pointer-coarse:py-3 text-sm font-medium">
        <span aria-hidden="true" className="text-muted transition-transform group-open:rotate-90">
          ▸
        </span>
        {summary}
      </summary>
      <div className="border-t border-line px-3 py-3">{children}</div>
    </details>
  );
}
