import type { Deployment, Fill } from "./deployment";

export const TARGETS = [
  "vllm",
  "sglang",
  "torchrun",
  "docker",
  "kubernetes",
  "skypilot",
  "dstack",
  "terraform",
] as const;
export type Target = (typeof TARGETS)[number];

/** What the person who uses it must know; its words are `boundary.takeaway.notes.<code>`. */
export type NoteCode =
  | "cards-left"
  | "copies-apart"
  | "needs-quantised"
  | "no-cache-flag"
  | "server-default-length"
  | "several-nodes"
  | "assumed-as-comment"
  | "stops-by-time"
  | "mig-by-uuid"
  | "other-server"
  | "no-labels"
  | "own-module";

export interface Takeaway {
  readonly target: Target;
  readonly fileName: string;
  readonly text: string;
  readonly toFill: readonly Fill[];
  readonly notes: readonly NoteCode[];
  /** Commands that show it right before anything is paid for. */
  readonly checks: readonly string[];
}

/** Why a target cannot carry this work; its words are `boundary.takeaway.refused.<code>`. */
export type RefusalCode = "other-engine" | "not-serving" | "not-training" | "several-nodes" | "no-command";
export type TakeawayAnswer =
  | { readonly ok: true; readonly takeaway: Takeaway }
  | { readonly ok: false; readonly target: Target; readonly code: RefusalCode };

/** Placeholders that stand in a text, in the order in which they come. */
export function fillsIn(text: string, fills: readonly Fill[]): Fill[] {
  return fills
    .filter((fill) => text.includes(`<${fill}>`))
    .sort((a, b) => text.indexOf(`<${a}>`) - text.indexOf(`<${b}>`));
}

/** Notes that every target shares. */
export function sharedNotes({ cardsLeft, copies }: Deployment, copiesInside: boolean): NoteCode[] {
  return [
    ...(cardsLeft > 0 ? (["cards-left"] as const) : []),
    ...(copies > 1 && !copiesInside ? (["copies-apart"] as const) : []),
  ];
}
