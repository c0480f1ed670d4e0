import { MAX_LINE_CHARS } from "./limits";

export interface CleanLine {
  /** Line number in the text as received, from 1. */
  readonly number: number;
  readonly text: string;
}

export interface CleanedText {
  readonly text: string;
  readonly lines: readonly CleanLine[];
  /** Blanks that every line shared and that were taken away. */
  readonly indentedBy: number;
  /** Someone cut lines out by hand (`[...]`, `…`): counts are "at least". */
  readonly elided: boolean;
  /** The last line has no line end: it may be cut. */
  readonly openEnd: boolean;
  /** Holds characters that no tool prints: the bytes were harmed on the way, or are of another encoding. */
  readonly damaged: boolean;
  /** What was done to the text, in order; shown beside the result. */
  readonly changes: readonly string[];
}

const ESC = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** Colours and cursor moves, window titles, character sets, and the shift signs that terminals print with them. */
const ANSI = new RegExp(
  `${ESC}\\[[0-9;?]*[ -/]*[@-~]|${ESC}\\][^${BELL}${ESC}]{0,400}(?:${BELL}|${ESC}\\\\)|${ESC}[()][A-Z0-9]|${ESC}[=>]|[\u000e\u000f]`,
  "g",
);
/** In web pastes the escape byte is lost and `[36m` stays as plain text. */
const BARE_ANSI = /\[(?:\d{1,3};)*\d{1,3}m/g;
const CI_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /;
const ELISION =
  /^\s*(?:\[?(?:\.{3}|…)\]?|\[(?:\.{3}|…)[^\]]{0,80}(?:\.{3}|…)\]|\[result\]|<snip>|\[?truncated\]?|\{"\.\.\."\}|,\.\.\.\})\s*$/i;
const FENCE = /^\s*(?:```|~~~)[\w-]*\s*$/;

interface Shared {
  readonly name: string;
  readonly strip: (line: string) => string | null;
}

const SHARED: readonly Shared[] = [
  { name: "ci-timestamps", strip: (l) => (CI_TIME.test(l) ? l.replace(CI_TIME, "") : null) },
  { name: "frame", strip: (l) => /^\s*│ ?(.*?)\s*│\s*$/.exec(l)?.[1] ?? null },
  { name: "comment-signs", strip: (l) => /^# ?(.*)$/.exec(l)?.[1] ?? null },
  { name: "quote-signs", strip: (l) => /^> ?(.*)$/.exec(l)?.[1] ?? null },
];

/** A prefix is taken off only when nearly all lines share it: one `# ` is a root prompt, or data. */
function stripShared(lines: CleanLine[], changes: string[]): CleanLine[] {
  let now = lines;
  for (const { name, strip } of SHARED) {
    const filled = now.filter((l) => l.text.trim() !== "");
    const having = filled.filter((l) => strip(l.text) !== null);
    // A Prometheus page cut to its HELP and TYPE lines also starts every line with a sign: there it is data.
    const metrics = having.some((l) => /^# (?:HELP|TYPE) /.test(l.text));
    if (having.length === 0 || having.length < filled.length * 0.9 || metrics) continue;
    now = now.map((l) => ({ ...l, text: strip(l.text) ?? l.text }));
    changes.push(name);
  }
  return now;
}

function sharedIndent(lines: readonly CleanLine[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { text } of lines) {
    if (text.trim() !== "") least = Math.min(least, text.length - text.trimStart().length);
  }
  return Number.isFinite(least) ? least : 0;
}

/** Numbers count line feeds of the received text; a lone CR (a progress bar) starts a new line with the same number. */
function split(text: string): CleanLine[] {
  return text
    .replace(/\r\n/g, "\n")
    .split("\n")
    .flatMap((line, i) => line.split("\r").map((part) => ({ number: i + 1, text: part })))
    .map((l) => (l.text.length > MAX_LINE_CHARS ? l : { ...l, text: l.text.trimEnd() }));
}

const range = ([from = 0, to = 0]: readonly number[]): string =>
  `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;

/** Control characters other than tab and line ends, or a character that could not be decoded. */
const DAMAGE = new RegExp(
  `[${[
    [0, 8],
    [11, 12],
    [14, 31],
    [127, 127],
    [0xfffd, 0xfffd],
  ]
    .map(range)
    .join("")}]`,
);

/** Takes away what terminals, browsers and people add around a tool's output. The received text stays as it was. */
export function cleanText(received: string): CleanedText {
  const changes: string[] = [];
  const note = (name: string, before: string, after: string): string => {
    if (before !== after) changes.push(name);
    return after;
  };
  const noMark = note("byte-order-mark", received, received.replace(/^\ufeff/, ""));
  const noAnsi = note("colours", noMark, noMark.replace(ANSI, "").replace(BARE_ANSI, ""));
  if (noAnsi.includes("\r")) changes.push("carriage-returns");
  const all = split(noAnsi);
  const unfenced = all.filter((l) => !FENCE.test(l.text));
  if (unfenced.length < all.length) changes.push("fences");
  const elided = unfenced.some((l) => ELISION.test(l.text) || /\[\.\.\.\]/.test(l.text));
  const plain = stripShared(unfenced, changes);
  const indentedBy = sharedIndent(plain);
  if (indentedBy > 0) changes.push("indent");
  const lines = indentedBy > 0 ? plain.map((l) => ({ ...l, text: l.text.slice(indentedBy) })) : plain;
  return {
    text: lines.map((l) => l.text).join("\n"),
    lines,
    indentedBy,
    elided,
    openEnd: !/[\n\r]$/.test(received),
    damaged: DAMAGE.test(noAnsi),
    changes,
  };
}
