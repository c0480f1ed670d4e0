import { describe, expect, it } from "vitest";
import { beforeOf, collectPlan, sourceOf } from "@/lib/testing/bill-stream";
import { openBill } from "./import/open-bill";
import { readBill } from "./import/read";
import { nextState, planImport } from "./plan";
import { EMPTY_STATE, type PriorState } from "./schema";

const HEADER =
  "BilledCost,EffectiveCost,BillingCurrency,BillingAccountId,ChargeCategory,ChargeClass,ChargePeriodStart,ChargePeriodEnd,BillingPeriodStart,ResourceId,ServiceCategory,ServiceName,SkuId,ChargeDescription,CommitmentDiscountId,CommitmentDiscountStatus,AllocatedMethodId";
const OPTIONS = { assumedCurrency: "USD" };
const at = (hour: number) => new Date(Date.UTC(2026, 7, 20) + hour * 3_600_000).toISOString().replace(".000Z", "Z");

type Cells = Partial<
  Record<
    "cost" | "category" | "correction" | "resource" | "service" | "sku" | "what" | "commitment" | "allocated",
    string
  >
> & { readonly hour?: number };

/** One hour of one of three cards; each takes its turn. */
const hourly = (i: number, cells: Cells = {}): string => {
  const hour = cells.hour ?? Math.floor(i / 3);
  const cost = cells.cost ?? `2.${String(i).padStart(4, "0")}`;
  const resource = cells.resource ?? `gpu-${i % 3}`;
  return [
    ...[cost, cost, "USD", "acc", cells.category ?? "Usage", cells.correction ?? ""],
    ...[at(hour), at(hour + 1), `${at(hour).slice(0, 8)}01T00:00:00Z`, resource, cells.service ?? "Compute", "Pods"],
    ...[cells.sku ?? "H100", cells.what ?? "H100 GPU hours", cells.commitment ?? "", cells.commitment ? "Used" : ""],
    cells.allocated ?? "",
  ].join(",");
};

const ROWS = 700;
const fileOf = (more: readonly string[] = [], rows = Array.from({ length: ROWS }, (_, i) => hourly(i))) =>
  new TextEncoder().encode([HEADER, ...rows, ...more].join("\n"));

/** The plan in one look, with how often the file was read for it, beside the plan of the whole file. */
async function planned(bytes: Uint8Array, prior: PriorState = EMPTY_STATE) {
  const source = sourceOf("bill.csv", bytes);
  const opened = await openBill(source, "focus", OPTIONS);
  if (!opened.ok) throw new Error(opened.message);
  let passes = 0;
  const bill = {
    ...opened.bill,
    pass: (log: Parameters<typeof opened.bill.pass>[0]) => {
      passes += 1;
      return opened.bill.pass(log);
    },
  };
  const plan = await collectPlan(bill, { basis: "effective", before: beforeOf(prior, source.digest) });
  const reading = readBill({ name: "bill.csv", bytes }, "focus", OPTIONS);
  if (!reading.ok) throw new Error(reading.message);
  return { plan, passes, whole: planImport(reading, { basis: "effective", prior }) };
}

async function stateAfter(bytes: Uint8Array): Promise<PriorState> {
  return nextState(EMPTY_STATE, (await planned(bytes)).whole);
}

async function expectPasses(passes: number, bytes: Uint8Array, prior?: PriorState) {
  const made = await planned(bytes, prior);
  expect(made.passes).toBe(passes);
  expect(made.plan.retold).toBe(passes > 1);
  const { entries, setAside, piles, digest, checks } = made.whole;
  expect(made.plan).toMatchObject({ entries, setAside, piles, digest, checks });
}

const withRow = (place: number, row: string): Uint8Array =>
  fileOf(
    [],
    Array.from({ length: ROWS }, (_, i) => (i === place ? row : hourly(i))),
  );

describe("one look is enough", () => {
  it("for a file whose rows stand for themselves", async () => {
    await expectPasses(1, fileOf());
    await expectPasses(1, fileOf([hourly(ROWS, { category: "Tax", resource: "", sku: "" }), hourly(1, { cost: "x" })]));
  });

  it("for rows that no rule places, as long as no other row has a say in them", async () => {
    await expectPasses(1, fileOf([hourly(ROWS, { service: "Other", sku: "thing", what: "a thing", resource: "?" })]));
  });

  it("for rows in any order of time", async () => {
    const rows = Array.from({ length: ROWS }, (_, i) => hourly(ROWS - 1 - i));
    await expectPasses(1, fileOf([], rows));
  });

  it("beside entries of other cards in the same hours", async () => {
    const others = Array.from({ length: ROWS }, (_, i) => hourly(i, { resource: `other-${i % 3}` }));
    await expectPasses(1, fileOf(), await stateAfter(fileOf([], others)));
  });
});

describe("rows are told anew", () => {
  const first = hourly(0);
  // Near the end, so that pieces before were told already.
  const LATE = 600;

  it("where two claim the same time, next to each other or out of order", async () => {
    await expectPasses(2, withRow(LATE, hourly(LATE - 3, { cost: "7" })));
    await expectPasses(2, fileOf([hourly(0, { cost: "7" })]));
    await expectPasses(2, fileOf([first]));
  });

  it("where a card is told of whole days and of their hours", async () => {
    const day = hourly(LATE).replace(at(201), at(224));
    expect(day).toContain(at(224));
    await expectPasses(2, withRow(LATE, day));
  });

  it("where one corrects another", async () => {
    await expectPasses(2, withRow(LATE, hourly(5, { correction: "Correction", cost: "-1" })));
  });

  it("where the parts of a charge are told beside it", async () => {
    const part = (cost: string) => hourly(LATE, { cost, allocated: "m" });
    await expectPasses(3, fileOf([part("1"), part("1.0600")]));
  });

  it("where a row takes its class from those that it belongs to", async () => {
    const of = { commitment: "cd", service: "Compute" };
    const open = { service: "Other", sku: "thing", what: "a thing", resource: "?", commitment: "cd" };
    await expectPasses(2, fileOf([hourly(ROWS, of), hourly(ROWS + 3, open)]));
  });

  it("where the ledger holds one, or something else of its time", async () => {
    const one = await stateAfter(fileOf([], [hourly(LATE)]));
    await expectPasses(3, fileOf(), one);
    const other = await stateAfter(fileOf([], [hourly(LATE, { cost: "9" })]));
    await expectPasses(3, fileOf(), other);
    const tax = { category: "Tax", resource: "", sku: "" };
    const taxed = await stateAfter(fileOf([], [hourly(LATE, tax)]));
    await expectPasses(3, withRow(LATE, hourly(LATE, tax)), taxed);
  });
});
