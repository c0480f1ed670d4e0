import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { interactive, lora } from "@/lib/sample/fixtures/briefs";
import { searchOfBrief } from "../sweep/from-brief";
import { differenceOf, measureOf } from "./differences";
import { askWhatIf, packWhatIf, unpackWhatIf, WHAT_IF_FIELDS, type WhatIf } from "./what-if";

const TODAY = "2026-11-30";
const BASE: WhatIf = {
  model: "meta-llama/Llama-3.1-8B",
  gpu: "h100-sxm",
  weights: "bf16",
  conc: "32",
  in: "1024",
  out: "256",
  price: "2.50",
  currency: "USD",
};
const planOf = (more: WhatIf = {}) => {
  const answer = askWhatIf({ ...BASE, ...more }, null, TODAY);
  if (!answer.ok) throw new Error(answer.field);
  return answer.plan;
};

describe("a what-if", () => {
  it("comes back from its address as it was, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...WHAT_IF_FIELDS), fc.string({ minLength: 1, maxLength: 60 })),
        (whatIf) => {
          expect(unpackWhatIf(packWhatIf(whatIf))).toEqual({ ...whatIf });
        },
      ),
    );
    expect(unpackWhatIf("nonsense;gpu=;other=1;=;tp=2")).toEqual({ tp: "2" });
    // One that states nothing yet has a place in the address too: added to another, it must not vanish.
    expect(packWhatIf({})).not.toBe("");
    expect(unpackWhatIf(packWhatIf({}))).toEqual({});
  });

  it("is worked out like a row of a search, and names what lacks or cannot be read", () => {
    const plan = planOf({ tp: "2" });
    expect(plan).toMatchObject({ gpuCount: 2, verdict: "fits", costPerHour: { amount: "5", currency: "USD" } });
    expect(Number(plan.costPerAccepted?.expected)).toBeGreaterThan(0);
    const faults: [WhatIf, string][] = [
      [{ model: "" }, "model"],
      [{ gpu: "" }, "gpu"],
      [{ model: "no/such" }, "model"],
      [{ tp: "0" }, "tp"],
      [{ tp: "two" }, "tp"],
      [{ price: "free" }, "price"],
      [{ currency: "" }, "currency"],
      [{ conc: "-" }, "conc"],
      [{ weights: "bf17" }, "weights"],
    ];
    // A name that no model has is said before the card that lacks too.
    expect(askWhatIf({ model: "qwen3 32" }, null, TODAY)).toEqual({ ok: false, code: "unreadable", field: "model" });
    expect(askWhatIf({}, null, TODAY)).toEqual({ ok: false, code: "missing", field: "model" });
    for (const [more, field] of faults) expect(askWhatIf({ ...BASE, ...more }, null, TODAY)).toMatchObject({ field });
  });

  it("of a brief takes the brief's work and load", () => {
    const found = searchOfBrief(contentOf(interactive));
    if (!found.ok) throw new Error("the brief has a search");
    const answer = askWhatIf({ gpu: "h100-sxm", in: "3000", out: "500" }, found.search, TODAY);
    expect(answer).toMatchObject({ ok: true, plan: { verdict: "fits" } });
    expect(answer.ok && answer.plan.speed !== null).toBe(true);
  });
});

describe("a training as a what-if", () => {
  it("is compared by its tokens and what a million of them cost", () => {
    const found = searchOfBrief(contentOf(lora));
    if (!found.ok) throw new Error("the brief has a search");
    const on = (gpu: string) => {
      const answer = askWhatIf({ gpu, price: "2.5", currency: "USD" }, found.search, TODAY);
      if (!answer.ok) throw new Error(answer.field);
      return answer.plan;
    };
    const [a100, h100] = [on("a100-80-sxm"), on("h100-sxm")];
    expect(differenceOf(h100, a100, "trained")).toMatchObject({ kind: "more", better: true });
    expect(differenceOf(h100, a100, "million")).toMatchObject({ kind: "less", better: true });
    expect(measureOf(h100, "token")).toBeNull();
  });
});

describe("differences", () => {
  it("are said against the first, with the better way where there is one", () => {
    const [one, two] = [planOf(), planOf({ tp: "2" })];
    expect(differenceOf(two, one, "hour")).toEqual({ kind: "more", percent: 100, better: false });
    expect(differenceOf(two, one, "token")).toMatchObject({ kind: "less", better: true });
    expect(differenceOf(one, one, "each")).toEqual({ kind: "same" });
    expect(differenceOf(planOf({ gpu: "h200-sxm" }), one, "total")).toMatchObject({ kind: "more", better: null });
  });

  it("are not made up: another currency, a missing price", () => {
    expect(differenceOf(planOf({ currency: "EUR" }), planOf(), "hour")).toEqual({ kind: "other-currency" });
    expect(differenceOf(planOf({ price: "" }), planOf(), "each")).toEqual({ kind: "unknown" });
    expect(measureOf(planOf({ in: "" }), "token")).toBeNull();
    expect(differenceOf(planOf({ in: "" }), planOf({ in: "" }), "token")).toEqual({ kind: "same" });
  });
});
