import { canonicalJson } from "@/lib/digest/canonical";
import { type EvidenceAnswer, readEvidence } from "./evidence/read";

export interface DamageFinding {
  readonly file: string;
  readonly damage: string;
  readonly error?: string;
}

export interface DamageScore {
  readonly tries: number;
  readonly refused: number;
  readonly incomplete: number;
  /** Complete, and everything it says is what the whole file says. */
  readonly same: number;
  /** Complete, and it says something else: a wrong pass. */
  readonly passed: readonly DamageFinding[];
  /** Cut exactly at the end of a line in an output that has no end of its own: fewer lines, each of them true. */
  readonly shorter: readonly DamageFinding[];
  readonly crashes: readonly DamageFinding[];
}

interface Damaged {
  readonly damage: string;
  readonly bytes: Uint8Array;
  readonly atLineEnd: boolean;
}

/** A small fixed generator (mulberry32), so that every run damages the same bytes. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LF = 10;
const CR = 13;
const BLANK = 32;
const TAB = 9;

function cuts(whole: Uint8Array): Damaged[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => {
    const at = Math.floor((whole.length * tenth) / 10);
    let last = at - 1;
    while (last > 0 && (whole[last] === BLANK || whole[last] === TAB)) last -= 1;
    const atLineEnd = [whole[last], whole[at]].some((b) => b === LF || b === CR);
    return { damage: `cut at ${tenth}/10`, bytes: whole.slice(0, at), atLineEnd };
  });
}

/** Bytes that no tool prints, at random places: one in a hundred, at least three. */
function noise(whole: Uint8Array, seed: number): Damaged {
  const next = generator(seed);
  const bytes = whole.slice();
  const hits = Math.max(3, Math.ceil(whole.length / 100));
  for (let i = 0; i < hits && bytes.length > 0; i += 1) {
    bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
  }
  return { damage: `random bytes ${seed}`, bytes, atLineEnd: false };
}

function linesOf(whole: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let i = 0; i < whole.length; i += 1) {
    if (whole[i] !== LF) continue;
    lines.push(whole.subarray(from, i + 1));
    from = i + 1;
  }
  if (from < whole.length) lines.push(whole.subarray(from));
  return lines;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}

function doubled(whole: Uint8Array): Damaged[] {
  const lines = linesOf(whole);
  const next = generator(lines.length);
  const one = Math.floor(next() * lines.length);
  return [
    { damage: "every line doubled", bytes: joined(lines.flatMap((l) => [l, l])), atLineEnd: false },
    {
      damage: `line ${one + 1} doubled`,
      bytes: joined(lines.flatMap((l, i) => (i === one ? [l, l] : [l]))),
      atLineEnd: false,
    },
  ];
}

const says = (a: EvidenceAnswer): string => canonicalJson(a.facts);

/** Every damage done to one file, and what came of it. */
class DamageTally {
  tries = 0;
  refused = 0;
  incomplete = 0;
  same = 0;
  readonly passed: DamageFinding[] = [];
  readonly shorter: DamageFinding[] = [];
  readonly crashes: DamageFinding[] = [];

  add(file: string, truths: ReadonlySet<string>, { damage, bytes, atLineEnd }: Damaged): void {
    this.tries += 1;
    try {
      const answer = readEvidence(bytes);
      if (answer.format === null) this.refused += 1;
      else if (!answer.complete) this.incomplete += 1;
      else if (truths.has(says(answer))) this.same += 1;
      else (atLineEnd ? this.shorter : this.passed).push({ file, damage });
    } catch (error) {
      this.crashes.push({ file, damage, error: String(error) });
    }
  }
}

/**
 * Cuts every file at each tenth, puts random bytes in and doubles lines. Damaged text may be refused, be incomplete, or
 * say what the whole file says (or what one of several outputs in it says); anything else is a wrong pass.
 */
export function damageFindings(
  entries: readonly { readonly file: string }[],
  bytesOf: (file: string) => Uint8Array,
): DamageScore {
  const tally = new DamageTally();
  for (const { file } of entries) {
    const whole = bytesOf(file);
    if (whole.length === 0) continue;
    const answer = readEvidence(whole);
    const truths = new Set<string>();
    if (answer.format !== null && answer.complete) truths.add(says(answer));
    if (answer.format !== null) for (const other of answer.others ?? []) truths.add(canonicalJson(other));
    const all = [...cuts(whole), noise(whole, 1), noise(whole, 2), noise(whole, 3), ...doubled(whole)];
    for (const damaged of all) tally.add(file, truths, damaged);
  }
  const { tries, refused, incomplete, same, passed, shorter, crashes } = tally;
  return { tries, refused, incomplete, same, passed, shorter, crashes };
}
