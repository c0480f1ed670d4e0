import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";

const CONTROL =
  "block w-full rounded-md border border-control bg-surface px-3 text-[0.9375rem] text-ink aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad disabled:opacity-60";
/* Text, lists and dates are equally high, and as high as the button beside them. */
const ONE_LINE = "min-h-10 py-1.5 pointer-coarse:min-h-11";

interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  /** Why it matters, in one line. */
  readonly hint?: ReactNode;
  /** How what was typed is read: "= 80 GB = 74.5 GiB". */
  readonly echo?: ReactNode;
  readonly error?: ReactNode;
  readonly optional?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Ids that a control names in aria-describedby, when those parts exist. */
export function describedBy(
  id: string,
  parts: { hint?: unknown; echo?: unknown; error?: unknown },
): string | undefined {
  const ids = [parts.hint && `${id}-hint`, parts.error && `${id}-error`, parts.echo && `${id}-echo`].filter(Boolean);
  return ids.length ? ids.join(" ") : undefined;
}

/** In a `fields` grid the labels of a row stand at one height, and so do its controls, however long a hint is. */
export function Field({ id, label, hint, echo, error, optional, children, className }: FieldProps) {
  return (
    <div data-field="" className={classes("flex min-w-0 flex-col gap-1", className)}>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium first-letter:uppercase">
          {label}
          {optional ? <span className="ml-1.5 font-normal text-muted">{optional}</span> : null}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        {children}
        {echo ? (
          <p id={`${id}-echo`} className="tabular text-[0.8125rem] text-muted">
            {echo}
          </p>
        ) : null}
        {error ? (
          <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-bad">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={classes(CONTROL, ONE_LINE, "text-ellipsis", className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={classes(CONTROL, "min-h-20 py-2", className)} {...rest} />;
}

interface SelectProps extends ComponentProps<"select"> {
  /** Nothing is chosen yet: what stands there is an example or an invitation, and looks like one. */
  readonly unanswered?: boolean;
}

export function Select({ className, unanswered, ...rest }: SelectProps) {
  const grey = unanswered && "!text-muted print:!text-transparent [&_option]:text-ink";
  return <select className={classes(CONTROL, ONE_LINE, "truncate pr-8", grey, className)} {...rest} />;
}

export function Checkbox({
  id,
  label,
  className,
  ...rest
}: ComponentProps<"input"> & { id: string; label: ReactNode }) {
  return (
    <label htmlFor={id} className={classes("flex items-start gap-2.5 py-1 text-sm pointer-coarse:py-3", className)}>
      <input id={id} type="checkbox" className="mt-0.5 size-4.5 shrink-0 accent-accent" {...rest} />
      <span>{label}</span>
    </label>
  );
}
