import type { ReactNode } from "react";

/** A titled part of a printed record. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="border-b border-ink pb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
