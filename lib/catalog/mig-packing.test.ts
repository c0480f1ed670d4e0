import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAccelerator } from "./accelerators";
import { migLayout } from "./mig-layout";
import { packSlices } from "./mig-packing";
import type { Accelerator } from "./schema";

function card(id: string): Accelerator {
  const found = findAccelerator(id);
  if (!found) throw new Error(id);
  return found;
}
const H100 = card("h100-sxm");
const want = (...profiles: string[]) => profiles.map((profile, i) => ({ id: `w${i}`, profile }));
const cardsOf = (...profiles: string[]) => {
  const packing = packSlices(H100, want(...profiles));
  if (!packing.ok) throw new Error(packing.reason);
  return packing.cards;
};

describe("packing slices", () => {
  it("puts a 4g and a 3g on one card, whichever is asked first, and leaves nothing", () => {
    for (const order of [
      ["3g.40gb", "4g.40gb"],
      ["4g.40gb", "3g.40gb"],
    ]) {
      const [one, ...others] = cardsOf(...order);
      expect(others).toEqual([]);
      expect(one?.placed.map((p) => p.profile)).toEqual(["4g.40gb", "3g.40gb"]);
      expect([one?.room, one?.unusableSlots, one?.unusableCompute]).toEqual([[], 0, 0]);
    }
  });

  it("names what is left unusable: seven 1g slices leave a memory slot that has no compute", () => {
    const [one] = cardsOf(...Array.from({ length: 7 }, () => "1g.10gb"));
    expect([one?.placed.length, one?.room, one?.unusableSlots]).toEqual([7, [], 1]);
    const [two] = cardsOf("3g.40gb", "3g.40gb");
    expect([two?.room, two?.unusableSlots, two?.unusableCompute]).toEqual([[], 0, 1]);
  });

  it("says what more would stand beside, and starts another card only when nothing holds it", () => {
    const cards = cardsOf("3g.40gb", "3g.40gb", "3g.40gb", "1g.10gb");
    expect(cards.map((c) => c.placed.length)).toEqual([2, 2]);
    expect(cards[1]?.room.length).toBeGreaterThan(0);
  });

  it("refuses a card without slices and a profile that it lacks, by whom", () => {
    expect(packSlices(card("l40s"), want("1g.10gb"))).toEqual({ ok: false, reason: "no-mig", id: null });
    expect(packSlices(H100, want("1g.10gb", "1g.5gb"))).toEqual({ ok: false, reason: "unknown-profile", id: "w1" });
  });

  it("keeps every wish once, never overlaps, and does not depend on their order", () => {
    const profiles = (H100.mig ?? []).map((p) => p.profile);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...profiles), { minLength: 1, maxLength: 9 }), fc.nat(), (list, turn) => {
        const wanted = want(...list);
        const packing = packSlices(H100, wanted);
        const turned = [...wanted.slice(turn % wanted.length), ...wanted.slice(0, turn % wanted.length)];
        expect(packSlices(H100, turned)).toEqual(packing);
        if (!packing.ok) throw new Error(packing.reason);
        expect(packing.cards.flatMap((c) => c.placed.map((p) => p.id)).sort()).toEqual(wanted.map((w) => w.id).sort());
        for (const one of packing.cards) {
          expect(migLayout(H100, [...one.placed.map((p) => p.profile), ...one.room]).ok).toBe(true);
          const slots = one.placed.flatMap((p) => Array.from({ length: p.size }, (_, i) => p.start + i));
          expect(new Set(slots).size).toBe(slots.length);
          expect(one.unusableSlots).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
