import type { Accelerator } from "./schema";

/** One slice of a card: `start` and `size` count memory slots, `compute` counts compute slices. */
export interface PlacedSlice {
  readonly profile: string;
  readonly start: number;
  readonly size: number;
  readonly compute: number;
}

export type MigAnswer =
  | {
      readonly ok: true;
      readonly placed: readonly PlacedSlice[];
      readonly memorySlots: number;
      readonly freeMemorySlots: number;
      readonly freeComputeSlices: number;
    }
  | { readonly ok: false; readonly reason: "no-mig" | "unknown-profile" | "does-not-fit" };

interface Slicing {
  readonly memorySlots: number;
  readonly computeSlices: number;
  readonly profiles: ReadonlyMap<string, { readonly size: number; readonly compute: number }>;
}

/**
 * How a card is cut: NVIDIA's MIG user guide has eight memory slots and seven compute slices where the whole card is a
 * 7g profile, four and four where it is a 4g one. A profile's share of memory follows from the smallest 1g profile.
 */
function slicingOf(card: Accelerator): Slicing | null {
  if (card.mig === null || card.mig.length === 0) return null;
  const read = card.mig.map((p) => ({ ...p, compute: Number.parseInt(p.profile, 10) }));
  const unitGb = Math.min(...read.filter((p) => p.compute === 1).map((p) => p.memoryGb));
  const computeSlices = Math.max(...read.map((p) => p.compute));
  const memorySlots = computeSlices === 7 ? 8 : computeSlices;
  const sizeOf = (p: { compute: number; memoryGb: number }) =>
    p.compute === computeSlices ? memorySlots : Math.round(p.memoryGb / unitGb);
  return {
    memorySlots,
    computeSlices,
    profiles: new Map(read.map((p) => [p.profile, { size: sizeOf(p), compute: p.compute }])),
  };
}

/**
 * Whether these profiles can stand on one card together, where each lies and what is left. Slices start only at
 * multiples of their size and never move, so that a sum which fits can still have no place; the last memory slot has no
 * compute slice of its own, so neither a 1g nor a 2g profile of that size ends there.
 */
export function migLayout(card: Accelerator, wanted: readonly string[]): MigAnswer {
  const slicing = slicingOf(card);
  if (slicing === null) return { ok: false, reason: "no-mig" };
  const slices = wanted.flatMap((profile) => {
    const known = slicing.profiles.get(profile);
    return known ? [{ profile, ...known }] : [];
  });
  if (slices.length < wanted.length) return { ok: false, reason: "unknown-profile" };
  const compute = slices.reduce((sum, s) => sum + s.compute, 0);
  if (compute > slicing.computeSlices) return { ok: false, reason: "does-not-fit" };
  const largestFirst = slices.toSorted((a, b) => b.size - a.size || b.compute - a.compute);
  const placed = place(largestFirst, slicing, new Array<boolean>(slicing.memorySlots).fill(false));
  if (placed === null) return { ok: false, reason: "does-not-fit" };
  return {
    ok: true,
    placed: placed.toSorted((a, b) => a.start - b.start),
    memorySlots: slicing.memorySlots,
    freeMemorySlots: slicing.memorySlots - placed.reduce((sum, s) => sum + s.size, 0),
    freeComputeSlices: slicing.computeSlices - compute,
  };
}

type Slice = Omit<PlacedSlice, "start">;

function place(rest: readonly Slice[], slicing: Slicing, used: readonly boolean[]): PlacedSlice[] | null {
  const [next, ...others] = rest;
  if (next === undefined) return [];
  for (const start of startsOf(next, slicing)) {
    if (used.slice(start, start + next.size).some(Boolean)) continue;
    const after = used.map((taken, i) => taken || (i >= start && i < start + next.size));
    const behind = place(others, slicing, after);
    if (behind !== null) return [{ ...next, start }, ...behind];
  }
  return null;
}

function startsOf({ size, compute }: Slice, { memorySlots, computeSlices }: Slicing): number[] {
  const starts: number[] = [];
  for (let start = 0; start + size <= memorySlots; start += size) {
    const pastCompute = compute <= 2 && compute === size && start + size > computeSlices;
    if (!pastCompute && !(compute === 4 && start > 0)) starts.push(start);
  }
  // From the far end, so that a 3g leaves room for a 4g beside it.
  return starts.reverse();
}

/** All sets of profiles that stand together and to which nothing can be added, largest profiles first. */
export function fullMigLayouts(card: Accelerator): readonly (readonly string[])[] {
  const names = (card.mig ?? [])
    .toSorted((a, b) => b.memoryGb - a.memoryGb || Number.parseInt(b.profile, 10) - Number.parseInt(a.profile, 10))
    .map((p) => p.profile);
  const found: string[][] = [];
  const grow = (set: readonly string[], from: number): void => {
    const fits = (name: string) => migLayout(card, [...set, name]).ok;
    names.forEach((name, i) => {
      if (i >= from && fits(name)) grow([...set, name], i);
    });
    if (set.length > 0 && !names.some(fits)) found.push([...set]);
  };
  grow([], 0);
  return found;
}
