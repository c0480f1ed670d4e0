import { describe, expect, it } from "vitest";
import { dayAfter } from "@/lib/boundary/calendar";
import { changed, draft, offer } from "@/lib/boundary/fixtures/briefs";
import { contentOf } from "@/lib/brief/content";
import { lora } from "@/lib/sample/fixtures/briefs";
import { planFaults } from "./plan-faults";
import { planFault, planFormOf, planValuesOf } from "./plan-fields";

const NO_WORKERS = {
  moreCards: "",
  workerCount: "",
  inputShare: "",
  ids: "",
  recovery: "",
  merging: "",
  done: "",
};
const TYPED = {
  boundary: "managed-api",
  offer: "",
  count: "2",
  start: "2026-12-01",
  end: "2026-12-31",
  owner: "Head of support",
  stopRule: "Stop when idle for a day",
  lostAllocation: "Queue",
  shortage: "Smaller card",
  failedDeployment: "Roll back",
  trialEnd: "2026-12-04",
  budgetAmount: "300.000000001",
  budgetCurrency: "eur",
  note: "",
  ...NO_WORKERS,
};
const BRIEF = contentOf(draft(lora));
const VM = offer({ id: "OFF-1", amount: "2", acceleratorId: "l4" });

describe("the plan form", () => {
  it("keeps the budget exact and takes no offer where nothing is rented", () => {
    const form = planFormOf(TYPED, BRIEF);
    expect(form.trial.budget).toEqual({ amount: "300.000000001", currency: "EUR" });
    expect(form.offerNumber).toBeNull();
    expect(planFaults(TYPED, null, BRIEF)).toEqual([]);
    expect(planFaults({ ...TYPED, boundary: "vm", count: "1" }, null, BRIEF)).toEqual([
      { name: "offer", code: "OFFER_NEEDED" },
    ]);
  });

  it("names each control with the words it needs", () => {
    expect(planFaults({ ...TYPED, stopRule: " ", count: "1.5" }, null, BRIEF)).toEqual([
      { name: "count", code: "count" },
      { name: "stopRule", code: "empty" },
    ]);
    expect(planFaults({ ...TYPED, trialEnd: "2027-02-01" }, null, BRIEF)).toEqual([
      { name: "trialEnd", code: "TRIAL_LONGER_THAN_PERIOD" },
    ]);
    expect(planFault("plan.trial.budget.amount", "custom", TYPED)).toEqual({ name: "budgetAmount", code: "decimal" });
  });

  it("asks several workers for what they share, and one split copy only for the reason", () => {
    const four = { ...TYPED, boundary: "vm", offer: "1", count: "4" };
    const names = ["moreCards", "workerCount", "inputShare", "ids", "recovery", "merging", "done"];
    expect(
      planFaults(four, VM, BRIEF)
        .map((f) => [f.name, f.code])
        .sort(),
    ).toEqual(names.map((name) => [name, "empty"]).sort());
    const split = contentOf(changed(lora, { "memoryShape.tensorParallel": 4 }));
    expect(planFaults(four, VM, split)).toEqual([{ name: "moreCards", code: "empty" }]);
    const said = { ...four, ...Object.fromEntries(names.map((name) => [name, "by id"])), workerCount: "4" };
    expect(planFaults(said, VM, BRIEF)).toEqual([]);
    expect(planFormOf(said, BRIEF).workers).toMatchObject({ count: 4, ids: "by id", done: "by id" });
    expect(planFaults({ ...said, workerCount: "5" }, VM, BRIEF)).toEqual([
      { name: "workerCount", code: "WORKERS_DO_NOT_FIT" },
    ]);
    // Back to one card: what stands in hidden fields is not sent.
    expect(planFormOf({ ...said, count: "1" }, BRIEF)).toMatchObject({ workers: null, moreCards: null });
  });

  it("comes back from a plan as it was typed", () => {
    const words = { ...NO_WORKERS, moreCards: "A", inputShare: "B", ids: "C", recovery: "D", merging: "E", done: "F" };
    for (const typed of [TYPED, { ...TYPED, ...words, workerCount: "2", boundary: "vm", offer: "1" }]) {
      const { offerNumber: _, ...form } = planFormOf(typed, BRIEF);
      const values = planValuesOf({ ...form, offer: typed.offer === "1" ? VM : null });
      expect(values).toEqual({ ...typed, budgetCurrency: "EUR" });
    }
    expect(dayAfter("2026-02-27", 3)).toBe("2026-03-02");
  });
});
