import type { ReactNode } from "react";
import { classes } from "./classes";

export type Tone = "neutral" | "good" | "warn" | "bad" | "accent";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "border-line bg-sunken text-ink",
  good: "border-transparent bg-good-soft text-good",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
  accent: "border-transparent bg-accent-soft text-accent",
};

/** A shape beside the word, so that no state is told by colour alone. */
const SHAPES: Readonly<Record<Tone, string>> = { neutral: "○", good: "●", warn: "▲", bad: "■", accent: "◆" };

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2 py-0.5 text-xs font-medium in-[.paper]:border-transparent in-[.paper]:bg-transparent in-[.paper]:px-0",
        TONES[tone],
      )}
    >
      <span aria-hidden="true" className="text-[0.5625rem] leading-none">
        {SHAPES[tone]}
      </span>
      <span className="inline-block first-letter:uppercase">{children}</span>
    </span>
  );
}
