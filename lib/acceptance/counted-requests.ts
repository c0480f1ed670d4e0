import { cleanText } from "./evidence/clean";
import { labelKey, type MetricSample, parseExposition } from "./evidence/prometheus";

/** Requests that ended between two scrapes of a server's counters. */
export interface CountedRequests {
  readonly server: string;
  /** Ended as asked: stopped by themselves or at the wanted length. */
  readonly completed: number;
  /** Aborted, refused or ended by an error. */
  readonly failed: number;
  /** By the server's own word for how they ended. */
  readonly byReason: Readonly<Record<string, number>>;
  /** Series that both scrapes hold: one for each replica, model and reason. */
  readonly series: number;
}

export type CountedReading =
  | { readonly ok: true; readonly counted: CountedRequests }
  | {
      readonly ok: false;
      /** Words are chosen when shown. */
      readonly code: "no-counter" | "no-scrape" | "restarted" | "other-server" | "series-twice" | "no-numbers";
    };

interface Counter {
  readonly server: string;
  readonly name: RegExp;
  /** Label that says how a request ended; without one the counter itself says it. */
  readonly reasonLabel: string | null;
  readonly reason: string;
  readonly completed: (reason: string) => boolean;
}

const yes = () => true;
const no = () => false;

/** Counters of ended requests by server, as their own documentation names them. */
const COUNTERS: readonly Counter[] = [
  {
    server: "vLLM",
    name: /^vllm:request_success(_total)?$/,
    reasonLabel: "finished_reason",
    reason: "",
    completed: (reason) => reason === "stop" || reason === "length",
  },
  { server: "TGI", name: /^tgi_request_success(_total)?$/, reasonLabel: null, reason: "success", completed: yes },
  { server: "TGI", name: /^tgi_request_failure(_total)?$/, reasonLabel: "err", reason: "failure", completed: no },
  { server: "Triton", name: /^nv_inference_request_success$/, reasonLabel: null, reason: "success", completed: yes },
  { server: "Triton", name: /^nv_inference_request_failure$/, reasonLabel: "reason", reason: "failure", completed: no },
];

interface Line {
  readonly counter: Counter;
  readonly reason: string;
  readonly value: number;
}

/**
 * How many requests ended between an earlier and a later scrape, from the growth of each series. A counter that fell was
 * restarted in between: what ended before that is not known, so nothing is counted. A series that is only in the later
 * scrape began at zero.
 */
export function countedRequests(earlier: string, later: string): CountedReading {
  const before = linesOf(earlier);
  const after = linesOf(later);
  if (before === "twice" || after === "twice") return { ok: false, code: "series-twice" };
  if (before === null || after === null) return { ok: false, code: "no-scrape" };
  if (after.size === 0) return { ok: false, code: "no-counter" };
  const servers = new Set([...before.values(), ...after.values()].map((l) => l.counter.server));
  const [server] = servers;
  if (servers.size !== 1 || server === undefined) return { ok: false, code: "other-server" };
  for (const key of before.keys()) if (!after.has(key)) return { ok: false, code: "restarted" };
  const sums = { completed: 0, failed: 0 };
  const byReason: Record<string, number> = {};
  for (const [key, line] of after) {
    const grown = line.value - (before.get(key)?.value ?? 0);
    if (grown < 0) return { ok: false, code: "restarted" };
    if (!Number.isSafeInteger(grown)) return { ok: false, code: "no-numbers" };
    sums[line.counter.completed(line.reason) ? "completed" : "failed"] += grown;
    byReason[line.reason] = (byReason[line.reason] ?? 0) + grown;
  }
  return { ok: true, counted: { server, ...sums, byReason, series: after.size } };
}

function linesOf(text: string): Map<string, Line> | "twice" | null {
  const { samples } = parseExposition(cleanText(text).lines);
  if (samples.length === 0) return null;
  const lines = new Map<string, Line>();
  for (const s of samples) {
    const counter = COUNTERS.find((c) => c.name.test(s.name));
    if (!counter) continue;
    const key = `${counter.name.source} ${labelKey(s.labels)}`;
    if (lines.has(key)) return "twice";
    lines.set(key, { counter, reason: reasonOf(counter, s), value: s.value });
  }
  return lines;
}

function reasonOf(counter: Counter, sample: MetricSample): string {
  return (counter.reasonLabel === null ? undefined : sample.labels[counter.reasonLabel]) ?? counter.reason;
}
