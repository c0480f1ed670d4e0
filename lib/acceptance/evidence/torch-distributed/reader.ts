import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedNumbers } from "../distinct";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

const OPTIONS = /ProcessGroupNCCL initialization options: ?size: (\d+), global rank: (\d+), TIMEOUT\(ms\): (\d+)/;
const OLD_OPTIONS = /\[Rank (\d+)\] ProcessGroupNCCL initialized with following options:/;
const BARRIER = /Rank (\d+): Completed store-based barrier for key:\S+ with (\d+) nodes/;
const VERSION = /(?:ProcessGroupNCCL environments:|using) NCCL version:? (\d[\w.+-]*)|NCCL version: (\d[\w.+-]*)/;
const TIMEOUT =
  /\[Rank (\d+)\] Watchdog caught collective operation timeout: WorkNCCL\(SeqNum=(\d+), OpType=(\w+)(?:, NumelIn=\d+, NumelOut=\d+)?, Timeout\(ms\)=(\d+)\) ran for (\d+) milliseconds/;
const WORK =
  /Rank (\d+)\]?.*?(?:detected by watchdog at work: (\d+), )?last enqueued (?:NCCL )?work: (-?\d+), last completed (?:NCCL )?work: (-?\d+)/;
const FAILURES: Readonly<Record<string, RegExp>> = {
  stuck_watchdogs: /watchdog got stuck for|Heartbeat monitor timed out|HeartbeatMonitor.*(?:kill|terminat)/,
  mismatches: /Detected mismatch between collectives on ranks|collective mismatch|desync/i,
  connection_failures:
    /client socket has (?:failed to connect|timed out)|DistNetworkError|Connection (?:reset by peer|refused)/,
  errors:
    /DistBackendError|DistStoreError|NCCL error in:|unhandled (?:cuda|system) error|Some NCCL operations have failed/,
};
const LEFT = /process group has NOT been destroyed/;
const OURS =
  /ProcessGroupNCCL|\[c10d\]|torch\.distributed|store[-_]based[-_ ]barrier|NCCL version|\[rank\d+\]:|Rank \d+/;

interface State {
  readonly ranks: Set<number>;
  readonly sizes: Set<number>;
  readonly timeouts: Map<string, Record<string, Json>>;
  readonly works: Map<number, { enqueued: number; completed: number }>;
  readonly failures: Map<string, Set<string>>;
  version: string | null;
  timeoutMs: number | null;
  left: boolean;
}

function noteStart(state: State, text: string): void {
  const options = OPTIONS.exec(text);
  if (options) {
    state.sizes.add(Number(options[1]));
    state.ranks.add(Number(options[2]));
    state.timeoutMs ??= Number(options[3]);
  }
  const old = OLD_OPTIONS.exec(text)?.[1];
  if (old !== undefined) state.ranks.add(Number(old));
  const barrier = BARRIER.exec(text);
  if (barrier) {
    state.ranks.add(Number(barrier[1]));
    state.sizes.add(Number(barrier[2]));
  }
  const version = VERSION.exec(text);
  if (version) state.version ??= version[1] ?? version[2] ?? null;
  if (LEFT.test(text)) state.left = true;
}

function noteFailure(state: State, text: string): boolean {
  let bad = false;
  const timeout = TIMEOUT.exec(text);
  if (timeout) {
    const [rank = 0, sequence = 0, , limit = 0, ran = 0] = timeout.slice(1).map(Number);
    state.timeouts.set(`${rank}/${sequence}`, {
      rank,
      sequence,
      operation: timeout[3] ?? "",
      timeout_ms: limit,
      ran_ms: ran,
    });
    bad = true;
  }
  const work = text.includes("last completed") ? WORK.exec(text) : null;
  if (work) state.works.set(Number(work[1]), { enqueued: Number(work[3]), completed: Number(work[4]) });
  for (const [name, pattern] of Object.entries(FAILURES)) {
    if (!pattern.test(text)) continue;
    bad = true;
    state.failures.get(name)?.add(text);
  }
  return bad;
}

/** Ranks whose last completed work lies behind the others': the ones that the others wait for. */
function behind(works: State["works"]): number[] {
  const most = Math.max(...[...works.values()].map((w) => w.completed));
  return [...works].filter(([, w]) => w.completed < most).map(([rank]) => rank);
}

function factsOf(state: State): Facts {
  const timeouts = [...state.timeouts.values()];
  return {
    nccl_version: state.version,
    world_size: state.sizes.size === 0 ? null : Math.max(...state.sizes),
    ranks_seen: sortedNumbers([...state.ranks]),
    timeout_ms: state.timeoutMs,
    timeouts: timeouts.slice(0, 64),
    timeout_count: timeouts.length,
    timed_out_ranks: sortedNumbers([...state.timeouts.values()].map((t) => Number(t.rank))),
    ranks_behind: state.works.size === 0 ? [] : sortedNumbers(behind(state.works)),
    ...Object.fromEntries([...state.failures].map(([name, lines]) => [name, lines.size])),
    group_left_open: state.left,
  };
}

function warningsOf(facts: Facts, openEnd: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const count = (key: string) => (typeof facts[key] === "number" ? facts[key] : 0);
  if (count("timeout_count") > 0) add("COLLECTIVE_TIMEOUT", `${facts.timeout_count} collectives timed out`);
  for (const name of Object.keys(FAILURES)) {
    if (count(name) > 0) add("TOOL_ERROR", `${name.replaceAll("_", " ")}: ${facts[name]}`);
  }
  const seen = Array.isArray(facts.ranks_seen) ? facts.ranks_seen.length : 0;
  if (facts.world_size === null || seen < count("world_size")) {
    add("INCOMPLETE", `${seen} of ${facts.world_size ?? "an unknown number of"} ranks are in the log`);
  }
  if (openEnd) add("MAYBE_CUT", "the last line has no line end");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const state: State = {
    ranks: new Set(),
    sizes: new Set(),
    timeouts: new Map(),
    works: new Map(),
    failures: new Map(Object.keys(FAILURES).map((name) => [name, new Set<string>()])),
    version: null,
    timeoutMs: null,
    left: false,
  };
  const unread: CleanLine[] = [];
  for (const line of cleaned.lines) {
    if (line.text.trim() === "") continue;
    if (line.text.length > 8_000) {
      unread.push(line);
      continue;
    }
    noteStart(state, line.text);
    const bad = noteFailure(state, line.text);
    if (bad || (!OURS.test(line.text) && !isPrompt(line.text))) unread.push(line);
  }
  const facts = factsOf(state);
  const warnings = warningsOf(facts, cleaned.openEnd);
  return {
    tool: "torch.distributed",
    toolVersion: null,
    facts,
    unread: unread.map(unreadLine),
    warnings,
    complete: warnings.length === 0 && !unread.some((l) => TROUBLE.test(l.text)),
  };
}

function recognise(text: string): number {
  if (
    /Watchdog caught collective operation timeout|ProcessGroupNCCL initialization options|Completed store-based barrier/.test(
      text,
    )
  )
    return 0.85;
  return /ProcessGroupNCCL\.cpp:\d+|\[c10d\]/.test(text) ? 0.7 : 0;
}

/** The log of torch.distributed: who joined, and which collectives hung. */
export const reader: EvidenceReader = { format: "torch-distributed", recognise, read };
