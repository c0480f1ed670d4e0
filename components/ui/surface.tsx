import type { ReactNode } from "react";
import type { Tone } from "./badge";
import { classes } from "./classes";
import { PageGuide } from "./page-guide";

/** A titled part of a page. */
export function Section({
  id,
  title,
  note,
  actions,
  children,
  className,
}: {
  id?: string;
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section
      id={id}
      className={classes(
        "rounded-lg border border-line bg-surface in-[.paper]:rounded-none in-[.paper]:border-0",
        className,
      )}
    >
      {title ? (
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5 in-[.paper]:border-ink in-[.paper]:px-0! in-[.paper]:pt-0 in-[.paper]:pb-1">
          <div>
            <h2 className="text-base font-semibold">{title}</h2>
            {note ? <p className="mt-0.5 text-[0.8125rem] text-muted">{note}</p> : null}
          </div>
          {actions ? <div className="no-print flex flex-wrap gap-2 empty:hidden">{actions}</div> : null}
        </header>
      ) : null}
      <div className="px-4 py-4 sm:px-5 in-[.paper]:px-0! in-[.paper]:pt-2 in-[.paper]:pb-0">{children}</div>
    </section>
  );
}

export function PageHeader({
  title,
  eyebrow,
  badge,
  note,
  actions,
}: {
  title: ReactNode;
  eyebrow?: ReactNode;
  badge?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {eyebrow ? <p className="tabular text-[0.8125rem] text-muted">{eyebrow}</p> : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words text-2xl font-semibold">{title}</h1>
          {badge}
        </div>
        {note ? <p className="mt-1 max-w-[70ch] text-muted">{note}</p> : null}
      </div>
      {actions ? (
        <div className="no-print flex flex-wrap items-center gap-2 max-sm:*:data-[tone=primary]:order-first sm:-my-1">
          {actions}
        </div>
      ) : null}
      <PageGuide />
    </header>
  );
}

const CALLOUT: Readonly<Record<Tone, string>> = {
  neutral: "border-control bg-sunken",
  good: "border-good bg-good-soft",
  warn: "border-warn bg-warn-soft",
  bad: "border-bad bg-bad-soft",
  accent: "border-accent bg-accent-soft",
};

export function Callout({
  tone = "neutral",
  title,
  children,
  live,
}: {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  live?: boolean;
}) {
  return (
    <div
      className={classes("keep-whole rounded-md border-l-4 px-4 py-3 text-sm in-[.paper]:py-1", CALLOUT[tone])}
      {...(live && { role: "status" })}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children ? <div className={title ? "mt-1" : ""}>{children}</div> : null}
    </div>
  );
}

/** What this is, and the one thing to do: shown where a list has nothing yet. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-dashed border-control px-4 py-6 sm:px-5 sm:py-8">
      <p className="text-base font-semibold">{title}</p>
      {children ? <div className="max-w-[65ch] text-muted">{children}</div> : null}
      {action ? <div className="flex flex-wrap gap-2 *:data-[tone=primary]:order-first">{action}</div> : null}
    </div>
  );
}

interface Fact {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** A digest or another long value: two columns, so that it stays in one line where there is room. */
  readonly wide?: boolean;
}

/** Labels with their values, in as many columns as the place where they stand has room for. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @lg:grid-cols-2 @3xl:grid-cols-3">
        {items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of labels
          <div key={i} className={classes("min-w-0", item.wide && "@lg:col-span-2")}>
            <dt className="text-[0.8125rem] text-muted first-letter:uppercase">{item.label}</dt>
            <dd className="tabular break-words">{item.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
