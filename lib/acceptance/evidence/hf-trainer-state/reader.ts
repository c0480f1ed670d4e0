import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type Fields, isFields, numberAt, textAt } from "../perf-json";
import type { EvidenceWarning, Facts } from "../reader-contract";

const entriesOf = (state: Fields): Fields[] =>
  Array.isArray(state.log_history) ? state.log_history.filter(isFields) : [];

/** The last entry that has the key. */
const lastWith = (entries: readonly Fields[], key: string): number | null =>
  numberAt(
    entries.findLast((e) => numberAt(e, key) !== null),
    key,
  );

/** Losses and gradient norms that are no number: NaN and the infinities. */
function notFinite(entries: readonly Fields[]): number {
  return entries.filter((e) =>
    ["loss", "grad_norm", "eval_loss", "train_loss"].some((key) => key in e && numberAt(e, key) === null),
  ).length;
}

/** Two entries of one kind at one step: the file was harmed. */
function repeated(entries: readonly Fields[]): number {
  const keys = entries.map((e) => `${numberAt(e, "step")} ${Object.keys(e).sort().join(" ")}`);
  return keys.length - new Set(keys).size;
}

function factsOf(state: Fields): Record<string, Json> {
  const entries = entriesOf(state);
  const losses = entries.flatMap((e) => numberAt(e, "loss") ?? []);
  const step = numberAt(state, "global_step");
  const most = numberAt(state, "max_steps");
  return {
    global_step: step,
    max_steps: most,
    epoch: numberAt(state, "epoch"),
    epochs_planned: numberAt(state, "num_train_epochs"),
    finished: step === null || most === null || most <= 0 ? null : step >= most,
    logged: entries.length,
    last_logged_step: lastWith(entries, "step"),
    first_loss: losses[0] ?? null,
    last_loss: losses.at(-1) ?? null,
    lowest_loss: losses.length === 0 ? null : losses.reduce((a, b) => Math.min(a, b)),
    not_finite: notFinite(entries),
    repeated: repeated(entries),
    last_eval_loss: lastWith(entries, "eval_loss"),
    last_grad_norm: lastWith(entries, "grad_norm"),
    best_metric: numberAt(state, "best_metric"),
    best_checkpoint: textAt(state, "best_model_checkpoint"),
    save_steps: numberAt(state, "save_steps"),
    train_batch_size: numberAt(state, "train_batch_size"),
    tokens_seen: numberAt(state, "num_input_tokens_seen"),
    total_flos: numberAt(state, "total_flos"),
    train_runtime_s: lastWith(entries, "train_runtime"),
    samples_per_s: lastWith(entries, "train_samples_per_second"),
    steps_per_s: lastWith(entries, "train_steps_per_second"),
  };
}

function warningsOf(facts: Facts, state: Fields): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.finished === false) add("NOT_FINISHED", `step ${facts.global_step} of ${facts.max_steps}`);
  if (facts.not_finite !== 0) add("LOSS_NOT_FINITE", `${facts.not_finite} entries with a loss that is no number`);
  if (facts.repeated !== 0) add("INCONSISTENT", `${facts.repeated} entries stand twice`);
  const steps = entriesOf(state).flatMap((e) => numberAt(e, "step") ?? []);
  if (steps.some((s, i) => s < (steps[i - 1] ?? s))) add("INCONSISTENT", "steps do not rise");
  const [logged, reached] = [facts.last_logged_step, facts.global_step];
  if (typeof logged === "number" && typeof reached === "number" && logged > reached) {
    add("INCONSISTENT", `step ${logged} was logged, ${reached} reached`);
  }
  if (steps.length === 0) add("NOTHING_MEASURED", "no step was logged");
  return list;
}

/** Hugging Face Trainer's `trainer_state.json`. */
export const reader = jsonReader({
  format: "hf-trainer-state",
  tool: "transformers",
  recognise: (text) => jsonMarks(text, [/"global_step"\s*:/, /"log_history"\s*:\s*\[/, /"max_steps"\s*:/]),
  is: (value): value is Fields => isFields(value) && Array.isArray(value.log_history) && "global_step" in value,
  version: () => null,
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["LOSS_NOT_FINITE", "INCONSISTENT", "NOTHING_MEASURED"],
  needed: ["global_step", "max_steps"],
});
