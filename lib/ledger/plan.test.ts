import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileOf, gpuDay } from "./fixtures/rows";
import { instantMs, instantText, zoneOf } from "./period";
import { type ImportPlan, nextState, type PlanFile, planImport } from "./plan";
import { proofOf } from "./proof";
import { type Basis, type BillRow, EMPTY_STATE, type Entry, PILES, type PriorState, type RefusedRow } from "./schema";
import { totalsOf } from "./totals";

const UTC = zoneOf("UTC")!;
const HOUR = 3_600_000;
const START = instantMs("2026-08-28T00:00:00Z");
const digest = (n: number): string => n.toString(16).padStart(64, "0");

const amount = fc
  .tuple(fc.integer({ min: -5_000, max: 100_000 }), fc.integer({ min: 0, max: 17 }))
  .map(([n, scale]) => {
    const text = String(Math.abs(n)).padStart(scale + 1, "0");
    const whole = text.slice(0, text.length - scale);
    const fraction = scale === 0 ? "" : text.slice(-scale).replace(/0+$/, "");
    const plain = fraction === "" ? whole : `${whole}.${fraction}`;
    return n < 0 && /[1-9]/.test(plain) ? `-${plain}` : plain;
  });

const billRow: fc.Arbitrary<Omit<BillRow, "record">> = fc
  .record({
    from: fc.integer({ min: 0, max: 1500 }),
    hours: fc.integer({ min: 1, max: 900 }),
    billed: amount,
    effective: amount,
    currency: fc.constantFrom("USD", "USD", "EUR"),
    resource: fc.constantFrom("node-1", "node-2", null),
    chargeCategory: fc.constantFrom("Usage", "Usage", "Purchase", "Tax", "Credit", "Adjustment" as const),
    description: fc.constantFrom("H100 hours", "Disk", "Egress", "Requests", "Wallet top-up", "Business support"),
    sku: fc.constantFrom("S-1", null),
    correction: fc.boolean(),
    commitmentId: fc.constantFrom(null, null, "cd-1"),
    rowType: fc.constantFrom("charge", "charge", "charge", "total", "estimate" as const),
  })
  .map(({ from, hours, billed, effective, ...more }) => {
    const { record: _, ...row } = gpuDay(0, {
      ...(more as Partial<BillRow>),
      skuMeter: null,
      serviceCategory: null,
      billedAmount: billed,
      effectiveAmount: effective,
      chargeStart: instantText(START + from * HOUR),
      chargeEnd: instantText(START + (from + hours) * HOUR),
    });
    return row;
  });
const rowsOf = (rows: readonly Omit<BillRow, "record">[]): BillRow[] => rows.map((r, i) => ({ ...r, record: i + 2 }));
const someRows = fc.array(billRow, { minLength: 1, maxLength: 25 }).map(rowsOf);
const basisOf = fc.constantFrom<Basis>("effective", "billed");

const refusedRow = (record: number, billedAmount: string | null): RefusedRow => ({
  record,
  reason: "invalid-date",
  field: "ChargePeriodStart",
  message: "no date",
  billedAmount,
  effectiveAmount: billedAmount,
  currency: billedAmount === null ? null : "USD",
  raw: [],
});

/** Imports the files one after another and returns what the ledger then holds. */
function importAll(
  files: readonly PlanFile[],
  basis: Basis,
): { entries: Entry[]; state: PriorState; plans: ImportPlan[] } {
  let state: PriorState = EMPTY_STATE;
  const entries: Entry[] = [];
  const plans: ImportPlan[] = [];
  for (const file of files) {
    const plan = planImport(file, { basis, prior: state });
    plans.push(plan);
    entries.push(...plan.entries);
    state = nextState(state, plan);
  }
  return { entries, state, plans };
}

describe("six piles", () => {
  it("hold every row of a file once, and sum to the file on both bases", () => {
    fc.assert(
      fc.property(someRows, fc.array(fc.option(amount), { maxLength: 4 }), basisOf, (rows, bad, basis) => {
        const refused = bad.map((a, i) => refusedRow(1000 + i, a));
        const plan = planImport(fileOf(rows, digest(1), { refused }), { basis, prior: EMPTY_STATE });
        expect(plan.proof.holds).toBe(true);
        const counted = PILES.flatMap((p) => Object.values(plan.piles[p])).reduce((n, s) => n + s.rows, 0);
        expect(counted).toBe(rows.length + refused.length);
        const aside = new Set(plan.setAside.map((r) => r.record));
        const counts = plan.entries.filter((e) => !aside.has(e.record));
        expect(counts.length + aside.size).toBe(rows.length + refused.length);
        expect(plan.setAside.every((r) => r.message !== "")).toBe(true);
      }),
    );
  });

  it("would show it if a row were lost: the proof compares with the file, not with itself", () => {
    const { bill } = fileOf([gpuDay(2), gpuDay(3)]);
    const none = Object.fromEntries(PILES.map((p) => [p, {}])) as Parameters<typeof proofOf>[1];
    const pile = (rows: number, billed: string) => ({ ...none, new: { USD: { rows, billed, effective: "20" } } });
    expect(proofOf(bill, pile(2, "20")).holds).toBe(true);
    expect(proofOf(bill, pile(1, "20")).holds).toBe(false);
    const lost = proofOf(bill, pile(2, "19.999999999999999999"));
    expect(lost.holds).toBe(false);
    expect(lost.lines).toContainEqual({
      currency: "USD",
      basis: "billed",
      file: "20",
      piles: "19.999999999999999999",
      holds: false,
    });
  });
});

describe("imports", () => {
  it("count a file once, however often it comes", () => {
    fc.assert(
      fc.property(someRows, basisOf, (rows, basis) => {
        const file = fileOf(rows, digest(1));
        const once = importAll([file], basis);
        const twice = importAll([file, file, file], basis);
        expect(totalsOf(twice.entries, basis, UTC)).toEqual(totalsOf(once.entries, basis, UTC));
        expect(twice.state).toEqual(once.state);
        expect(twice.plans[1]?.proof.holds).toBe(true);
      }),
    );
  });

  it("count equal rows of another file once, with and without a claim", () => {
    fc.assert(
      fc.property(someRows, basisOf, (rows, basis) => {
        const once = importAll([fileOf(rows, digest(1))], basis);
        const again = importAll([fileOf(rows, digest(1)), fileOf(rows, digest(2))], basis);
        expect(totalsOf(again.entries, basis, UTC)).toEqual(totalsOf(once.entries, basis, UTC));
      }),
    );
  });

  it("give the same totals in any order when the files hold different charges", () => {
    fc.assert(
      fc.property(fc.array(someRows, { minLength: 2, maxLength: 4 }), basisOf, (parts, basis) => {
        const files = parts.map((rows, i) =>
          fileOf(
            rows.map((r) => ({ ...r, billingAccount: `account-${i}` })),
            digest(i + 1),
          ),
        );
        const forward = importAll(files, basis);
        const backward = importAll([...files].reverse(), basis);
        expect(totalsOf(backward.entries, basis, UTC)).toEqual(totalsOf(forward.entries, basis, UTC));
      }),
    );
  });

  it("lead to claims that never overlap on one key and lane, over all files", () => {
    fc.assert(
      fc.property(someRows, someRows, (a, b) => {
        const { state } = importAll([fileOf(a, digest(1)), fileOf(b, digest(2))], "effective");
        const byKey = new Map<string, { start: number; end: number }[]>();
        for (const c of state.claims) {
          const key = [c.account, c.resource, c.meter, c.lane].join("|");
          byKey.set(key, [...(byKey.get(key) ?? []), { start: instantMs(c.start), end: instantMs(c.end) }]);
        }
        for (const runs of byKey.values()) {
          runs.sort((x, y) => x.start - y.start);
          for (const [i, run] of runs.entries()) if (i > 0) expect(run.start).toBeGreaterThan(runs[i - 1]!.end);
        }
      }),
    );
  });

  it("set aside a row whose time is held in part, and say so", () => {
    const first = importAll([fileOf([gpuDay(2)], digest(1))], "effective");
    const longer = gpuDay(2, { chargeEnd: "2026-09-03T00:00:00Z" });
    const plan = planImport(fileOf([longer], digest(2)), { basis: "effective", prior: first.state });
    expect(plan.setAside).toMatchObject([{ record: 2, pile: "overlapping", reason: "range-overlaps-claim" }]);
    expect(plan.entries).toEqual([]);
  });
});

describe("commitments", () => {
  const purchase = gpuDay(2, {
    chargeCategory: "Purchase",
    commitmentId: "cd-1",
    billedAmount: "744",
    effectiveAmount: "0",
    chargeEnd: "2026-10-01T00:00:00Z",
  });
  const used = gpuDay(3, { commitmentId: "cd-1", commitmentStatus: "Used", billedAmount: "0", effectiveAmount: "1" });

  it("are recognised hour by hour on the effective basis and paid once on the billed basis", () => {
    const effective = planImport(fileOf([purchase, used]), { basis: "effective", prior: EMPTY_STATE });
    expect(effective.setAside).toMatchObject([{ record: 2, pile: "notCounted", reason: "covered-purchase" }]);
    expect(totalsOf(effective.entries, "effective", UTC).USD?.totals.payable).toBe("1");
    const billed = planImport(fileOf([purchase, used]), { basis: "billed", prior: EMPTY_STATE });
    expect(billed.setAside).toMatchObject([{ record: 3, pile: "notCounted", reason: "covered-usage" }]);
    expect(totalsOf(billed.entries, "billed", UTC).USD?.totals.payable).toBe("744");
    expect(billed.entries.map((e) => e.record)).toEqual(effective.entries.map((e) => e.record));
  });

  it("warn where both the purchase and its usage carry the cost", () => {
    const plan = planImport(fileOf([{ ...purchase, effectiveAmount: "744" }, used]), {
      basis: "effective",
      prior: EMPTY_STATE,
    });
    expect(plan.warnings).toMatchObject([{ code: "effective-on-covering-purchase", records: [2] }]);
  });
});

describe("unclassified rows", () => {
  const unknown = gpuDay(2, { sku: "X", skuMeter: null, serviceCategory: "Other", description: "Requests" });
  it("stay in the payable total as their own bucket until a person assigns them", () => {
    const plan = planImport(fileOf([unknown]), { basis: "billed", prior: EMPTY_STATE });
    expect(plan.piles.unclassified.USD?.rows).toBe(1);
    expect(totalsOf(plan.entries, "billed", UTC).USD?.totals).toMatchObject({
      unclassified: "10",
      netComponents: "0",
      payable: "10",
    });
    const assignments = [{ sku: "X", component: "support" as const }];
    const assigned = planImport(fileOf([unknown]), { basis: "billed", prior: EMPTY_STATE, assignments });
    expect(assigned.piles.unclassified).toEqual({});
    expect(assigned.entries[0]).toMatchObject({ component: "support", rule: "assigned-by-person" });
    expect(assigned.digest).not.toBe(plan.digest);
  });
});

describe("the plan's digest", () => {
  it("is equal for equal plans and changes with the basis, the prior state and the rows", () => {
    const of = (file: PlanFile, basis: Basis, prior: PriorState): string => planImport(file, { basis, prior }).digest;
    const file = fileOf([gpuDay(2)], digest(1));
    const plain = of(file, "effective", EMPTY_STATE);
    expect(of(file, "effective", EMPTY_STATE)).toBe(plain);
    const { state } = importAll([fileOf([gpuDay(9)], digest(2))], "effective");
    const others = [
      of(file, "billed", EMPTY_STATE),
      of(file, "effective", state),
      of(fileOf([gpuDay(2, { billedAmount: "11" })], digest(1)), "effective", EMPTY_STATE),
    ];
    expect(new Set([plain, ...others]).size).toBe(4);
  });
});

describe("totals", () => {
  const summed = (months: Readonly<Record<string, { payable: string }>>): bigint =>
    Object.values(months).reduce((sum, m) => sum + scaled(m.payable), 0n);
  const scaled = (text: string): bigint => {
    const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
    const value = BigInt(whole + fraction.padEnd(40, "0"));
    return text.startsWith("-") ? -value : value;
  };

  it("are the same wherever a period is cut", () => {
    fc.assert(
      fc.property(someRows, fc.nat(10), basisOf, (rows, pick, basis) => {
        const entries = importAll([fileOf(rows)], basis).entries;
        const target = entries[pick % Math.max(1, entries.length)];
        if (target === undefined) return;
        const middle = instantText((instantMs(target.chargeStart) + instantMs(target.chargeEnd)) / 2);
        const cut = entries.flatMap((e) =>
          e === target
            ? [
                { ...e, chargeEnd: middle, billed: "0.1", effective: "0.1" },
                { ...e, chargeStart: middle, billed: minusTenth(e.billed), effective: minusTenth(e.effective) },
              ]
            : [e],
        );
        const before = totalsOf(entries, basis, UTC);
        const after = totalsOf(cut, basis, UTC);
        for (const [currency, t] of Object.entries(before)) expect(after[currency]?.totals).toEqual(t.totals);
      }),
    );
  });

  it("move between months with the time zone, never in their sum", () => {
    const zones = ["UTC", "Asia/Jakarta", "Europe/Warsaw", "America/Los_Angeles"].map((z) => zoneOf(z)!);
    fc.assert(
      fc.property(someRows, basisOf, (rows, basis) => {
        const { entries } = importAll([fileOf(rows)], basis);
        for (const zone of zones) {
          for (const [currency, t] of Object.entries(totalsOf(entries, basis, zone))) {
            expect(t.totals).toEqual(totalsOf(entries, basis, UTC)[currency]?.totals);
            expect(summed(t.byMonth)).toBe(scaled(t.totals.payable));
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("split a day over the month's end of Jakarta by its seconds", () => {
    const row = gpuDay(2, {
      billedAmount: "48",
      effectiveAmount: "48",
      chargeStart: "2026-03-31T12:00:00Z",
      chargeEnd: "2026-04-01T12:00:00Z",
    });
    const { entries } = importAll([fileOf([row])], "effective");
    const months = totalsOf(entries, "effective", zoneOf("Asia/Jakarta")!).USD?.byMonth;
    expect(months?.["2026-03"]?.netComponents).toBe("10");
    expect(months?.["2026-04"]?.netComponents).toBe("38");
  });

  it("add ten times 0.1 to exactly 1", () => {
    const rows = Array.from({ length: 10 }, (_, i) => gpuDay(i + 2, { billedAmount: "0.1", effectiveAmount: "0.1" }));
    const { entries } = importAll([fileOf(rows)], "effective");
    expect(totalsOf(entries, "effective", UTC).USD?.totals.netComponents).toBe("1");
  });
});

function minusTenth(text: string): string {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const scale = Math.max(fraction.length, 1);
  const value = BigInt(whole + fraction.padEnd(scale, "0")) * (text.startsWith("-") ? -1n : 1n);
  const less = value - 10n ** BigInt(scale - 1);
  const digits = (less < 0n ? -less : less).toString().padStart(scale + 1, "0");
  return `${less < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
