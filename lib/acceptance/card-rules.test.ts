import { describe, expect, it } from "vitest";
import { cardFaults } from "./card-rules";
import { type CardInput, cardSchema } from "./schema";

const NOW = "2026-06-03T12:00:00Z";
const card = (input: CardInput = {}) => cardSchema.parse(input);
const smoke = (...attempts: Partial<NonNullable<NonNullable<CardInput["gates"]>["smoke"]>[number]>[]): CardInput => ({
  gates: { smoke: attempts.map((a) => ({ startedAt: "2026-06-02T08:00:00Z", ...a })) },
});
const codes = (before: CardInput, after: CardInput) => cardFaults(card(before), card(after), NOW).map((f) => f.code);
const closed = { endedAt: "2026-06-02T10:00:00Z", outcome: "failed" as const };

describe("rules of a changed card", () => {
  it("lets an open attempt be filled and closed", () => {
    expect(codes(smoke({}), smoke({ items: { restart: { done: true, note: "kill -9" } } }))).toEqual([]);
    expect(codes(smoke({}), smoke(closed))).toEqual([]);
  });
  it("keeps closed attempts as they were", () => {
    expect(codes(smoke(closed), smoke({ ...closed, outcome: "passed" }))).toEqual(["attempt-closed"]);
    expect(codes(smoke(closed), {})).toEqual(["attempt-gone"]);
    expect(codes(smoke({}), smoke({ startedAt: "2026-06-01T00:00:00Z" }))).toEqual(["attempt-closed"]);
  });
  it("begins the next attempt only after the last was closed", () => {
    const next = { startedAt: "2026-06-02T11:00:00Z" };
    expect(codes(smoke(closed), smoke(closed, next))).toEqual([]);
    expect(codes(smoke(closed), smoke(closed, { startedAt: "2026-06-02T09:00:00Z" }))).toEqual(["attempt-order"]);
    expect(codes(smoke({}), smoke({}, next))).toEqual(["attempt-order"]);
  });
  it("refuses times that have not come or run backwards", () => {
    expect(codes({}, smoke({ startedAt: "2026-06-03T12:00:01Z" }))).toEqual(["attempt-future"]);
    expect(codes(smoke({}), smoke({ endedAt: "2026-06-02T07:00:00Z" }))).toEqual(["attempt-order"]);
  });
  it("waives nothing without a reason, and never the areas that always count", () => {
    expect(codes({}, { notApplicable: [{ area: "node-readiness", reason: " " }] })).toEqual(["reason-needed"]);
    expect(codes({}, { notApplicable: [{ area: "workload-contract", reason: "known" }] })).toEqual(["never-waived"]);
    expect(codes({}, { notApplicable: [{ area: "node-readiness", reason: "managed" }] })).toEqual([]);
  });
  it("names statements that no area asks for", () => {
    expect(codes({}, { statements: { "looks-fine": { text: "yes" } } })).toEqual(["unknown-statement"]);
  });
});
