import { expect, it } from "vitest";
import { overlapIn } from "./overlap";

const existing = {
  month: "2026-09-01",
  id: "a",
  description: null,
  resource: "gpu-1",
  start: "2026-09-01T00:00:00Z",
  end: "2026-09-02T00:00:00Z",
  amount: "1.5",
  currency: "USD",
  file: "bill.csv",
};

it("reads the entry that a refusal carries, and nothing else", () => {
  expect(overlapIn({ existing })).toEqual(existing);
  for (const other of [null, undefined, "x", {}, { existing: null }, { existing: { ...existing, amount: 1.5 } }]) {
    expect(overlapIn(other)).toBeNull();
  }
  expect(overlapIn({ existing: { ...existing, file: undefined } })).toBeNull();
});
