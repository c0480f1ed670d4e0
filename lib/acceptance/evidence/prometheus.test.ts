import { describe, expect, it } from "vitest";
import { cleanText } from "./clean";
import { addHistograms, between, type Histogram, quantileOf } from "./histogram";
import { labelKey, parseExposition, parseSample } from "./prometheus";

const page = (text: string) => parseExposition(cleanText(text).lines);

describe("the Prometheus text format", () => {
  it("reads labels with escapes, braces and commas, values of every form, and a timestamp", () => {
    expect(parseSample('m{a="x\\"y\\\\z\\n",b="{1,2}"} 1.5e+03 1700000000000', 7)).toMatchObject({
      name: "m",
      labels: { a: 'x"y\\z\n', b: "{1,2}" },
      value: 1500,
      timestampMs: 1_700_000_000_000,
      line: 7,
    });
    expect(parseSample("m +Inf", 1)?.value).toBe(Number.POSITIVE_INFINITY);
    expect(parseSample("m{} NaN", 1)?.value).toBeNaN();
    expect(parseSample('m{a="b",} .5 # {trace="1"} 0.1', 1)?.value).toBe(0.5);
  });
  it.each(['m{a="b"', 'm{a="b"} ', 'm{a="b"} 1e', "m{a=b} 1", "m", "1 2", 'm{a="b"} 1 2 3'])(
    "takes %s for no sample",
    (text) => {
      expect(parseSample(text, 1)).toBeNull();
    },
  );
  it("reads types and help, also where quoting ate the sign, and keeps what it cannot read", () => {
    const read = page("# HELP a An amount.\n# TYPE a gauge\nTYPE b counter\na 1\nb 2\n??\n# a remark\n# EOF\n");
    expect(read).toMatchObject({ types: { a: "gauge", b: "counter" }, help: { a: "An amount." }, ended: true });
    expect(read.samples).toHaveLength(2);
    expect(read.unread.map((l) => l.text)).toEqual(["??"]);
  });
  it("gives equal keys for equal labels", () => {
    expect(labelKey({ b: "2", a: "1", le: "5" }, ["le"])).toBe(labelKey({ a: "1", b: "2" }));
  });
});

describe("histograms", () => {
  const of = (...counts: number[]): Histogram => ({
    name: "h",
    labels: {},
    buckets: counts.map((count, i) => ({ le: [1, 2, 4, Number.POSITIVE_INFINITY][i] ?? 0, count })),
    sum: 10,
    count: counts.at(-1) ?? null,
  });
  it("interpolates inside the bucket that holds the rank", () => {
    expect(quantileOf(of(0, 10, 20, 20), 0.75)).toEqual({ value: 3, low: 2, high: 4, inFirstBucket: false });
  });
  it("says only an upper edge in the first bucket, and only a lower one in the last", () => {
    expect(quantileOf(of(10, 10, 10, 10), 0.5)).toEqual({ value: 0.5, low: 0, high: 1, inFirstBucket: true });
    expect(quantileOf(of(0, 0, 5, 10), 0.99)).toEqual({ value: null, low: 4, high: null, inFirstBucket: false });
  });
  it("has no quantile of nothing", () => {
    expect(quantileOf(of(0, 0, 0, 0), 0.5)).toBeNull();
  });
  it("subtracts two scrapes, and not across a restart or other edges", () => {
    expect(between(of(1, 2, 3, 4), of(1, 4, 6, 8))?.buckets.map((b) => b.count)).toEqual([0, 2, 3, 4]);
    expect(between(of(1, 2, 3, 4), of(0, 0, 1, 1))).toBeNull();
    expect(between(of(1, 2, 3), of(1, 2, 3, 4))).toBeNull();
  });
  it("adds engines with the same edges only", () => {
    expect(addHistograms([of(1, 2, 3, 4), of(1, 1, 1, 1)])?.buckets.map((b) => b.count)).toEqual([2, 3, 4, 5]);
    expect(addHistograms([of(1, 2, 3, 4), of(1, 2)])).toBeNull();
    expect(addHistograms([])).toBeNull();
  });
});
