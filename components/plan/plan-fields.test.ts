import { describe, expect, it } from "vitest";
import { planFaults } from "./plan-faults";
import { dayAfter, planFault, planFormOf, planValuesOf } from "./plan-fields";

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
};

describe("the plan form", () => {
  it("keeps the budget exact and takes no offer where nothing is rented", () => {
    const form = planFormOf(TYPED);
    expect(form.trial.budget).toEqual({ amount: "300.000000001", currency: "EUR" });
    expect(form.offerNumber).toBeNull();
    expect(planFaults(TYPED, null)).toEqual([]);
    expect(planFaults({ ...TYPED, boundary: "vm" }, null)).toEqual([{ name: "offer", code: "OFFER_NEEDED" }]);
  });

  it("names each control with the words it needs", () => {
    expect(planFaults({ ...TYPED, stopRule: " ", count: "1.5" }, null)).toEqual([
      { name: "count", code: "count" },
      { name: "stopRule", code: "empty" },
    ]);
    expect(planFaults({ ...TYPED, trialEnd: "2027-02-01" }, null)).toEqual([
      { name: "trialEnd", code: "TRIAL_LONGER_THAN_PERIOD" },
    ]);
    expect(planFault("plan.trial.budget.amount", "custom", TYPED)).toEqual({ name: "budgetAmount", code: "decimal" });
  });

  it("comes back from a plan as it was typed", () => {
    const { offerNumber: _, ...form } = planFormOf(TYPED);
    const values = planValuesOf({ ...form, offer: null });
    expect(values).toEqual({ ...TYPED, budgetCurrency: "EUR" });
    expect(dayAfter("2026-02-27", 3)).toBe("2026-03-02");
  });
});
