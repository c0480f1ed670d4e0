import type { CleanLine } from "./clean";
import { MAX_UNREAD_CHARS } from "./limits";
import type { UnreadLine } from "./reader-contract";

export function unreadLine(line: CleanLine): UnreadLine {
  const { number, text } = line;
  return { line: number, text: text.length > MAX_UNREAD_CHARS ? `${text.slice(0, MAX_UNREAD_CHARS)}…` : text };
}

/** Words of a failing tool: an unread line with one of them makes a reading incomplete. */
export const TROUBLE =
  /\b(?:error|err!|fail(?:ed|ure)?|unable|unknown error|lost|denied|not found|no devices|couldn't|cannot|could not|aborted|killed)\b/i;

/** Shell prompts and the command itself: they belong to the paste, not to the output. */
export const PROMPT = /^(?:\([\w.-]+\)\s*)?(?:\[?[\w.-]+@[\w.-]+[^$#]*)?[$#]\s*(?:sudo\s+)?[\w./-]*(?:\s.*)?$/;

const MAX_PROMPT_CHARS = 2_000;

/** As `PROMPT`, without looking closely at lines that cannot be one. */
export const isPrompt = (text: string): boolean =>
  text.length <= MAX_PROMPT_CHARS && (text.includes("$") || text.includes("#")) && PROMPT.test(text);
