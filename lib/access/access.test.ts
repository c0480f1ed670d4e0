import { describe, expect, it } from "vitest";
import { signRefusal } from "./can-sign";
import { may, ROLES } from "./roles";

describe("who may", () => {
  it("lets only approvers decide, and only finance write the ledger", () => {
    expect(ROLES.filter((r) => may([r], "review.decide"))).toEqual(["approver"]);
    expect(ROLES.filter((r) => may([r], "ledger.write"))).toEqual(["finance"]);
    expect(may([], "read")).toBe(false);
    expect(ROLES.filter((r) => may([r], "review.sign"))).toEqual([...ROLES]);
    expect(may(["owner"], "read")).toBe(false);
  });
});

describe("who can sign", () => {
  const review = { contributorIds: ["a"], status: "submitted" };
  it("refuses contributors whatever their roles", () => {
    expect(signRefusal({ personId: "a", roles: [...ROLES] }, review)).toBe("SELF_SIGN");
    expect(signRefusal({ personId: "b", roles: ["approver"] }, review)).toBeNull();
  });
  it("refuses everybody without the approver role, admins too", () => {
    expect(signRefusal({ personId: "b", roles: ["admin", "author", "finance", "viewer"] }, review)).toBe(
      "NOT_APPROVER",
    );
  });
  it("refuses who acts for a contributor, and takes a mandate for the role alone", () => {
    const pia = { personId: "p", roles: ["approver"] };
    const deputy = { personId: "d", roles: ["viewer"] };
    const mandate = { onBehalfOf: "o", refusal: null };
    expect(signRefusal(pia, { ...review, actsFor: ["a"] })).toBe("ACTS_FOR_CONTRIBUTOR");
    expect(signRefusal(deputy, review)).toBe("NOT_APPROVER");
    expect(signRefusal(deputy, review, mandate)).toBeNull();
    expect(signRefusal(deputy, review, { ...mandate, onBehalfOf: "a" })).toBe("ACTS_FOR_CONTRIBUTOR");
    expect(signRefusal({ ...deputy, personId: "a" }, review, mandate)).toBe("SELF_SIGN");
    for (const refusal of ["DELEGATION_ENDED", "DELEGATION_EXCEEDED"] as const)
      expect(signRefusal(deputy, review, { ...mandate, refusal })).toBe(refusal);
  });
  it("takes the second signature from somebody else, also behind a mandate", () => {
    const standing = [{ personId: "o", onBehalfOf: null }];
    const deputy = { personId: "d", roles: [] };
    expect(signRefusal({ personId: "o", roles: ["approver"] }, { ...review, standing })).toBe("ALREADY_SIGNED");
    expect(signRefusal(deputy, { ...review, standing }, { onBehalfOf: "o", refusal: null })).toBe("ALREADY_SIGNED");
    expect(signRefusal({ personId: "b", roles: ["approver"] }, { ...review, standing })).toBeNull();
    const deputised = [{ personId: "d", onBehalfOf: "o" }];
    for (const personId of ["d", "o"])
      expect(signRefusal({ personId, roles: ["approver"] }, { ...review, standing: deputised })).toBe("ALREADY_SIGNED");
  });
  it("refuses what was not submitted", () => {
    for (const status of ["open", "signed", "sent-back", "voided"]) {
      expect(signRefusal({ personId: "b", roles: ["approver"] }, { ...review, status })).toBe("REVIEW_NOT_SUBMITTED");
    }
  });
});
