import { sortedNumbers } from "../distinct";
import { round } from "../perf-metrics";
import { percentile } from "../vllm-bench-json/quantiles";
import type { Step } from "./steps";

/** Labels that torchrun, a launcher or a program put before each line of a rank. */
const RANK = /^\s*(?:\[(?:rank|[a-z][a-z_]*?)(\d+)\]:|\[\d+,(\d+)\]<std(?:out|err)>:)\s*/;

/** The rank that a line is of, and the line without that label; null where no rank is told. */
export function rankOf(text: string): { readonly rank: number | null; readonly text: string } {
  const m = RANK.exec(text);
  return m ? { rank: Number(m[1] ?? m[2]), text: text.slice(m[0].length) } : { rank: null, text };
}

/** Sizes of the group as Megatron, torchtitan and elastic agents print them. */
const WORLD = [
  /\busing world size: (\d+)/,
  /\bworld[_ ]size ?(?:\.{3,} ?|[=:] ?)(\d+)/i,
  /\bglobal_world_sizes=\[(\d+)/,
  /Distributed environment: .*?Num processes: (\d+)/,
];
const MESH = /Building \d+-D device mesh with \[[^\]]*\], \[([\d, ]+)\]/;

export function worldSizeOf(text: string): number | null {
  const mesh = MESH.exec(text)?.[1];
  if (mesh !== undefined) return mesh.split(",").reduce((a, n) => a * Number(n), 1);
  const found = WORLD.map((p) => p.exec(text)?.[1]).find((n) => n !== undefined);
  return found === undefined ? null : Number(found);
}

/** A checkpoint that was written, with its step where the line tells it. A save that only began is none. */
function savedAt(text: string, lastStep: number | null): number | null {
  const told =
    /successfully saved checkpoint (?:from|at) iteration\s+(\d+)|Saving model checkpoint to \S*checkpoint-(\d+)/.exec(
      text,
    );
  if (told) return Number(told[1] ?? told[2]);
  return /Finished saving the checkpoint/.test(text) ? lastStep : null;
}

const STAMP = /\b(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,6}))?/;

/** The instant that a line is stamped with, in ms; only differences between lines of one log mean anything. */
function stampMs(text: string): number | null {
  const m = STAMP.exec(text);
  if (!m) return null;
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = m.slice(1, 7).map(Number);
  return Date.UTC(y, mo - 1, d, h, mi, s) + Number(`0.${m[7] ?? "0"}`) * 1_000;
}

interface Rank {
  /** The step before the last one: ranks of several nodes may share a label and lag by one. */
  before: number | null;
  last: number | null;
  lastMs: number | null;
  /** Time of a step in ms, printed or by the clock between two lines. */
  readonly paces: number[];
}

/** The course of a run over its steps: who printed what, where it fell back, what was saved. */
export class Course {
  readonly steps: Step[] = [];
  readonly saved = new Set<number>();
  world: number | null = null;
  /** Sizes that contradict each other: then none is known. */
  worldUnsure = false;
  restarts = 0;
  /** Steps that were done again after restarts. */
  lostSteps = 0;
  wentBack = false;
  stepsSinceFailure: number | null = null;
  /** Whether something failed since the last start. */
  failing = false;
  /** Higher of the counts that elastic agents print. */
  private told = 0;
  private pending = false;
  private seen = new Set<string>();
  private readonly ranks = new Map<number | null, Rank>();
  private reached: number | null = null;

  noteWorld(size: number | null): void {
    if (size === null) return;
    if (this.world !== null && this.world !== size) this.worldUnsure = true;
    this.world = size;
  }

  noteRestart(count: number | null): void {
    this.told = Math.max(this.told, count ?? 0);
    if (!this.pending) this.restarts += 1;
    this.restarts = Math.max(this.restarts, this.told);
    this.pending = true;
  }

  noteFailure(): void {
    this.stepsSinceFailure = 0;
    this.failing = true;
  }

  noteSaved(text: string): boolean {
    const step = savedAt(text, this.reached);
    if (step !== null) this.saved.add(step);
    return step !== null;
  }

  /** One step of one rank. Each step counts once, however many ranks print it, and again after a restart. */
  noteStep(step: Step, rank: number | null, text: string): void {
    if (this.pending) this.resume(step.step);
    const own = this.ranks.get(rank) ?? { before: null, last: null, lastMs: null, paces: [] };
    this.ranks.set(rank, own);
    if (step.step !== null && own.before !== null && step.step < own.before) this.wentBack = true;
    // A line that stands twice is one step.
    if (step.step === null || step.step !== own.last) this.pace(own, step, text);
    if (step.step !== own.last) [own.before, own.last] = [own.last, step.step];
    const key = step.step === null ? text.trim() : String(step.step);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.steps.push(step);
    this.reached = step.step ?? this.reached;
    if (this.stepsSinceFailure !== null) this.stepsSinceFailure += 1;
  }

  private resume(next: number | null): void {
    this.pending = false;
    this.failing = false;
    this.seen = new Set();
    this.ranks.clear();
    if (next !== null && this.reached !== null) this.lostSteps += Math.max(0, this.reached - next + 1);
  }

  private pace(own: Rank, step: Step, text: string): void {
    const now = stampMs(text);
    const [from, then] = [own.last, own.lastMs];
    own.lastMs = now;
    if (step.stepMs !== null) own.paces.push(step.stepMs);
    else if (now !== null && then !== null && step.step !== null && from !== null && step.step > from && now > then)
      own.paces.push((now - then) / (step.step - from));
  }

  /** Taken up again after a restart, and nothing failed since: what failed before it is told by the restart. */
  get resumed(): boolean {
    return this.restarts > 0 && !this.pending && !this.failing;
  }

  /** True while nothing came after the last restart. */
  get stopped(): boolean {
    return this.pending;
  }

  /**
   * Mean seconds of a step since the last start, stalls among them; a rank's first step warms up and does not count
   * where there are others. Null where no rank told any.
   */
  secondsPerStep(): number | null {
    const all = [...this.ranks.values()].flatMap((r) => (r.paces.length > 1 ? r.paces.slice(1) : r.paces));
    return all.length === 0 ? null : round(all.reduce((a, b) => a + b, 0) / all.length / 1_000, 6);
  }

  ranksPrinted(): number[] {
    return sortedNumbers([...this.ranks.keys()].flatMap((r) => (r === null ? [] : [r])));
  }

  /** How much longer the slowest rank's usual step takes than the fastest's, in %; null with fewer than two ranks. */
  spreadPct(): number | null {
    const usual = [...this.ranks].flatMap(([rank, r]) => (rank === null ? [] : (percentile(r.paces, 0.5) ?? [])));
    if (usual.length < 2) return null;
    const least = usual.reduce((a, b) => Math.min(a, b));
    const most = usual.reduce((a, b) => Math.max(a, b));
    return least <= 0 ? null : round((most / least - 1) * 100, 3);
  }

  /** The longest way between two checkpoints in steps, the one to the last step among them; null where none was written. */
  longestGap(): number | null {
    const numbers = this.steps.flatMap((s) => s.step ?? []);
    const [first, last] = [numbers[0], this.reached];
    if (this.saved.size === 0 || first === undefined || last === null) return null;
    const marks = [Math.max(0, first - 1), ...sortedNumbers([...this.saved]), last];
    return marks.reduce((most, m, i) => Math.max(most, m - (marks[i - 1] ?? m)), 0);
  }
}
