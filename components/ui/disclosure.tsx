import type { ComponentProps, ReactNode } from "react";

interface DisclosureProps extends Pick<ComponentProps<"details">, "open" | "onToggle" | "ref"> {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Folded until asked for; works without scripts. */
export function Disclosure({ summary, children, ...details }: DisclosureProps) {
  return (
    <details {...details} className="group rounded-md border border-line bg-surface">
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
