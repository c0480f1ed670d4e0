import type { Json } from "@/lib/digest/canonical";
import { mean, percentile, sixDecimals } from "./quantiles";

type Result = Readonly<Record<string, unknown>>;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((v) => typeof v === "number" && Number.isFinite(v));

/** One finished request: seconds to the first token, gaps after it, and tokens that came out. */
interface Request {
  readonly first: number;
  readonly gaps: readonly number[];
  readonly tokens: number | null;
}

/** A request that failed stands in the lists with zeros: it has no time. */
function requestsOf(result: Result): Request[] | null {
  const { ttfts, itls, output_lens: lengths, errors } = result;
  if (!isNumbers(ttfts) || ttfts.length === 0) return null;
  const gaps = Array.isArray(itls) && itls.length === ttfts.length && itls.every(isNumbers) ? itls : null;
  const tokens = isNumbers(lengths) && lengths.length === ttfts.length ? lengths : null;
  const failed = Array.isArray(errors) && errors.length === ttfts.length ? errors : null;
  return ttfts.flatMap((first, i) => {
    const error = failed?.[i];
    if (typeof error === "string" && error !== "") return [];
    return [{ first, gaps: gaps?.[i] ?? [], tokens: tokens?.[i] ?? null }];
  });
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const ms = (seconds: number | null): number | null => (seconds === null ? null : sixDecimals(seconds * 1_000));

/** What the tool was not asked to print, from its per-request lists (in seconds), in ms; null without lists. */
export function fromLists(result: Result): Json {
  const requests = requestsOf(result);
  if (!requests || requests.length === 0) return null;
  const firsts = requests.map((r) => r.first);
  const gaps = requests.flatMap((r) => r.gaps);
  // Time after the first token over the tokens after it, as the tool computes it.
  const perToken = requests.flatMap((r) =>
    r.tokens !== null && r.tokens > 1 && r.gaps.length > 0 ? [sum(r.gaps) / (r.tokens - 1)] : [],
  );
  const whole = gaps.length === 0 ? [] : requests.map((r) => r.first + sum(r.gaps));
  return {
    n: requests.length,
    mean_ttft_ms: ms(mean(firsts)),
    median_ttft_ms: ms(percentile(firsts, 0.5)),
    p95_ttft_ms: ms(percentile(firsts, 0.95)),
    p99_ttft_ms: ms(percentile(firsts, 0.99)),
    mean_tpot_ms: ms(mean(perToken)),
    p95_tpot_ms: ms(percentile(perToken, 0.95)),
    p99_tpot_ms: ms(percentile(perToken, 0.99)),
    mean_itl_ms: ms(mean(gaps)),
    p95_itl_ms: ms(percentile(gaps, 0.95)),
    p99_itl_ms: ms(percentile(gaps, 0.99)),
    itl_samples: gaps.length === 0 ? null : gaps.length,
    e2e_p95_ms: ms(percentile(whole, 0.95)),
    p95_e2el_ms: ms(percentile(whole, 0.95)),
    p99_e2el_ms: ms(percentile(whole, 0.99)),
  };
}
