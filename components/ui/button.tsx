import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import Link from "./link";

export type ButtonTone = "primary" | "secondary" | "ghost" | "danger";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60";
/* What a finger presses is 44 px high. On narrow screens, where buttons stand below each other, the quiet ones have an edge too. */
const TOUCH = "pointer-coarse:min-h-11";
/* Where the reader's system chooses the colours, grounds vanish and the transparent borders show: a button stays one. */
const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: "border border-transparent bg-accent text-accent-ink hover:opacity-90 forced-colors:border-2",
  secondary: "border border-control bg-surface text-ink hover:bg-sunken",
  ghost: "border border-line text-accent hover:bg-sunken lg:border-transparent",
  danger: "border border-bad bg-surface text-bad hover:bg-bad-soft",
};

interface Look {
  readonly tone?: ButtonTone;
  readonly small?: boolean;
}

function look({ tone = "secondary", small = false }: Look, extra?: string): string {
  const size = small ? "min-h-8 px-2.5 py-1 text-[0.8125rem]" : "min-h-10 px-3.5 py-1.5 text-sm";
  return classes(BASE, TOUCH, TONES[tone], size, extra);
}

export function Button({
  tone,
  small,
  pending,
  className,
  type = "button",
  children,
  ...rest
}: ComponentProps<"button"> & Look & { pending?: boolean }) {
  return (
    <button
      type={type}
      className={look({ ...(tone && { tone }), ...(small && { small }) }, className)}
      data-tone={tone}
      aria-busy={pending || undefined}
      {...rest}
      disabled={rest.disabled || pending}
    >
      {children}
    </button>
  );
}

export function LinkButton({
  tone,
  small,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look & { children: ReactNode }) {
  return (
    <Link data-tone={tone} className={look({ ...(tone && { tone }), ...(small && { small }) }, className)} {...rest} />
  );
}
