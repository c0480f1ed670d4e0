import { describe, expect, it } from "vitest";
import { type Delegation, delegationRefusal, delegationState } from "./delegation";
import { signaturesNeeded } from "./signing-policy";

const usd = (amount: string) => ({ amount, currency: "USD" });

describe("how many sign", () => {
  it.each([
    ["no policy", null, usd("1000000"), 1],
    ["a policy taken back", { twoAbove: null, currency: "USD" }, usd("1000000"), 1],
    ["just below", { twoAbove: "5000", currency: "USD" }, usd("4999.99"), 1],
    ["at the amount", { twoAbove: "5000", currency: "USD" }, usd("5000.000"), 1],
    ["just above", { twoAbove: "5000", currency: "USD" }, usd("5000.000000000000000000000001"), 2],
    ["a cost that is not known", { twoAbove: "5000", currency: "USD" }, null, 2],
    ["a cost in another currency", { twoAbove: "5000", currency: "EUR" }, usd("1"), 2],
    ["zero asks for two from the first cent", { twoAbove: "0", currency: "USD" }, usd("0.01"), 2],
  ] as const)("%s", (_, policy, cost, needed) => {
    expect(signaturesNeeded(policy, cost)).toBe(needed);
  });
});

describe("what a delegation covers", () => {
  const d: Delegation = {
    id: "d",
    from: "o",
    to: "p",
    startsAt: "2026-12-01T00:00:00.000Z",
    endsAt: "2026-12-08T00:00:00.000Z",
    endedAt: null,
    amount: "5000",
    currency: "USD",
    everyBrief: true,
    briefIds: [],
  };
  const r = { now: "2026-12-02T00:00:00.000Z", briefId: "b", cost: usd("5000"), fromIsApprover: true };

  it.each([
    ["all of it", {}, {}, null],
    ["a moment before", {}, { now: "2026-11-30T23:59:59.999Z" }, "DELEGATION_ENDED"],
    ["its first moment", {}, { now: "2026-12-01T00:00:00.000Z" }, null],
    ["its last moment", {}, { now: "2026-12-07T23:59:59.999Z" }, null],
    ["its end", {}, { now: "2026-12-08T00:00:00.000Z" }, "DELEGATION_ENDED"],
    ["ended early", { endedAt: "2026-12-01T12:00:00.000Z" }, {}, "DELEGATION_ENDED"],
    ["given by who is no approver any more", {}, { fromIsApprover: false }, "DELEGATION_ENDED"],
    ["above the amount", {}, { cost: usd("5000.01") }, "DELEGATION_EXCEEDED"],
    ["an unknown cost", {}, { cost: null }, "DELEGATION_EXCEEDED"],
    ["another currency", { currency: "EUR" }, {}, "DELEGATION_EXCEEDED"],
    ["a brief that is named", { everyBrief: false, briefIds: ["a", "b"] }, {}, null],
    ["a brief that is not", { everyBrief: false, briefIds: ["a"] }, {}, "DELEGATION_EXCEEDED"],
  ] as const)("%s", (_, change, at, refusal) => {
    expect(delegationRefusal({ ...d, ...change }, { ...r, ...at })).toBe(refusal);
  });

  it("says where it stands", () => {
    const at = (now: string, endedAt: string | null = null) => delegationState({ ...d, endedAt }, now);
    expect(at("2026-11-30T00:00:00Z")).toBe("coming");
    expect(at("2026-12-03T00:00:00Z")).toBe("in-force");
    expect(at("2026-12-09T00:00:00Z")).toBe("over");
    expect(at("2026-12-03T00:00:00Z", "2026-12-02T00:00:00Z")).toBe("ended");
  });
});
