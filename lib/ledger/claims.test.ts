import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assignLanes,
  ClaimIndex,
  type ClaimWish,
  claimWish,
  coalesceClaims,
  joinClaims,
  subtractRange,
} from "./claims";
import { classify } from "./classify";
import { gpuDay } from "./fixtures/rows";
import { instantMs, instantText } from "./period";
import type { Claim } from "./schema";

const NONE = new ClaimIndex([]);
const HOUR = 3_600_000;
const DAY0 = instantMs("2026-09-01T00:00:00Z");
const wish = (resource: string, from: number, until: number): ClaimWish => ({
  account: "acc/",
  resource,
  component: "accelerator",
  meter: "GPU-1",
  startMs: DAY0 + from * HOUR,
  endMs: DAY0 + until * HOUR,
});
const claim = (from: number, until: number, lane = 0): Claim => ({
  account: "acc/",
  resource: "n",
  component: "accelerator",
  meter: "GPU-1",
  lane,
  start: instantText(DAY0 + from * HOUR),
  end: instantText(DAY0 + until * HOUR),
});

const wishes = fc.array(
  fc
    .tuple(fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 8 }))
    .map(([r, from, length]) => wish(r, from, from + length)),
  { maxLength: 30 },
);

describe("what claims time", () => {
  const claims = (more: Parameters<typeof gpuDay>[1]): boolean => {
    const row = gpuDay(2, more);
    return claimWish(row, classify(row)) !== null;
  };
  it("is usage of a named resource", () => {
    expect(claims({})).toBe(true);
    expect(claims({ commitmentId: "cd", commitmentStatus: "Used", billedAmount: "0" })).toBe(true);
    expect(claims({ chargeCategory: "Purchase", sku: "LIC-1", description: "licence" })).toBe(true);
  });
  it("is not a row without resource, a correction, refund, covering purchase, tax, credit or what is not counted", () => {
    expect(claims({ resource: null })).toBe(false);
    expect(claims({ correction: true })).toBe(false);
    expect(claims({ billedAmount: "-1", effectiveAmount: "-1" })).toBe(false);
    expect(claims({ chargeCategory: "Purchase", commitmentId: "cd" })).toBe(false);
    expect(claims({ chargeCategory: "Purchase", effectiveAmount: "0" })).toBe(false);
    expect(claims({ chargeCategory: "Tax" })).toBe(false);
    expect(claims({ chargeCategory: "Credit" })).toBe(false);
    expect(claims({ rowType: "parent" })).toBe(false);
  });
});

describe("lanes", () => {
  it("stands identical rows side by side and the next hour behind them", () => {
    const lanes = assignLanes([wish("a", 0, 1), wish("a", 0, 1), wish("a", 1, 2), null, wish("b", 0, 1)], NONE);
    expect(lanes).toEqual([0, 1, 0, null, 0]);
  });

  it("passes over what earlier claims hold", () => {
    const earlier = new ClaimIndex([claim(0, 2), claim(1, 3, 1)]);
    const lanes = [wish("n", 0, 1), wish("n", 1, 2), wish("n", 2, 3), wish("n", 2, 4), wish("n", 5, 6)];
    expect(assignLanes(lanes, earlier)).toEqual([1, 2, 2, 0, 0]);
  });

  it("never lets two claims of a file overlap in one lane, and keeps all time", () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const lanes = assignLanes(list, NONE);
        const taken = new Set<string>();
        for (const [i, w] of list.entries()) {
          for (let ms = w.startMs; ms < w.endMs; ms += HOUR) {
            const slot = `${w.resource} ${lanes[i]} ${ms}`;
            expect(taken.has(slot)).toBe(false);
            taken.add(slot);
          }
        }
        const claims = coalesceClaims(list.map((w, i) => ({ wish: w, lane: lanes[i]! })));
        const hours = claims.reduce((sum, c) => sum + (instantMs(c.end) - instantMs(c.start)) / HOUR, 0);
        expect(hours).toBe(taken.size);
        for (const [i, w] of list.entries()) expect(new ClaimIndex(claims).held(w, lanes[i]!)).toBe("all");
      }),
    );
  });
});

describe("runs", () => {
  it("become one claim as long as they touch", () => {
    const items = [wish("n", 2, 3), wish("n", 0, 1), wish("n", 1, 2), wish("n", 5, 6)].map((w) => ({
      wish: w,
      lane: 0,
    }));
    expect(coalesceClaims(items)).toEqual([claim(0, 3), claim(5, 6)]);
    expect(joinClaims([claim(0, 3)], [claim(3, 5), claim(5, 6, 1)])).toEqual([claim(0, 5), claim(5, 6, 1)]);
  });

  it("say how much of a time they hold; touching is not holding", () => {
    const index = new ClaimIndex([claim(0, 3), claim(5, 6)]);
    const held = (from: number, until: number, lane = 0): string => index.held(wish("n", from, until), lane);
    expect([held(0, 3), held(1, 2), held(3, 5), held(2, 4), held(0, 6), held(6, 9)]).toEqual([
      "all",
      "all",
      "none",
      "part",
      "part",
      "none",
    ]);
    expect(held(0, 3, 1)).toBe("none");
  });

  it("lose exactly the range that a reversal takes", () => {
    expect(subtractRange([claim(0, 10)], claim(3, 4))).toEqual([claim(0, 3), claim(4, 10)]);
    expect(subtractRange([claim(0, 10)], claim(0, 10))).toEqual([]);
    expect(subtractRange([claim(0, 10), claim(0, 10, 1)], claim(9, 12))).toEqual([claim(0, 9), claim(0, 10, 1)]);
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 9 }),
        (a, m, b, n) => {
          const left = subtractRange([claim(a, a + m)], claim(b, b + n));
          const back = joinClaims(left, [claim(a, a + m)]);
          expect(back).toEqual([claim(a, a + m)]);
          expect(new ClaimIndex(left).held(wish("n", b, b + n), 0)).toBe("none");
        },
      ),
    );
  });
});
