import { describe, expect, it } from "vitest";
import { maySubmit, REVIEW_STATUSES, reviewStatus } from "./status";

const history = (...kinds: string[]) => kinds.map((kind, seq) => ({ seq: seq + 1, kind }));

describe("state of a review", () => {
  it("is open without events", () => expect(reviewStatus([])).toBe("open"));
  it("is what the last event says, whatever the order they are given in", () => {
    const all = history("submitted", "sent-back", "submitted", "signed", "voided");
    expect(reviewStatus(all)).toBe("voided");
    expect(reviewStatus([...all].reverse())).toBe("voided");
    expect(reviewStatus(all.slice(0, 4))).toBe("signed");
    expect(reviewStatus(history("submitted", "withdrawn"))).toBe("withdrawn");
  });
  it("stays with its approvers after the first of two signatures", () => {
    expect(reviewStatus(history("submitted", "half-signed"))).toBe("submitted");
    expect(reviewStatus(history("submitted", "half-signed", "signed"))).toBe("signed");
  });
  it("never becomes signed by an unknown word", () => expect(reviewStatus(history("approved"))).toBe("open"));
  it("lets everything be submitted but what lies with the approver or stands signed", () => {
    expect(REVIEW_STATUSES.filter(maySubmit)).toEqual(["open", "withdrawn", "sent-back", "voided"]);
  });
});
