import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClaimIndex, claimWish, subtractRange } from "./claims";
import { classify } from "./classify";
import { fileOf, gpuDay } from "./fixtures/rows";
import { manualEntry } from "./manual";
import { zoneOf } from "./period";
import { planImport } from "./plan";
import { matchRental, type RentalForMatch } from "./rental-match";
import { claimOfEntry, reverseEntry } from "./reversal";
import { EMPTY_STATE, type ManualEntry, manualEntrySchema } from "./schema";
import { totalsOf } from "./totals";

const UTC = zoneOf("UTC")!;
const typed: ManualEntry = {
  component: "storage",
  amount: "12.50",
  currency: "EUR",
  chargeStart: "2026-09-01T00:00:00Z",
  chargeEnd: "2026-10-01T00:00:00Z",
  invoiceId: null,
  account: "acc",
  resource: "disk-1",
  description: "Disk",
};

describe("reversal", () => {
  it("leaves nothing of the original in any total and frees exactly its time", () => {
    const rows = [gpuDay(2), gpuDay(3, { chargeStart: "2026-09-02T00:00:00Z", chargeEnd: "2026-09-03T00:00:00Z" })];
    const plan = planImport(fileOf(rows), { basis: "effective", prior: EMPTY_STATE });
    const original = plan.entries[0]!;
    const { entry, freed } = reverseEntry(original, "entry-1");
    expect(entry).toMatchObject({
      billed: "-10",
      effective: "-10",
      kind: "usage",
      rule: "reversal-of-entry",
      reverses: "entry-1",
      lane: null,
    });
    const totals = totalsOf([...plan.entries, entry], "effective", UTC).USD?.totals;
    expect(totals?.components.accelerator).toBe("10");
    const left = subtractRange(plan.claims, freed!);
    const wish = (row: (typeof rows)[number]) => claimWish(row, classify(row))!;
    expect(new ClaimIndex(left).held(wish(rows[0]!), 0)).toBe("none");
    expect(new ClaimIndex(left).held(wish(rows[1]!), 0)).toBe("all");
  });

  it("takes a purchase that covers three months out of the month in which it was paid", () => {
    const purchase = {
      ...manualEntry({ ...typed, chargeEnd: "2026-12-01T00:00:00Z" }),
      kind: "commitment_purchase" as const,
    };
    for (const basis of ["billed", "effective"] as const) {
      const months = totalsOf([purchase, reverseEntry(purchase, "x").entry], basis, UTC).EUR?.byMonth ?? {};
      expect(Object.values(months).map((m) => m.payable)).not.toContain("12.5");
      for (const month of Object.values(months)) expect(month.payable).toBe("0");
    }
  });

  it("of any amount sums to zero with it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (n) => {
        const entry = manualEntry({ ...typed, amount: `${n}.000000000000000001` });
        const sums = totalsOf([entry, reverseEntry(entry, "x").entry], "billed", UTC).EUR?.totals;
        expect(sums?.payable).toBe("0");
      }),
    );
  });
});

describe("a typed entry", () => {
  it("claims its time when it names a resource and costs something", () => {
    const entry = manualEntry(typed);
    expect(entry).toMatchObject({ billed: "12.5", effective: "12.5", kind: "usage", rule: "typed-by-hand", lane: 0 });
    expect(claimOfEntry(entry)).toMatchObject({ resource: "disk-1", meter: "typed by hand: storage", lane: 0 });
    expect(manualEntry({ ...typed, component: "host" }).meter, "host and storage of one hour both count").not.toBe(
      entry.meter,
    );
    expect(claimOfEntry(manualEntry({ ...typed, resource: null }))).toBeNull();
    expect(claimOfEntry(manualEntry({ ...typed, component: "tax" }))).toBeNull();
    expect(claimOfEntry(manualEntry({ ...typed, amount: "-3" }))).toBeNull();
  });
  it("is refused when it is not exact, not dated or not a component", () => {
    expect(manualEntrySchema.safeParse(typed).success).toBe(true);
    for (const bad of [
      { amount: "1.234,56" },
      { amount: "12,5" },
      { currency: "eur" },
      { component: "unclassified" },
      { chargeEnd: typed.chargeStart },
      { chargeStart: "2026-09-01" },
      { description: " " },
    ]) {
      expect(manualEntrySchema.safeParse({ ...typed, ...bad }).success, JSON.stringify(bad)).toBe(false);
    }
  });
});

describe("matching an entry with its rental", () => {
  const rental = (id: string, more: Partial<RentalForMatch> = {}): RentalForMatch => ({
    id,
    briefId: `brief-of-${id}`,
    resourceIds: [],
    tags: {},
    start: "2026-09-01T00:00:00Z",
    end: null,
    ...more,
  });
  const entry = {
    resource: "node-1",
    tags: { project: "llm", env: "prod" },
    chargeStart: "2026-09-10T00:00:00Z",
    chargeEnd: "2026-09-11T00:00:00Z",
  };
  it("takes the resource before the tags", () => {
    const rentals = [rental("t", { tags: { project: "llm" } }), rental("r", { resourceIds: ["node-1"] })];
    expect(matchRental(entry, rentals)).toEqual({
      kind: "rental",
      rentalId: "r",
      briefId: "brief-of-r",
      by: "resource",
    });
    expect(matchRental({ ...entry, resource: null }, rentals)).toMatchObject({ rentalId: "t", by: "tags" });
  });
  it("leaves what no rental names visible, and spreads nothing over several", () => {
    expect(matchRental(entry, [rental("a"), rental("b", { tags: { project: "other" } })])).toMatchObject({
      reason: "no rental names it",
    });
    const two = [rental("a", { tags: { project: "llm" } }), rental("b", { tags: { env: "prod" } })];
    expect(matchRental(entry, two)).toEqual({
      kind: "unallocated",
      reason: "several rentals name it",
      candidates: ["a", "b"],
    });
  });
  it("keeps to the rental's time; its end is not part of it", () => {
    const ended = rental("a", { resourceIds: ["node-1"], end: "2026-09-10T00:00:00Z" });
    expect(matchRental(entry, [ended])).toMatchObject({ reason: "outside the rental's time", candidates: ["a"] });
    const next = rental("b", { resourceIds: ["node-1"], start: "2026-09-10T00:00:00Z" });
    expect(matchRental(entry, [ended, next])).toMatchObject({ rentalId: "b" });
  });
});
