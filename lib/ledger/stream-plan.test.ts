import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { beforeOf, collectPlan, sourceOf } from "@/lib/testing/bill-stream";
import { withSharedData } from "@/lib/testing/shared-data";
import { CASE_FILES } from "./fixtures/double-count";
import { openBill } from "./import/open-bill";
import { readBill } from "./import/read";
import { unpackBill } from "./import/unpack";
import { type ImportPlan, nextState, planImport } from "./plan";
import { type Basis, EMPTY_STATE, type PriorState } from "./schema";

const OPTIONS = { assumedCurrency: "USD" };

function filesIn(dir: string): string[] {
  return readdirSync(dir)
    .map((name) => path.join(dir, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesIn(file) : [file]));
}

/** The plan as the whole file gives it, or the code by which it is refused. */
async function wholePlan(name: string, bytes: Uint8Array, basis: Basis, prior: PriorState, source: string | null) {
  const { digest } = sourceOf(name, bytes);
  const unpacked = await unpackBill({ name, bytes });
  if (!unpacked.ok) return unpacked.code;
  const [file, another] = unpacked.files;
  if (!file || another) return "several-files";
  const reading = readBill(file, source, OPTIONS);
  return reading.ok ? planImport({ ...reading, name, digest }, { basis, prior }) : reading.code;
}

async function streamPlan(
  name: string,
  bytes: Uint8Array,
  basis: Basis,
  prior: PriorState,
  piece: number,
  source: string | null,
  looks: "one" | "two",
) {
  const from = sourceOf(name, bytes, piece);
  const opened = await openBill(from, source, OPTIONS);
  if (!opened.ok) return opened.code;
  return collectPlan(opened.bill, { basis, before: beforeOf(prior, from.digest) }, looks);
}

/** What must be the same; warnings name the first records of many and count all. */
function comparable(plan: string | Omit<ImportPlan, "claims">) {
  if (typeof plan === "string") return plan;
  const warnings = plan.warnings.map(({ count, records, ...w }) => ({
    ...w,
    count: count ?? records.length,
    first: records.slice(0, 5),
  }));
  const { file, basis, rows, piles, proof, entries, setAside, checks, digest } = plan;
  return { file, basis, rows, piles, proof, entries, setAside, checks, digest, warnings };
}

async function expectSame(
  name: string,
  bytes: Uint8Array,
  prior = EMPTY_STATE,
  piece = 65_536,
  source: string | null = null,
) {
  let whole: string | ImportPlan = "";
  for (const basis of ["billed", "effective"] as const) {
    whole = await wholePlan(name, bytes, basis, prior, source);
    for (const looks of ["one", "two"] as const) {
      const stream = await streamPlan(name, bytes, basis, prior, piece, source, looks);
      expect(comparable(stream as Omit<ImportPlan, "claims">), `${name} ${basis}, ${looks}`).toEqual(comparable(whole));
    }
  }
  return whole;
}

describe("a bill that is read in pieces", () => {
  it("is planned as the whole file is: every case of double counting, one file after the other, cut small and packed", async () => {
    await withSharedData(async (dir) => {
      const { cases } = JSON.parse(readFileSync(path.join(dir, "billing/doublecount_cases.json"), "utf8"));
      const formats = new Set<string>();
      for (const { id, rows } of cases) {
        let state = EMPTY_STATE;
        for (const { name, text } of CASE_FILES[id]?.(rows) ?? []) {
          const bytes = new TextEncoder().encode(text);
          await expectSame(`${name}.gz`, new Uint8Array(gzipSync(bytes)), state, 100);
          await expectSame(`${name}.zip`, zipSync({ [name]: bytes, "__MACOSX/._x": bytes }), state, 100);
          const plan = await expectSame(name, bytes, state, 61);
          if (typeof plan === "string") continue;
          formats.add(plan.file.format);
          state = nextState(state, plan);
          // The same rows in other bytes.
          await expectSame(name, new Uint8Array([...bytes, 10]), state);
        }
      }
      expect(formats.size).toBeGreaterThan(5);
    });
  });

  it("is planned as the whole file is: every sample", async () => {
    await withSharedData(async (dir) => {
      for (const file of filesIn(path.join(dir, "billing")).filter((f) => /\.(csv|json|gz|zip|parquet)$/.test(f))) {
        await expectSame(path.basename(file), new Uint8Array(readFileSync(file)), EMPTY_STATE, 5000);
      }
    });
  });

  const HEADER =
    "BilledCost,EffectiveCost,BillingCurrency,BillingAccountId,ChargeCategory,ChargeClass,ChargePeriodStart,ChargePeriodEnd,BillingPeriodStart,ResourceId,ServiceCategory,ServiceName,SkuId,ChargeDescription,CommitmentDiscountId,CommitmentDiscountStatus,CapacityReservationId,CapacityReservationStatus,AllocatedMethodId,ListCost";
  const two = (n: number): string => String(n).padStart(2, "0");
  const row = fc
    .record({
      cost: fc.constantFrom("1", "2.5", "0", "-1", "x", "3.0000000000000000001"),
      effective: fc.constantFrom("1", "2.5", "0", "4"),
      currency: fc.constantFrom("USD", "USD", "EUR", ""),
      category: fc.constantFrom("Usage", "Usage", "Usage", "Purchase", "Tax", "Credit", "Other"),
      correction: fc.constantFrom("", "", "Correction"),
      hour: fc.nat(5),
      length: fc.constantFrom(1, 1, 2, 0),
      resource: fc.constantFrom("gpu-1", "gpu-2", "", "cd"),
      sku: fc.constantFrom("H100", "disk", "", "thing"),
      what: fc.constantFrom("H100 GPU hours", '"two\nlines"', "Total", "wallet top-up", '"open'),
      commitment: fc.constantFrom(["", ""], ["", ""], ["cd", "Used"], ["cd", "Unused"], ["cd", ""]),
      capacity: fc.constantFrom(["", ""], ["", ""], ["cr", "Used"]),
      allocated: fc.constantFrom("", "", "", "m"),
    })
    .map((r) =>
      [
        ...[r.cost, r.effective, r.currency, "acc", r.category, r.correction],
        ...[`2026-09-01T${two(r.hour)}:00:00Z`, `2026-09-01T${two(r.hour + r.length)}:00:00Z`, "2026-09-01T00:00:00Z"],
        ...[r.resource, r.sku === "thing" ? "Other" : "Compute", "Pods", r.sku, r.what],
        ...[...r.commitment, ...r.capacity, r.allocated, r.cost],
      ].join(","),
    );
  const file = fc
    .array(row, { minLength: 1, maxLength: 25 })
    .map((rows) => new TextEncoder().encode([HEADER, ...rows].join("\n")));

  it("is planned as the whole file is, whatever its rows are and whatever was imported before", async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.array(file, { maxLength: 2 }),
        fc.integer({ min: 7, max: 700 }),
        async (bytes, earlier, piece) => {
          let state = EMPTY_STATE;
          for (const [i, one] of earlier.entries()) {
            const plan = await wholePlan(`${i}.csv`, one, "effective", state, "focus");
            if (typeof plan !== "string") state = nextState(state, plan);
          }
          await expectSame("bill.csv", bytes, state, piece, "focus");
        },
      ),
      { numRuns: 100 },
    );
  });
});
