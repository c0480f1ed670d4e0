import { fieldAt, isFields, numberAt, textAt } from "../perf-json";

export interface CheckpointEvent {
  readonly kind: "write" | "restore";
  /** A start is no proof: only an end counts. */
  readonly phase: "begun" | "done" | "failed";
  readonly step: number | null;
  readonly path: string | null;
  readonly seconds: number | null;
  readonly bytes: number | null;
  readonly digest: string | null;
}

interface Pattern {
  readonly kind: CheckpointEvent["kind"];
  readonly phase: CheckpointEvent["phase"];
  readonly pattern: RegExp;
}

/** Megatron, torchtitan, DeepSpeed and Transformers, by the words that each prints. */
const PATTERNS: readonly Pattern[] = [
  {
    kind: "write",
    phase: "done",
    pattern: /successfully saved checkpoint (?:from|at) iteration\s+(?<step>\d+) to (?<path>\S+)/,
  },
  { kind: "write", phase: "begun", pattern: /saving checkpoint at iteration\s+(?<step>\d+) to (?<path>\S+)/ },
  {
    kind: "restore",
    phase: "done",
    pattern: /successfully loaded checkpoint from (?<path>\S+)(?: \[.*?\])? at iteration (?<step>\d+)/,
  },
  {
    kind: "restore",
    phase: "begun",
    pattern: /\bloading (?:release )?(?:distributed )?checkpoint from (?<path>\S+) at iteration (?<step>\d+)/,
  },
  { kind: "write", phase: "done", pattern: /Finished saving the checkpoint.*? in (?<seconds>[\d.]+) seconds/ },
  {
    kind: "write",
    phase: "begun",
    pattern: /Saving the checkpoint \(or staging|Saving the full checkpoint|Saving a full checkpoint/,
  },
  { kind: "restore", phase: "done", pattern: /Finished loading the checkpoint.*? in (?<seconds>[\d.]+) seconds/ },
  {
    kind: "restore",
    phase: "begun",
    pattern: /Loading the checkpoint (?:from (?<path>\S+?)|at step (?<step>\d+))\.?$/,
  },
  { kind: "write", phase: "done", pattern: /\[Torch\] Saved (?<path>\S+?)\.?$/ },
  { kind: "write", phase: "done", pattern: /Checkpoint (?:global_step(?<step>\d+)|\S+) is ready now/ },
  { kind: "restore", phase: "done", pattern: /\[Torch\] Loaded checkpoint from (?<path>\S+?)\.?$/ },
  { kind: "write", phase: "begun", pattern: /Saving model checkpoint to (?<path>\S*checkpoint-(?<step>\d+))/ },
  { kind: "restore", phase: "done", pattern: /Continuing training from global step (?<step>\d+)/ },
  { kind: "restore", phase: "begun", pattern: /Loading model from (?<path>\S*checkpoint-(?<step>\d+))/ },
  { kind: "write", phase: "failed", pattern: /(?:failed|error|unable) .{0,40}(?:sav|writ)\w* .{0,40}checkpoint/i },
  {
    kind: "restore",
    phase: "failed",
    pattern:
      /(?:failed|error|unable) .{0,40}(?:load|restor|read)\w* .{0,40}checkpoint|PytorchStreamReader failed|corrupt\w* checkpoint|checkpoint .{0,60}(?:is|are) corrupt/i,
  },
];

function fromLine(text: string): CheckpointEvent | null {
  if (!/checkpoint|\[Torch\]|global step|PytorchStream/i.test(text)) return null;
  const bad = /fail|error|unable|corrupt/i.test(text);
  for (const { kind, phase, pattern } of PATTERNS) {
    if (phase === "failed" && !bad) continue;
    const m = pattern.exec(text);
    if (!m) continue;
    const { step, path, seconds } = m.groups ?? {};
    return {
      kind,
      phase,
      step: step === undefined ? null : Number(step),
      path: path ?? null,
      seconds: seconds === undefined ? null : Number(seconds),
      bytes: null,
      digest: null,
    };
  }
  return null;
}

const KINDS: Readonly<Record<string, CheckpointEvent["kind"]>> = {
  checkpoint_write: "write",
  checkpoint_save: "write",
  checkpoint_restore: "restore",
  checkpoint_load: "restore",
};

function duration(record: unknown): number | null {
  const told = numberAt(record, "seconds");
  if (told !== null) return told;
  const [from, to] = ["started_at", "ended_at"].map((k) => Date.parse(textAt(record, k) ?? ""));
  if (from === undefined || to === undefined || !Number.isFinite(from) || !Number.isFinite(to) || to < from)
    return null;
  return (to - from) / 1_000;
}

/** One JSON object a line: `{"event":"checkpoint_write","step":500,"path":…,"bytes":…,"seconds":…,"ok":true,"sha256":…}`. */
function fromRecord(text: string): CheckpointEvent | "broken" | null {
  if (!text.startsWith("{") || !text.includes('"event"')) return null;
  try {
    const record: unknown = JSON.parse(text);
    const kind = KINDS[textAt(record, "event") ?? ""];
    if (!isFields(record) || kind === undefined) return null;
    const ok = fieldAt(record, "ok");
    return {
      kind,
      phase: ok === true ? "done" : ok === false ? "failed" : "begun",
      step: numberAt(record, "step"),
      path: textAt(record, "path"),
      seconds: duration(record),
      bytes: numberAt(record, "bytes"),
      digest: textAt(record, "sha256"),
    };
  } catch {
    return /checkpoint_/.test(text) ? "broken" : null;
  }
}

const MAX_CHARS = 4_000;

export function eventOf(text: string): CheckpointEvent | "broken" | null {
  if (text.length > MAX_CHARS) return null;
  const trimmed = text.trim();
  return fromRecord(trimmed) ?? fromLine(trimmed);
}
