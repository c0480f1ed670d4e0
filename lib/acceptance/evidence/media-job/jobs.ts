import { type Fields, fieldAt, isFields, numberAt, textAt } from "../perf-json";

export interface MediaJob {
  readonly id: string;
  readonly done: boolean;
  readonly error: string | null;
  readonly queuedMs: number | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly outputs: number | null;
  readonly peakGib: number | null;
  /** Length group and batch size, as the sweep names them. */
  readonly group: string | null;
  readonly batch: number | null;
}

const instant = (value: unknown): number | null => {
  if (typeof value === "number" && Number.isFinite(value)) return value < 1e11 ? value * 1_000 : value;
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : null;
};

const plain = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;

const DONE = /^(?:completed|succeeded|success|done)$/i;

/** `{"job":"…","status":"completed","queued_at":…,"started_at":…,"ended_at":…,"outputs":1,"peak_memory_gib":…}` */
export function fromRecord(value: unknown): MediaJob | null {
  if (!isFields(value)) return null;
  const id = plain(value.job);
  const status = textAt(value, "status");
  if (id === null || status === null) return null;
  return {
    id,
    done: DONE.test(status),
    error: textAt(value, "error") ?? (DONE.test(status) ? null : status),
    queuedMs: instant(value.queued_at),
    startedMs: instant(value.started_at),
    endedMs: instant(value.ended_at),
    outputs: Array.isArray(value.outputs) ? value.outputs.length : numberAt(value, "outputs"),
    peakGib: numberAt(value, "peak_memory_gib"),
    group: plain(value.group) ?? plain(value.frames),
    batch: numberAt(value, "batch"),
  };
}

/** The messages of one prompt: `["execution_start", {"timestamp": …}]` and so on. */
function stampOf(status: unknown, ...names: readonly string[]): number | null {
  const messages = fieldAt(status, "messages");
  if (!Array.isArray(messages)) return null;
  const found = messages.find((m) => Array.isArray(m) && names.includes(String(m[0])));
  return Array.isArray(found) ? instant(fieldAt(found.at(-1), "timestamp")) : null;
}

function outputsOf(value: Fields): number {
  if (!isFields(value.outputs)) return 0;
  return Object.values(value.outputs).reduce((sum: number, node) => {
    if (!isFields(node)) return sum;
    const files = Object.values(node).flatMap((v) =>
      Array.isArray(v) ? v.filter((f) => textAt(f, "filename") !== null) : [],
    );
    return sum + files.length;
  }, 0);
}

/** One entry of ComfyUI's `/history`, by the id of its prompt. */
export function fromHistory(id: string, value: unknown): MediaJob | null {
  if (!isFields(value) || !isFields(value.status) || !("outputs" in value)) return null;
  const { status } = value;
  const done = status.completed === true && status.status_str === "success";
  return {
    id,
    done,
    error: done ? null : (textAt(status, "status_str") ?? "unknown"),
    queuedMs: null,
    startedMs: stampOf(status, "execution_start"),
    endedMs: stampOf(status, "execution_success", "execution_error", "execution_interrupted"),
    outputs: outputsOf(value),
    peakGib: null,
    group: null,
    batch: null,
  };
}

/** Jobs in one JSON value: a record, a list of records, or a history. */
export function jobsIn(value: unknown): MediaJob[] {
  if (Array.isArray(value)) return value.flatMap(jobsIn);
  const record = fromRecord(value);
  if (record) return [record];
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([id, entry]) => fromHistory(id, entry) ?? []);
}
