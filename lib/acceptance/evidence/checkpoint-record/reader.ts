import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { round } from "../perf-metrics";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { type CheckpointEvent, eventOf } from "./events";

type Kind = CheckpointEvent["kind"];

/** A write or restore from its begin to its end; a begin without an end is open. */
interface Pass {
  readonly kind: Kind;
  step: number | null;
  path: string | null;
  seconds: number | null;
  bytes: number | null;
  digest: string | null;
  state: CheckpointEvent["phase"];
}

const sameStep = (a: number | null, b: number | null): boolean => a === null || b === null || a === b;

/** Each rank may print the same event: one at the same step, path and state counts once. */
function passesOf(events: readonly CheckpointEvent[]): Pass[] {
  const passes: Pass[] = [];
  for (const e of events) {
    const previous = passes.findLast((p) => p.kind === e.kind);
    const continues =
      previous &&
      sameStep(previous.step, e.step) &&
      (previous.path === null || e.path === null || previous.path === e.path);
    const repeats = continues && previous.state === e.phase && previous.seconds === e.seconds;
    if (continues && (repeats || (previous.state === "begun" && e.phase !== "begun"))) {
      previous.state = e.phase;
      previous.step ??= e.step;
      previous.path ??= e.path;
      previous.seconds ??= e.seconds;
      previous.bytes ??= e.bytes;
      previous.digest ??= e.digest;
    } else {
      const { kind, phase, ...rest } = e;
      passes.push({ kind, state: phase, ...rest });
    }
  }
  return passes;
}

const max = (values: readonly (number | null)[]): number | null => {
  const found = values.filter((v) => v !== null);
  return found.length === 0
    ? null
    : round(
        found.reduce((a, b) => Math.max(a, b)),
        3,
      );
};

const MOST_LISTED = 200;

const listed = (passes: readonly Pass[]): Json =>
  passes.slice(0, MOST_LISTED).map(({ step, path, seconds, bytes, state }) => ({ step, path, seconds, bytes, state }));

/** The same bytes came back: proved only where both ends carry a digest for one step. */
function digestsAgree(writes: readonly Pass[], restores: readonly Pass[]): boolean | null {
  const written = new Map(writes.flatMap((w) => (w.step !== null && w.digest !== null ? [[w.step, w.digest]] : [])));
  const pairs = restores.flatMap((r) => {
    const digest = r.step === null ? undefined : written.get(r.step);
    return r.digest !== null && digest !== undefined ? [digest === r.digest] : [];
  });
  return pairs.length === 0 ? null : pairs.every(Boolean);
}

function factsOf(passes: readonly Pass[]): Facts {
  const of = (kind: Kind, state: Pass["state"]) => passes.filter((p) => p.kind === kind && p.state === state);
  const [writes, restores] = [of("write", "done"), of("restore", "done")];
  const written = writes.map((w) => w.step).filter((s) => s !== null);
  const restored = restores.at(-1)?.step ?? null;
  return {
    writes: writes.length,
    restores: restores.length,
    failed_writes: of("write", "failed").length,
    failed_restores: of("restore", "failed").length,
    open_writes: of("write", "begun").length,
    open_restores: of("restore", "begun").length,
    last_written_step: max(written),
    last_restored_step: restored,
    restored_is_known: restored === null || written.length === 0 ? null : written.includes(restored),
    digests_agree: digestsAgree(writes, restores),
    write_seconds_max: max(writes.map((w) => w.seconds)),
    restore_seconds_max: max(restores.map((r) => r.seconds)),
    bytes_max: max(writes.map((w) => w.bytes)),
    write_list: listed(passes.filter((p) => p.kind === "write")),
    restore_list: listed(passes.filter((p) => p.kind === "restore")),
  };
}

function warningsOf(facts: Facts, openEnd: boolean, broken: number): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const count = (key: string) => (typeof facts[key] === "number" ? facts[key] : 0);
  if (count("failed_writes") > 0) add("TOOL_ERROR", `${facts.failed_writes} checkpoints could not be written`);
  if (count("failed_restores") > 0) add("TOOL_ERROR", `${facts.failed_restores} checkpoints could not be read`);
  if (count("open_writes") > 0) add("NOT_FINISHED", `${facts.open_writes} checkpoints were begun and not finished`);
  if (count("open_restores") > 0) add("NOT_FINISHED", `${facts.open_restores} restores were begun and not finished`);
  if (facts.digests_agree === false) add("INCONSISTENT", "what was read is not what was written");
  if (broken > 0) add("TRUNCATED", `${broken} records are cut`);
  if (count("writes") > 0 && count("restores") === 0)
    add("NEVER_RESTORED", "a checkpoint was written, none was read back");
  if (count("writes") + count("restores") === 0) add("NOTHING_MEASURED", "no checkpoint was finished");
  if (openEnd) add("MAYBE_CUT", "the last line has no line end");
  return list;
}

const FATAL = new Set(["TOOL_ERROR", "NOT_FINISHED", "INCONSISTENT", "TRUNCATED", "NOTHING_MEASURED", "MAYBE_CUT"]);

function read(_text: string, cleaned: CleanedText): Reading {
  const events: CheckpointEvent[] = [];
  const unread: CleanLine[] = [];
  let broken = 0;
  for (const line of cleaned.lines) {
    if (line.text.trim() === "") continue;
    const event = eventOf(line.text);
    if (event === "broken") broken += 1;
    if (event !== null && event !== "broken") events.push(event);
    if ((event === null || event === "broken" || event.phase === "failed") && !isPrompt(line.text)) unread.push(line);
  }
  const facts = factsOf(passesOf(events));
  const warnings = warningsOf(facts, cleaned.openEnd, broken);
  return {
    tool: "checkpoint",
    toolVersion: null,
    facts,
    unread: unread.map(unreadLine),
    warnings,
    complete: !warnings.some((w) => FATAL.has(w.code)) && !unread.some((l) => TROUBLE.test(l.text)),
  };
}

const MARKS =
  /successfully (?:saved|loaded) checkpoint|Finished (?:saving|loading) the checkpoint|"event"\s*:\s*"checkpoint_(?:write|save|restore|load)"|Saving model checkpoint to|\[Torch\] (?:Saved|Loaded checkpoint)|saving checkpoint at iteration/;

function recognise(text: string): number {
  if (!MARKS.test(text)) return 0;
  return /^\{.*"event"\s*:\s*"checkpoint_/m.test(text) ? 0.93 : 0.7;
}

/** Checkpoints written and read back, from the logs of training frameworks or one JSON record a line. */
export const reader: EvidenceReader = { format: "checkpoint-record", recognise, read };
