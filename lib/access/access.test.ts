import { describe, expect, it } from "vitest";
import { signRefusal } from "./can-sign";
import { may, ROLES } from "./roles";

describe("who may", () => {
  it("lets only approvers decide, and only finance write the ledger", () => {
    expect(ROLES.filter((r) => may([r], "review.decide"))).toEqual(["approver"]);
    expect(ROLES.filter((r) => may([r], "ledger.write"))).toEqual(["finance"]);
    expect(may([], "read")).toBe(false);
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
  it("refuses what was not submitted", () => {
    for (const status of ["open", "signed", "sent-back", "voided"]) {
      expect(signRefusal({ personId: "b", roles: ["approver"] }, { ...review, status })).toBe("REVIEW_NOT_SUBMITTED");
    }
  });
});
