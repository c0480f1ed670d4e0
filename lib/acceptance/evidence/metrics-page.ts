import type { CleanedText, CleanLine } from "./clean";
import { type Exposition, type MetricSample, parseExposition } from "./prometheus";
import { isPrompt, TROUBLE } from "./unread";

/** One scrape: series by name, in the order of the page. */
export type Scrape = ReadonlyMap<string, readonly MetricSample[]>;

export interface MetricsPage {
  readonly page: Exposition;
  /** The last scrape of the paste; its values count. */
  readonly last: Scrape;
  /** The first scrape, where the paste holds at least two: what lies between them is the window. */
  readonly first: Scrape | null;
  readonly scrapes: number;
  /** A counter fell or a creation time changed between two scrapes: the server restarted, or it is another server. */
  readonly reset: boolean;
  /** Series that vanish or stand twice in a row: lines were lost or doubled, the scrapes are not comparable. */
  readonly uneven: boolean;
  readonly unread: readonly CleanLine[];
  /** Ends without a line end, after a comment, or with a sample that is not whole. */
  readonly cut: boolean;
}

const COUNTED = /_(?:total|bucket|count|sum)$/;

function grouped(samples: readonly MetricSample[]): Scrape {
  const byName = new Map<string, MetricSample[]>();
  for (const s of samples) {
    const known = byName.get(s.name);
    if (known) known.push(s);
    else byName.set(s.name, [s]);
  }
  return byName;
}

interface Split {
  readonly parts: readonly (readonly MetricSample[])[];
  readonly reset: boolean;
  readonly uneven: boolean;
}

/** A series that stands again begins the next scrape. */
function splitScrapes(page: Exposition): Split {
  const parts: MetricSample[][] = [];
  let values = new Map<string, number>();
  let before: Map<string, number> | null = null;
  let previous = "";
  let reset = false;
  let uneven = false;
  const close = () => {
    for (const key of before?.keys() ?? []) if (!values.has(key)) uneven = true;
  };
  for (const s of page.samples) {
    const key = s.series;
    if (key === previous) uneven = true;
    previous = key;
    if (parts.length === 0) parts.push([]);
    if (values.has(key)) {
      close();
      before = values;
      values = new Map();
      parts.push([]);
    }
    values.set(key, s.value);
    parts.at(-1)?.push(s);
    const old = before?.get(key);
    if (old === undefined) continue;
    const created = s.name.endsWith("_created") || s.name === "process_start_time_seconds";
    const counter = COUNTED.test(s.name) || page.types[s.name] === "counter";
    if (created ? old !== s.value : counter && s.value < old) reset = true;
  }
  close();
  return { parts, reset, uneven };
}

/** A page of a metrics server: one scrape, or several pasted one after the other. */
export function readMetricsPage(cleaned: CleanedText): MetricsPage {
  const page = parseExposition(cleaned.lines);
  const { parts, reset, uneven } = splitScrapes(page);
  const unread = page.unread.filter((l) => !isPrompt(l.text));
  const lastLine = cleaned.lines.findLast((l) => l.text.trim() !== "")?.text.trim() ?? "";
  const broken = unread.some((l) => /^[a-zA-Z_:][\w:]*\{/.test(l.text.trim()) || TROUBLE.test(l.text));
  const openEnd = !page.ended && (cleaned.openEnd || /^#? ?(?:HELP|TYPE)\b/.test(lastLine));
  return {
    page,
    last: grouped(parts.at(-1) ?? []),
    first: parts.length > 1 ? grouped(parts[0] ?? []) : null,
    scrapes: parts.length,
    reset,
    uneven,
    unread,
    cut: broken || openEnd,
  };
}

/** Sum over the series of the first of these names that is there; null where none is. */
export function sumOf(scrape: Scrape, ...names: readonly string[]): number | null {
  for (const name of names) {
    const series = scrape.get(name);
    if (series && series.length > 0) return series.reduce((sum, s) => sum + s.value, 0);
  }
  return null;
}

/** As `sumOf`, between the first and the last scrape where there are two. */
export function grownBy({ first, last, reset }: MetricsPage, ...names: readonly string[]): number | null {
  const now = sumOf(last, ...names);
  if (now === null || first === null || reset) return now;
  return now - (sumOf(first, ...names) ?? 0);
}

/** Distinct values of a label over the last scrape. */
export function labelValues(page: MetricsPage, ...names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const series of page.last.values()) {
    for (const { labels } of series) {
      for (const name of names) if (labels[name]) found.add(labels[name]);
    }
  }
  return [...found].sort();
}
