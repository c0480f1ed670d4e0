import { describe, expect, it } from "vitest";
import { findAccelerator, listAccelerators } from "./accelerators";
import { fullMigLayouts, migLayout } from "./mig-layout";
import type { Accelerator } from "./schema";

function card(id: string): Accelerator {
  const found = findAccelerator(id);
  if (!found) throw new Error(id);
  return found;
}
const sliced = listAccelerators().filter((a) => a.mig !== null);
const times = (profile: string, n: number) => new Array<string>(n).fill(profile);

describe("MIG slices on one card", () => {
  it("of one profile fit exactly as often as the maker's table says, on every card", () => {
    expect(sliced.length).toBeGreaterThan(10);
    for (const a of sliced) {
      for (const { profile, maxCount } of a.mig ?? []) {
        expect(migLayout(a, times(profile, maxCount)).ok, `${a.id} ${profile} × ${maxCount}`).toBe(true);
        expect(migLayout(a, times(profile, maxCount + 1)).ok, `${a.id} ${profile} × ${maxCount + 1}`).toBe(false);
      }
    }
  });

  it("stand together in the balanced layouts of the device plugin", () => {
    for (const [id, layout] of [
      ["h100-sxm", ["1g.10gb", "1g.10gb", "2g.20gb", "3g.40gb"]],
      ["a100-40-sxm", ["1g.5gb", "1g.5gb", "2g.10gb", "3g.20gb"]],
      ["h200-sxm", ["1g.18gb", "1g.18gb", "2g.35gb", "3g.71gb"]],
      ["b200-sxm", ["1g.23gb", "1g.23gb", "2g.45gb", "3g.90gb"]],
      ["a30", ["1g.6gb", "1g.6gb", "2g.12gb"]],
    ] as const) {
      expect(migLayout(card(id), layout), id).toMatchObject({ ok: true, freeComputeSlices: 0 });
    }
  });

  it("say what is left: two 3g use all memory and strand a compute slice, seven 1g the other way round", () => {
    expect(migLayout(card("h100-sxm"), times("3g.40gb", 2))).toMatchObject({
      freeMemorySlots: 0,
      freeComputeSlices: 1,
    });
    expect(migLayout(card("h100-sxm"), times("1g.10gb", 7))).toMatchObject({
      freeMemorySlots: 1,
      freeComputeSlices: 0,
    });
    const mixed = migLayout(card("h100-sxm"), ["3g.40gb", "4g.40gb"]);
    expect(mixed.ok && mixed.placed.map((s) => [s.profile, s.start])).toEqual([
      ["4g.40gb", 0],
      ["3g.40gb", 4],
    ]);
  });

  it("refuse what has no place, whatever its order", () => {
    const h100 = card("h100-sxm");
    for (const set of [
      ["7g.80gb", "1g.10gb"],
      ["4g.40gb", "4g.40gb"],
      [...times("3g.40gb", 2), "1g.10gb"],
      [...times("2g.20gb", 3), "1g.20gb", "1g.20gb"],
    ]) {
      expect(migLayout(h100, set)).toEqual({ ok: false, reason: "does-not-fit" });
      expect(migLayout(h100, set.toReversed())).toEqual({ ok: false, reason: "does-not-fit" });
    }
    expect(migLayout(h100, ["1g.5gb"])).toEqual({ ok: false, reason: "unknown-profile" });
    expect(migLayout(card("l40s"), [])).toEqual({ ok: false, reason: "no-mig" });
  });

  it("never overlap, and a full layout takes no further slice", () => {
    for (const a of sliced) {
      const layouts = fullMigLayouts(a);
      expect(new Set(layouts.map((l) => l.join())).size, a.id).toBe(layouts.length);
      for (const layout of layouts) {
        const answer = migLayout(a, layout);
        if (!answer.ok) throw new Error(`${a.id} ${layout}`);
        const slots = answer.placed.flatMap((s) => Array.from({ length: s.size }, (_, i) => s.start + i));
        expect(new Set(slots).size).toBe(slots.length);
        for (const { profile } of a.mig ?? []) expect(migLayout(a, [...layout, profile]).ok).toBe(false);
      }
    }
    expect(fullMigLayouts(card("l4"))).toEqual([]);
  });
});
