import { migLayout, type PlacedSlice } from "./mig-layout";
import type { Accelerator } from "./schema";

/** A slice that somebody wants, by the name that it is wanted for. */
export interface WantedSlice {
  readonly id: string;
  readonly profile: string;
}

export interface PackedCard {
  readonly placed: readonly (PlacedSlice & { readonly id: string })[];
  readonly memorySlots: number;
  /** The largest set of further slices, largest first; empty when nothing more stands here. */
  readonly room: readonly string[];
  /** Free memory slots that no further slice can use. */
  readonly unusableSlots: number;
  /** Free compute slices that no further slice can use. */
  readonly unusableCompute: number;
}

export type Packing =
  | { readonly ok: true; readonly cards: readonly PackedCard[] }
  | { readonly ok: false; readonly reason: "no-mig" | "unknown-profile"; readonly id: string | null };

/**
 * Slices of several pieces of work on as few cards as a largest-first search needs. Slices never move, so each card is
 * laid out whole; what is left and what of it nothing can use is named. The order of the wishes does not matter.
 */
export function packSlices(card: Accelerator, wanted: readonly WantedSlice[]): Packing {
  const size = (profile: string) => card.mig?.find((p) => p.profile === profile)?.memoryGb ?? null;
  if (card.mig === null || card.mig.length === 0) return { ok: false, reason: "no-mig", id: null };
  const unknown = wanted.find((one) => size(one.profile) === null);
  if (unknown) return { ok: false, reason: "unknown-profile", id: unknown.id };
  const largestFirst = [...wanted].sort(
    (a, b) => (size(b.profile) ?? 0) - (size(a.profile) ?? 0) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  const cards: WantedSlice[][] = [];
  const holds = (slices: readonly WantedSlice[]) =>
    migLayout(
      card,
      slices.map((s) => s.profile),
    ).ok;
  for (const one of largestFirst) {
    const home = cards.find((slices) => holds([...slices, one]));
    if (home) home.push(one);
    else cards.push([one]);
  }
  return { ok: true, cards: cards.map((slices) => packed(card, slices)) };
}

function packed(card: Accelerator, slices: readonly WantedSlice[]): PackedCard {
  const profiles = slices.map((s) => s.profile);
  const layout = migLayout(card, profiles);
  if (!layout.ok) return { placed: [], memorySlots: 0, room: [], unusableSlots: 0, unusableCompute: 0 };
  const waiting = [...slices];
  const placed = layout.placed.map((slice) => {
    const at = waiting.findIndex((s) => s.profile === slice.profile);
    const [one] = waiting.splice(at, 1);
    return { ...slice, id: one?.id ?? "" };
  });
  const room = mostRoom(card, profiles);
  const full = migLayout(card, [...profiles, ...room]);
  const left = full.ok ? full : layout;
  return {
    placed,
    memorySlots: layout.memorySlots,
    room,
    unusableSlots: left.freeMemorySlots,
    unusableCompute: left.freeComputeSlices,
  };
}

/** The further slices that fill most of what is left: slots are counted, and of equal counts the fewer, larger slices win. */
function mostRoom(card: Accelerator, taken: readonly string[]): readonly string[] {
  const before = migLayout(card, taken);
  const free = before.ok ? before.freeMemorySlots : 0;
  const names = (card.mig ?? [])
    .toSorted((a, b) => b.memoryGb - a.memoryGb || Number.parseInt(b.profile, 10) - Number.parseInt(a.profile, 10))
    .map((p) => p.profile);
  let best: { room: readonly string[]; used: number } = { room: [], used: 0 };
  const grow = (room: readonly string[], from: number): void => {
    for (let i = from; i < names.length; i++) {
      const next = [...room, names[i] ?? ""];
      const layout = migLayout(card, [...taken, ...next]);
      if (!layout.ok) continue;
      const used = free - layout.freeMemorySlots;
      if (used > best.used || (used === best.used && next.length < best.room.length)) best = { room: next, used };
      grow(next, i);
    }
  };
  grow([], 0);
  return best.room;
}
