import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "./clean";

export interface UnreadLine {
  /** Line number in the text as received, from 1. */
  readonly line: number;
  readonly text: string;
}

export interface EvidenceWarning {
  readonly code: string;
  readonly message: string;
}

/** Key names are part of the contract; a fact that was looked for and not found is null, never missing. */
export type Facts = Readonly<Record<string, Json>>;

export interface Reading {
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly facts: Facts;
  readonly unread: readonly UnreadLine[];
  readonly warnings: readonly EvidenceWarning[];
  /** False for anything cut, elided, in error or without its footer: such evidence never passes a check. */
  readonly complete: boolean;
  /** Facts of earlier payloads in the same paste; the last one counts. */
  readonly others?: readonly Facts[];
}

/** One format. A reader never throws: what it cannot read stays in `unread` and makes the reading incomplete. */
export interface EvidenceReader {
  readonly format: string;
  /** How surely this text is of this format, 0 to 1. */
  readonly recognise: (text: string) => number;
  readonly read: (text: string, cleaned: CleanedText) => Reading;
  /** For tools that print nothing where there is nothing to say: the facts of an empty output that was named. */
  readonly empty?: () => Reading;
}
