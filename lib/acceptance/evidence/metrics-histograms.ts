import type { Json } from "@/lib/digest/canonical";
import { addHistograms, between, type Histogram, quantileOf } from "./histogram";
import type { MetricsPage, Scrape } from "./metrics-page";
import { type Labels, labelKey } from "./prometheus";

/** Parts of one server: their buckets are added. All other labels tell replicas, models or kinds of work apart. */
const PARTS = ["le", "engine", "engine_id", "dp_rank", "tp_rank", "pp_rank", "moe_ep_rank"];

export interface Family {
  /** Name of the metric, with the labels that tell it from its siblings where there are several. */
  readonly key: string;
  readonly name: string;
  readonly labels: Labels;
  /** Added over the engines of one server, in the window where there are two scrapes; null: not whole or not comparable. */
  readonly histogram: Histogram | null;
  readonly monotonic: boolean;
  readonly infEqualsCount: boolean;
}

interface Draft {
  readonly labels: Labels;
  readonly buckets: Map<number, number>;
  sum: number | null;
  count: number | null;
}

const edgeOf = (le: string): number => (/^\+?inf(?:inity)?$/i.test(le) ? Number.POSITIVE_INFINITY : Number(le));

/** As `labelKey` without `le`, for hundreds of thousands of samples. */
function keyWithoutEdge(labels: Labels): string {
  let key = "";
  for (const name of Object.keys(labels).sort()) if (name !== "le") key += `${name}\u0000${labels[name]}\u0000`;
  return key;
}

function draftsOf(scrape: Scrape, name: string): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  const draft = (labels: Labels): Draft => {
    const key = keyWithoutEdge(labels);
    const known = drafts.get(key);
    if (known) return known;
    const { le: _, ...rest } = labels;
    const made: Draft = { labels: rest, buckets: new Map(), sum: null, count: null };
    drafts.set(key, made);
    return made;
  };
  for (const s of scrape.get(`${name}_bucket`) ?? []) {
    const { le } = s.labels;
    if (le !== undefined) draft(s.labels).buckets.set(edgeOf(le), s.value);
  }
  for (const s of scrape.get(`${name}_sum`) ?? []) draft(s.labels).sum = s.value;
  for (const s of scrape.get(`${name}_count`) ?? []) draft(s.labels).count = s.value;
  return drafts;
}

const asHistogram = (name: string, d: Draft): Histogram => ({
  name,
  labels: d.labels,
  buckets: [...d.buckets].map(([le, count]) => ({ le, count })).sort((a, b) => a.le - b.le),
  sum: d.sum,
  count: d.count,
});

const isWhole = (h: Histogram): boolean => h.buckets.at(-1)?.le === Number.POSITIVE_INFINITY && h.count !== null;
const rises = (h: Histogram): boolean => h.buckets.every((b, i) => b.count >= (h.buckets[i - 1]?.count ?? 0));

/** Series of one family in the last scrape, less what the first scrape had. */
function seriesOf(page: MetricsPage, name: string): (Histogram | null)[] {
  const before = page.first && !page.reset ? draftsOf(page.first, name) : null;
  return [...draftsOf(page.last, name)].map(([key, draft]) => {
    const now = asHistogram(name, draft);
    const old = before?.get(key);
    return old ? between(asHistogram(name, old), now) : now;
  });
}

function familiesOf(page: MetricsPage, name: string): Family[] {
  const groups = new Map<string, Histogram[]>();
  let lost = false;
  for (const h of seriesOf(page, name)) {
    if (h === null || !isWhole(h)) {
      lost = true;
      continue;
    }
    const key = labelKey(h.labels, PARTS);
    const group = groups.get(key);
    if (group) group.push(h);
    else groups.set(key, [h]);
  }
  const all = [...groups.values()];
  const differing = [...new Set(all.flatMap((g) => Object.keys(g[0]?.labels ?? {})))]
    .filter((label) => !PARTS.includes(label))
    .filter((label) => new Set(all.map((g) => g[0]?.labels[label])).size > 1)
    .sort();
  const families = all.map((parts): Family => {
    const labels = parts[0]?.labels ?? {};
    const told = differing.map((d) => `${d}=${JSON.stringify(labels[d] ?? "")}`).join(",");
    return {
      key: told === "" ? name : `${name}{${told}}`,
      name,
      labels,
      histogram: addHistograms(parts),
      monotonic: parts.every(rises),
      infEqualsCount: parts.every((h) => h.count === h.buckets.at(-1)?.count),
    };
  });
  if (!lost) return families;
  return [...families, { key: name, name, labels: {}, histogram: null, monotonic: false, infEqualsCount: false }];
}

/** Every histogram of the page: one for each replica, model or kind of work, never averaged over them. */
export function histogramFamilies(page: MetricsPage): Family[] {
  const names = [...page.last.keys()].filter((n) => n.endsWith("_bucket")).map((n) => n.slice(0, -"_bucket".length));
  return names.flatMap((name) => familiesOf(page, name));
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
const edgeText = (edge: number | null): Json => (edge === null ? "+Inf" : edge);

/** Quantile as a number, as `>edge` in the open bucket, or null; the bucket's edges beside it. */
export function quantileFact(h: Histogram, q: number): { value: Json; bucket: Json; first: boolean } {
  const found = quantileOf(h, q);
  if (!found) return { value: null, bucket: null, first: false };
  const value = found.value === null ? `>${found.low}` : round(found.value);
  return { value, bucket: [found.low, edgeText(found.high)], first: found.inFirstBucket };
}

function factOf({ histogram, monotonic, infEqualsCount }: Family): Json {
  if (histogram === null) return null;
  const { count, sum, buckets } = histogram;
  // Buckets that fall contradict themselves: no rank lies anywhere.
  const at = (q: number) => (monotonic ? quantileFact(histogram, q) : { value: null, bucket: null });
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)];
  return {
    count,
    sum,
    p50_bucket: p50.bucket,
    p95_bucket: p95.bucket,
    mean: sum === null || count === null || count <= 0 ? null : round(sum / count),
    p50: p50.value,
    p95: p95.value,
    p99: p99.value,
    buckets: buckets.length,
    monotonic,
    inf_equals_count: infEqualsCount,
  };
}

/** Facts of all histograms that are whole, by key. Cut ones are left out. */
export function histogramFacts(families: readonly Family[]): Record<string, Json> {
  return Object.fromEntries(families.filter((f) => f.histogram !== null).map((f) => [f.key, factOf(f)]));
}

/** Quantiles that lie in the first bucket, of which only the upper edge is known. */
export function inFirstBucket(families: readonly Family[]): string[] {
  return families.flatMap((f) =>
    [50, 95, 99].flatMap((p) =>
      f.histogram !== null && f.monotonic && quantileFact(f.histogram, p / 100).first ? [`${f.key} p${p}`] : [],
    ),
  );
}

/** Tails of one phase, in ms, for each replica or model: p50, p95, p99, `>edge` where the rank lies in the open bucket. */
export function phaseFacts(families: readonly Family[], names: readonly string[], factor = 1_000): Json {
  const name = names.find((n) => families.some((f) => f.name === n && f.histogram !== null));
  const found = families.filter((f) => f.name === name && f.histogram !== null && f.monotonic);
  if (name === undefined || found.length === 0) return null;
  const at = (h: Histogram, q: number): Json => {
    const quantile = quantileOf(h, q);
    if (!quantile) return null;
    return quantile.value === null ? `>${round(quantile.low * factor)}` : round(quantile.value * factor);
  };
  return found.map((f) => {
    const h = f.histogram as Histogram;
    return { of: f.key, count: h.count, p50: at(h, 0.5), p95: at(h, 0.95), p99: at(h, 0.99) };
  });
}
