import type { CleanLine } from "./clean";
import { MAX_LINE_CHARS } from "./limits";

export type Labels = Readonly<Record<string, string>>;

export interface MetricSample {
  readonly name: string;
  readonly labels: Labels;
  /** NaN and the infinities are values here: what they mean is for the reader to say. */
  readonly value: number;
  readonly timestampMs: number | null;
  readonly line: number;
  /** Name and labels as printed: equal for one series in every scrape of one server. */
  readonly series: string;
}

export interface Exposition {
  readonly samples: readonly MetricSample[];
  /** Type by family name: counter, gauge, histogram, summary, untyped. */
  readonly types: Readonly<Record<string, string>>;
  readonly help: Readonly<Record<string, string>>;
  /** Lines that are neither a sample, a comment nor blank. */
  readonly unread: readonly CleanLine[];
  /** `# EOF` was seen: nothing is missing at the end. */
  readonly ended: boolean;
  /** Someone cut labels out by hand (`,...}`): series may be more than they look. */
  readonly elided: boolean;
}

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"/y;
const VALUE =
  /^[ \t]+([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Inf|inf|NaN|Nan|nan))(?:[ \t]+(-?\d+(?:\.\d+)?))?[ \t]*(?:# .*)?$/;
/** Quoting in mails and issues eats the `#`, so it may be missing or stand as `>`. */
const COMMENT = /^(?:[#>]\s*)?(HELP|TYPE|UNIT) ([a-zA-Z_:][a-zA-Z0-9_:]*)(?: (.*))?$/;

const ELIDED_LABELS = /(?:\.\.\.|…)\}/;

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c));
}

/** Where the quoted text that begins at `from` ends (index of the closing quote), or -1. */
function closingQuote(text: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function labelsAt(text: string, from: number): { labels: Record<string, string>; end: number } | null {
  const labels: Record<string, string> = {};
  let at = from;
  while (at < text.length) {
    LABEL.lastIndex = at;
    const label = LABEL.exec(text);
    if (!label) break;
    const begin = at + label[0].length;
    const end = closingQuote(text, begin);
    if (end < 0) return null;
    labels[label[1] ?? ""] = unescaped(text.slice(begin, end));
    at = end + 1;
    while (text[at] === " ") at += 1;
    if (text[at] === ",") at += 1;
    else break;
  }
  while (text[at] === " ") at += 1;
  if (text.startsWith("...", at)) at += 3;
  else if (text[at] === "…") at += 1;
  return text[at] === "}" ? { labels, end: at + 1 } : null;
}

function numberOf(text: string): number {
  const low = text.toLowerCase();
  if (low.endsWith("nan")) return Number.NaN;
  if (low.endsWith("inf")) return low.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
}

const NO_LABELS: Labels = {};

/** One line `name{label="value",…} value [timestamp]`, or null when it is not whole. */
export function parseSample(text: string, line: number): MetricSample | null {
  NAME.lastIndex = 0;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  let at = name.length;
  let labels: Labels = NO_LABELS;
  if (text[at] === "{") {
    const found = labelsAt(text, at + 1);
    if (!found) return null;
    labels = found.labels;
    at = found.end;
  }
  const rest = VALUE.exec(text.slice(at));
  if (!rest) return null;
  const stamp = rest[2] === undefined ? null : Number(rest[2]);
  return { name, labels, value: numberOf(rest[1] ?? ""), timestampMs: stamp, line, series: text.slice(0, at) };
}

/** Reads the Prometheus text format (and the part of OpenMetrics that exporters print). Never throws. */
export function parseExposition(lines: readonly CleanLine[]): Exposition {
  const samples: MetricSample[] = [];
  const types: Record<string, string> = {};
  const help: Record<string, string> = {};
  const unread: CleanLine[] = [];
  let ended = false;
  let elided = false;
  for (const line of lines) {
    const text = line.text.trim();
    if (text === "") continue;
    if (text === "# EOF") {
      ended = true;
      continue;
    }
    const comment = text.length > MAX_LINE_CHARS ? null : COMMENT.exec(text);
    if (comment) {
      const [, kind, name = "", rest = ""] = comment;
      if (kind === "TYPE") types[name] = rest.trim();
      else if (kind === "HELP") help[name] = unescaped(rest);
      continue;
    }
    if (text.startsWith("#")) continue;
    const sample = text.length > MAX_LINE_CHARS ? null : parseSample(text, line.number);
    if (sample) {
      samples.push(sample);
      elided ||= ELIDED_LABELS.test(text);
    } else unread.push(line);
  }
  return { samples, types, help, unread, ended, elided };
}

/** Text that is equal for equal label sets, whatever their order; `without` names labels left out. */
export function labelKey(labels: Labels, without: readonly string[] = []): string {
  return Object.keys(labels)
    .filter((k) => !without.includes(k))
    .sort()
    .map((k) => `${k}=${JSON.stringify(labels[k])}`)
    .join(",");
}
