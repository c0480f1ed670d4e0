import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { interactive, lora } from "@/lib/sample/fixtures/briefs";
import { changed, offer } from "../fixtures/briefs";
import { type Plan, readPlan } from "../plan";
import { monthHoursOf, plannedCost } from "../planned-cost";
import { outputsWithin } from "../volume";
import { firstRental } from "./first-rental";
import { planEconomics } from "./plan-economics";
import { availability, replicasFor } from "./replicas";
import { savingsOf } from "./savings";
import { mergedRuns, weeklyWindows } from "./windows";

const H100 = { id: "OFF-1", amount: "2", acceleratorId: "h100-sxm" } as const;
const plan = (values: Partial<Offer> = {}, more: { count?: number; end?: string; trialEnd?: string } = {}): Plan => {
  const reading = readPlan({
    boundary: "vm",
    offer: offer({ ...H100, ...values }),
    count: more.count ?? 1,
    period: { start: "2026-12-01", end: more.end ?? "2026-12-29" },
    owner: "Team",
    stopRule: "Stop",
    fallbacks: { lostAllocation: "a", shortage: "b", failedDeployment: "c" },
    trial: { endDate: more.trialEnd ?? "2026-12-04", budget: { amount: "300", currency: "USD" } },
  });
  if (!reading.ok) throw new Error("the plan is one");
  return reading.plan;
};
const brief = (input: unknown, changes: Partial<Record<FieldPath, FieldValue>> = {}) =>
  contentOf(changed(input, changes));

describe("the first rental", () => {
  it("is just long enough for its stages, from the brief's own times where it states them", () => {
    const asked = firstRental(
      brief(interactive, {
        "target.timeLimitMinutes": 30,
        "target.startupWithinSeconds": 1800,
        "capacityVanishes.resumeWithinMinutes": 15,
        "capacityVanishes.checkpointIntervalMinutes": null,
      }),
    );
    expect(Object.fromEntries(asked.stages.map((s) => [s.stage, s.hours]))).toEqual({
      "set-up": 4,
      smoke: 1.5,
      load: 1,
      failure: 3,
      recovery: 0.25,
      export: 2,
    });
    expect([asked.hours, asked.days]).toEqual([11.75, 1]);
    expect(firstRental(contentOf({})).stages.every((s) => s.from === null)).toBe(true);
  });

  it("a trial that is longer than that, or shorter, says so", () => {
    const trial = (trialEnd: string) => planEconomics(brief(interactive), plan({}, { trialEnd }), []).trial;
    const { days } = firstRental(brief(interactive));
    expect(days).toBe(1);
    expect([trial("2026-12-02"), trial("2026-12-09")]).toEqual(["enough", "longer-than-needed"]);
    const slow = brief(interactive, { "capacityVanishes.resumeWithinMinutes": 600 });
    expect(planEconomics(slow, plan({}, { trialEnd: "2026-12-02" }), []).trial).toBe("too-short");
  });
});

describe("spare copies", () => {
  it("are as many as the promise needs", () => {
    expect(availability(1, 1, 0.99)).toBeCloseTo(0.99, 12);
    expect(availability(2, 1, 0.99)).toBeCloseTo(0.9999, 12);
    expect(availability(3, 2, 0.9)).toBeCloseTo(0.972, 12);
    expect(replicasFor(1, 0.99, 0.995)).toMatchObject({ needed: 1, spare: 1 });
    expect(replicasFor(4, 0.999, 0.99)).toMatchObject({ spare: 0 });
    expect([replicasFor(1, 0.99, 1), replicasFor(1, 0, 0.5)]).toEqual([null, null]);
  });

  it("need the provider's claim and the brief's promise, and guess neither", () => {
    const of = (values: Partial<Offer>, changes = {}) =>
      planEconomics(brief(interactive, changes), plan(values), []).replicas;
    expect(of({})).toBe("no-uptime");
    expect(of({ uptimePct: 99 }, { "target.errorRatePct": null })).toBe("no-promise");
    expect(of({ uptimePct: 99 }, { "target.errorRatePct": 0.5 })).toMatchObject({ needed: 1, spare: 1 });
    expect(planEconomics(brief(lora), plan(), []).replicas).toBe("not-a-service");
  });
});

describe("weekly windows", () => {
  const work = { cards: 1, hoursPerDay: 8, daysPerWeek: 5, startUpHours: 0.5, diskBytes: null };

  it("pay each start, and the disk until it is deleted", () => {
    const answer = weeklyWindows(offer({ ...H100 }), work);
    expect(answer).toMatchObject({
      ok: true,
      windows: { always: "336", windowed: "85", starts: 5, cheaper: "windows" },
    });
    const disk = { amount: "0.10", currency: "USD", unit: "gb-month" } as const;
    const kept = weeklyWindows(offer({ ...H100, storage: disk }), { ...work, diskBytes: 730e9 });
    expect(kept).toMatchObject({ ok: true, windows: { stoppedDisk: "12.55", windowed: "97.55" } });
  });

  it("merge days whose gap is shorter than another start, and a minimum can eat them up", () => {
    expect(weeklyWindows(offer({ ...H100 }), { ...work, hoursPerDay: 23.5, startUpHours: 1 })).toMatchObject({
      windows: { starts: 1 },
    });
    expect(weeklyWindows(offer({ ...H100, minimumSeconds: 86_400 }), { ...work, daysPerWeek: 7 })).toMatchObject({
      windows: { windowed: "336", cheaper: "always" },
    });
    expect(mergedRuns(3, 6, 4)).toEqual({ apart: 30, merged: 22 });
  });

  it("save nothing of what is paid anyway, or worked around the clock", () => {
    const always = { ...work, hoursPerDay: 24, daysPerWeek: 7 };
    expect(weeklyWindows(offer({ ...H100 }), always)).toEqual({ ok: false, code: "no-gap" });
    expect(weeklyWindows(offer({ ...H100, purchase: "reserved" }), work)).toEqual({ ok: false, code: "paid-anyway" });
    const month = { amount: "900", currency: "USD", unit: "month" } as const;
    expect(weeklyWindows(offer({ ...H100, price: month }), work)).toEqual({ ok: false, code: "paid-anyway" });
  });
});

describe("what would save most", () => {
  const chat = brief(interactive, {
    "scale.activeHoursPerDay": 8,
    "scale.activeDaysPerWeek": 5,
    "memoryShape.acceleratorId": "h100-sxm",
    "dataBoundary.residency": null,
  });
  const others = [
    offer({ id: "OFF-2", amount: "1.5", acceleratorId: "h100-sxm", provider: "Cheaper" }),
    offer({ id: "OFF-3", amount: "0.5", acceleratorId: "l40s" }),
    offer({ id: "OFF-4", amount: "0.1", acceleratorId: "h100-sxm", purchase: "spot" }),
    offer({
      id: "OFF-5",
      amount: "0.2",
      acceleratorId: "h100-sxm",
      price: { amount: "0.2", currency: "EUR", unit: "gpu-hour" },
    }),
  ];

  it("is ranked by what it saves over the period, from what is allowed only", () => {
    const { found, currency } = savingsOf(chat, plan(), others, 0.1);
    expect(currency).toBe("USD");
    expect(found.map((s) => s.lever)).toEqual(["window", "architecture", "provider"]);
    expect(found.find((s) => s.lever === "provider")).toMatchObject({ saves: "336", params: { offer: "OFF-2" } });
    const saves = found.map((s) => Number(s.saves));
    expect(saves).toEqual([...saves].sort((a, b) => b - a));
  });

  it("fewer bits, where they need fewer cards; more sequences, where there are copies", () => {
    const large = brief(interactive, {
      "memoryShape.modelPreset": "meta-llama/Llama-3.1-70B",
      "memoryShape.tensorParallel": 4,
      "memoryShape.concurrency": 4,
      "memoryShape.contextTokens": 2048,
      "memoryShape.maxModelLenTokens": 4096,
    });
    const levers = (input: typeof large, count: number) =>
      savingsOf(input, plan({}, { count }), [], 0).found.map((s) => s.lever);
    expect(levers(large, 4)).toContain("format");
    expect(levers(brief(interactive, { "memoryShape.concurrency": 8 }), 4)).toContain("batch");
    expect(levers(brief(interactive, { "memoryShape.concurrency": 8 }), 1)).not.toContain("batch");
  });

  it("does not depend on the order of offers, and never saves more than the plan costs", () => {
    const once = savingsOf(chat, plan(), others, 0.1);
    fc.assert(
      fc.property(fc.shuffledSubarray(others, { minLength: others.length }), (list) => {
        expect(savingsOf(chat, plan(), list, 0.1)).toEqual(once);
      }),
      { numRuns: 10 },
    );
    const cost = plannedCost(offer({ ...H100 }), {
      cards: 1,
      start: "2026-12-01",
      end: "2026-12-29",
      diskBytes: null,
      egressBytesPerMonth: null,
    });
    for (const { saves } of once.found) expect(Number(saves)).toBeLessThanOrEqual(cost.ok ? Number(cost.amount) : 0);
  });
});

describe("a plan's economics", () => {
  it("cost per output from the volume of the brief, with idle time inside and said", () => {
    const chat = brief(interactive, {
      "outcome.volumeOutputs": 1000,
      "outcome.volumePeriod": "day",
      "scale.activeHoursPerDay": 12,
      "scale.activeDaysPerWeek": 7,
      "controlBoundary.persistentDiskBytes": null,
      "dataBoundary.egressBytesPerMonth": null,
    });
    const made = planEconomics(chat, plan(), []);
    expect(made.perOutput).toEqual({ amount: "0.048", currency: "USD", outputs: "28000" });
    expect(made.idleShare).toBe(0.5);
    expect(outputsWithin(brief(interactive, { "outcome.volumePeriod": "total", "outcome.volumeOutputs": 5 }), 90)).toBe(
      5,
    );
    expect(planEconomics(brief(interactive, { "outcome.volumeOutputs": null }), plan(), []).perOutput).toBeNull();
  });

  it("periods hold set-up, checks and export; energy is the power limit; a quota is looked up or open", () => {
    const made = planEconomics(brief(interactive), plan(), []);
    expect(made.periods.map((p) => [p.days, p.cost])).toEqual([
      ["3", "144"],
      ["7", "336"],
      ["30", "1440"],
    ]);
    // A price by order unit or by month has periods too: whole packs, and the month that was begun.
    const costs = (values: object, count = 1) =>
      planEconomics(brief(interactive), plan(values, { count }), []).periods.map((p) => p.cost);
    const packOfTwo = { cardsPerPack: 2, price: { amount: "5", currency: "USD", unit: "pack-hour" } };
    expect(costs(packOfTwo, 3)).toEqual(["720", "1680", "7200"]);
    const month = { cardsPerPack: 1, price: { amount: "900", currency: "USD", unit: "month" } };
    expect(costs(month)).toEqual(["900", "900", "900"]);
    expect(made.energy?.kilowattHours).toBe("470.4");
    const quota = (quotaCards: number | null, quotaSource?: string) =>
      planEconomics(brief(interactive), plan({ quotaCards, quotaSource }, { count: 2 }), []).quota;
    expect([quota(null), quota(1, "console"), quota(2), quota(2, "console")]).toEqual([
      "nobody-looked",
      "too-small",
      "not-shown",
      "enough",
    ]);
  });

  it("goes from a small card to the whole plan, and merges runs of a training", () => {
    const made = planEconomics(
      brief(interactive, {
        "memoryShape.concurrency": 4,
        "memoryShape.contextTokens": 1024,
        "memoryShape.maxModelLenTokens": 2048,
      }),
      plan({}, { count: 3 }),
      [],
    );
    expect(made.stepUp.map((s) => [s.step, s.cards])).toEqual([
      ["smallest", 1],
      ["trial", 1],
      ["whole", 3],
    ]);
    // The small card is taken where it costs least.
    const small = made.stepUp[0]?.gpu ?? "";
    const dear = offer({ id: "a-dear", amount: "9", acceleratorId: small });
    const cheap = offer({ id: "b-cheap", amount: "0.4", acceleratorId: small });
    const input = brief(interactive, {
      "memoryShape.concurrency": 4,
      "memoryShape.contextTokens": 1024,
      "memoryShape.maxModelLenTokens": 2048,
    });
    expect(planEconomics(input, plan({}, { count: 3 }), [dear, cheap]).stepUp[0]?.offer).toBe("b-cheap");
    expect(planEconomics(brief(lora), plan(), []).merged).toEqual({ apart: 20, merged: 16 });
  });

  it("a month of storage is the provider's own where it is known", () => {
    expect([monthHoursOf("Lambda Labs"), monthHoursOf("Nebius"), monthHoursOf("Example")]).toEqual([720, 730, 730]);
  });
});
