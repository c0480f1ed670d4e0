import { describe, expect, it } from "vitest";
import { beforeOf, collectPlan, sourceOf } from "@/lib/testing/bill-stream";
import { briefNamed } from "./brief-names";
import { openBill } from "./import/open-bill";
import { EMPTY_STATE } from "./schema";
import { PLAIN_TERMS, type SourceTerms } from "./source-choices";
import { sourceTermsSchema, termsOf } from "./source-terms";
import { underTerms } from "./under-terms";

const HEADER = "charge_start,charge_end,component,amount,currency,resource,description\n";
const LINES = `2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,accelerator,10.10,EUR,gpu-1,one hour
2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,storage,0.01,EUR,disk-1,a disk
2026-09-01T00:00:00Z,2026-09-02T00:00:00Z,tax,2,EUR,,its own tax
`;

async function planned(more: Partial<SourceTerms>, lines = LINES) {
  const terms = { ...PLAIN_TERMS, ...more };
  const source = sourceOf("own.csv", new TextEncoder().encode(HEADER + lines));
  const opened = await openBill(source, null, { assumedCurrency: null, timeZone: terms.timeZone });
  if (!opened.ok) throw new Error(opened.message);
  const before = beforeOf(EMPTY_STATE, source.digest);
  return collectPlan(underTerms(opened.bill, terms), { basis: "effective", before });
}

const byComponent = (plan: Awaited<ReturnType<typeof planned>>) =>
  plan.entries.map((e) => `${e.component} ${e.effective}`);

describe("the terms of a source", () => {
  it("plain ones change nothing", async () => {
    expect(byComponent(await planned({}))).toEqual(["accelerator 10.1", "storage 0.01", "tax 2"]);
  });

  it("split amounts that include tax into net and tax that sum to them, and leave a tax row alone", async () => {
    const plan = await planned({ taxIncludedPct: "23" });
    expect(byComponent(plan)).toEqual([
      "accelerator 8.211382",
      "tax 1.888618",
      "storage 0.00813",
      "tax 0.00187",
      "tax 2",
    ]);
    expect(plan.proof.holds).toBe(true);
    expect(plan.piles.new.EUR).toMatchObject({ effective: "12.11" });
  });

  it("turn the sign of a source that writes what it charges as negative", async () => {
    const plan = await planned(
      { sign: "charges-negative" },
      "2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,accelerator,-3,EUR,gpu-1,h\n2026-09-01T01:00:00Z,2026-09-01T02:00:00Z,accelerator,1,EUR,gpu-1,refund\n",
    );
    expect(byComponent(plan)).toEqual(["accelerator 3", "accelerator -1"]);
  });

  it.each(["totals", "estimates", "plans", "allocations"] as const)(
    "count nothing where they hold %s",
    async (holds) => {
      const plan = await planned({ holds });
      expect(plan.entries.filter((e) => e.component !== "tax")).toEqual([]);
      expect(plan.piles.notCounted.EUR?.rows).toBeGreaterThanOrEqual(2);
      expect(plan.proof.holds).toBe(true);
    },
  );

  it("read times that name no zone in the source's, summer and winter", async () => {
    const plan = await planned(
      { timeZone: "Europe/Warsaw" },
      "2026-07-01 00:00:00,2026-07-01 01:00:00,accelerator,1,EUR,g,h\n2026-12-01 00:00:00,2026-12-01 01:00:30,accelerator,1,EUR,g,h\n",
    );
    expect(plan.entries.map((e) => [e.chargeStart, e.chargeEnd])).toEqual([
      ["2026-06-30T22:00:00Z", "2026-06-30T23:00:00Z"],
      ["2026-11-30T23:00:00Z", "2026-12-01T00:00:30Z"],
    ]);
    expect(plan.warnings.filter((w) => w.code === "date-without-zone")).toEqual([]);
  });

  it("are refused where they could not be meant", () => {
    for (const wrong of [
      { timeZone: "Mars/Base" },
      { taxIncludedPct: "-1" },
      { taxIncludedPct: "101" },
      { currency: "eur" },
    ]) {
      expect(sourceTermsSchema.safeParse({ ...PLAIN_TERMS, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
    }
    expect(termsOf(null)).toEqual(PLAIN_TERMS);
    expect(() => termsOf({ delivery: "sometimes" })).toThrow();
  });
});

describe("the brief that a source names", () => {
  const terms = {
    briefTag: "brief",
    resources: [
      { begins: "train-", brief: 3 },
      { begins: "train-llm-", brief: 4 },
    ],
  };
  it.each([
    [{ brief: "BRF-12" }, "x", 12],
    [{ brief: "brf-012" }, "train-1", 12],
    [{ brief: "7" }, null, 7],
    [{ brief: "some team" }, "train-1", 3],
    [{ brief: "0" }, "train-llm-9", 4],
    [null, "train-llm-9", 4],
    [null, "trainer", null],
    [{ other: "BRF-1" }, null, null],
  ])("%j and resource %s: %s", (tags, resource, wanted) => {
    expect(briefNamed({ tags: tags as Record<string, string> | null, resource }, terms)).toBe(wanted);
  });
});
