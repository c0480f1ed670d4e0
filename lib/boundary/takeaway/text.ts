import type { Fill } from "./deployment";

/** A named place for what nobody has stated yet. */
export const placeholder = (fill: Fill): string => `<${fill}>`;

const PLAIN = /^[A-Za-z0-9_./:=,@%+-]+$/;

/** One word of a POSIX shell: names that hold anything else stand in single quotes, so that nothing in them acts. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command with one flag per line, which a shell reads as one line. */
export function shellCommand(start: readonly string[], flags: readonly (readonly string[])[]): string {
  const lines = [start, ...flags].map((words) => words.map(shellWord).join(" "));
  return lines.join(" \\\n  ");
}

/** Text for a comment: it can neither end its line nor hide letters. */
export function commentText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

export const shellComments = (lines: readonly string[]): string =>
  lines.map((line) => `# ${commentText(line)}\n`).join("");

/** A string of HCL: quotes, backslashes, line ends and the starts of its templates are made harmless. */
export function hclString(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(/[$%]\{/g, (start) => `${start.charAt(0)}${start}`);
  return `"${escaped.replace(/[\p{Cc}]/gu, "")}"`;
}
