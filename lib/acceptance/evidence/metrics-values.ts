import type { Json } from "@/lib/digest/canonical";
import type { Family } from "./metrics-histograms";
import type { MetricsPage } from "./metrics-page";
import type { MetricSample } from "./prometheus";
import type { EvidenceWarning } from "./reader-contract";

export const plainValue = (value: number): Json =>
  Number.isFinite(value) ? value : Number.isNaN(value) ? null : value > 0 ? "+Inf" : "-Inf";

const quantileRank = (s: MetricSample): number => Number(s.labels.quantile);

/** One series gives its value, several give a list in the page's order, a summary its highest quantile. */
function seriesValue(series: readonly MetricSample[]): Json {
  if (series.some((s) => s.labels.quantile !== undefined)) {
    const highest = series.reduce((a, b) => (quantileRank(b) >= quantileRank(a) ? b : a));
    return plainValue(highest.value);
  }
  const [only, ...more] = series;
  return only && more.length === 0 ? plainValue(only.value) : series.map((s) => plainValue(s.value));
}

/** Counters and gauges of the last scrape by name; parts of histograms and summaries, creation times and infos left out. */
export function valueFacts(page: MetricsPage, prefix: string, without: readonly string[] = []): Record<string, Json> {
  const facts: Record<string, Json> = {};
  for (const [name, series] of page.last) {
    if (!name.startsWith(prefix) || without.includes(name)) continue;
    if (/_(?:bucket|sum|created|info)$/.test(name)) continue;
    const base = name.replace(/_count$/, "");
    const part = base !== name && [base, `${base}_bucket`, `${base}_sum`].some((n) => page.last.has(n));
    if (part) continue;
    facts[name] = seriesValue(series);
  }
  return facts;
}

/** Warnings that hold for any page of metrics. */
export function metricsWarnings(page: MetricsPage, families: readonly Family[], firsts: number): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (page.cut) add("MAYBE_CUT", "the page ends in the middle, or a line of it is not whole");
  if (page.page.elided) add("ELIDED", "labels were cut out by hand: series may be more than they look");
  if (page.uneven) add("INCONSISTENT", "some series stand more often than others");
  if (page.reset) add("COUNTER_RESET", "a counter fell between two scrapes: the window is not one run");
  else if (page.first)
    add("SEVERAL_SCRAPES", `${page.scrapes} scrapes: figures are those between the first and the last`);
  const cut = families.filter((f) => f.histogram === null);
  if (cut.length > 0) add("INCOMPLETE", `histograms that are not whole: ${cut.map((f) => f.name).join(", ")}`);
  const odd = families.filter((f) => f.histogram !== null && !(f.monotonic && f.infEqualsCount));
  if (odd.length > 0) add("INCONSISTENT", `histograms that contradict themselves: ${odd.map((f) => f.key).join(", ")}`);
  if (firsts > 0) add("FIRST_BUCKET", `${firsts} quantiles lie in the first bucket: only their upper edge is known`);
  return list;
}

/** Whole: nothing cut, elided, lost, doubled or restarted, and every histogram agrees with itself. */
export function isWholePage(page: MetricsPage, families: readonly Family[]): boolean {
  const sound = families.every((f) => f.histogram !== null && f.monotonic && f.infEqualsCount);
  return page.page.samples.length > 0 && sound && !page.cut && !page.page.elided && !page.uneven && !page.reset;
}
