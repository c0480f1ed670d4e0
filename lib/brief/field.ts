import type { ChoiceSet, NameSet, WorkloadKind } from "./choices";
import { CHOICES, NAMES, WORKLOAD_KINDS } from "./choices";
import type { BlockName, FieldPath } from "./schema";

export type InputType =
  | "text"
  | "long-text"
  | "number"
  | "integer"
  | "choice"
  | "list"
  | "bytes"
  | "duration"
  | "date"
  | "boolean";

export type FieldUnit =
  | "outputs"
  | "outputs/h"
  | "jobs/h"
  | "requests/s"
  | "tokens/s"
  | "tokens"
  | "sequences"
  | "ms"
  | "s"
  | "min"
  | "h"
  | "h/day"
  | "days/week"
  | "days"
  | "B"
  | "B/month"
  | "GiB"
  | "px"
  | "frames"
  | "steps"
  | "%"
  | "GPUs"
  | "services";

/** The first block of the form holds title, kind, summary and owner. */
export type FieldBlock = "work" | BlockName;

export interface FieldCondition {
  readonly path: FieldPath;
  readonly in: readonly (string | boolean)[];
}

/** One row of the form. The page renders from these rows and decides nothing of its own. */
export interface BriefField {
  readonly path: FieldPath;
  readonly block: FieldBlock;
  readonly input: InputType;
  readonly unit: FieldUnit | null;
  /** Answers of a choice; empty for other inputs. */
  readonly choices: readonly string[];
  /** Set whose words are `brief.choices.<set>.<value>`; null where the answers are names that need no translation. */
  readonly choiceSet: ChoiceSet | null;
  /** Set whose answers are names of engines, formats and methods; null for other fields. */
  readonly nameSet: NameSet | null;
  /** Kinds for which the field stands open though a brief can do without it; else it is folded away, never gone. */
  readonly shownFor: readonly WorkloadKind[];
  /** Kinds that cannot be submitted without it (where `when` holds). */
  readonly requiredFor: readonly WorkloadKind[];
  /** The field only makes sense when another has one of these answers. */
  readonly when: FieldCondition | null;
  readonly labelKey: string;
  readonly whyKey: string;
  readonly exampleKey: string;
}

export const ALL: readonly WorkloadKind[] = WORKLOAD_KINDS;
export const NONE: readonly WorkloadKind[] = [];
export const LEARNING: readonly WorkloadKind[] = ["training", "fine-tuning"];
export const SERVING: readonly WorkloadKind[] = ["interactive-inference"];
export const MEDIA: readonly WorkloadKind[] = ["rendering-media"];
export const ANSWERING: readonly WorkloadKind[] = ["interactive-inference", "batch-inference"];
/** Work that ends: it needs a marker that tells a finished item without rereading the run. */
export const ENDING: readonly WorkloadKind[] = WORKLOAD_KINDS.filter((k) => k !== "interactive-inference");

export interface FieldOptions {
  readonly unit?: FieldUnit;
  readonly set?: ChoiceSet;
  readonly names?: NameSet;
  readonly shown?: readonly WorkloadKind[];
  readonly required?: readonly WorkloadKind[];
  readonly when?: FieldCondition;
}

/** Makes a row; a required field is always open, another one only for the kinds that name it. */
export function field(path: FieldPath, input: InputType, options: FieldOptions = {}): BriefField {
  const dot = path.indexOf(".");
  const required = options.required ?? NONE;
  const shown = options.shown ?? required;
  return {
    path,
    block: dot < 0 ? "work" : (path.slice(0, dot) as BlockName),
    input,
    unit: options.unit ?? null,
    choices: options.set ? CHOICES[options.set] : options.names ? NAMES[options.names] : [],
    choiceSet: options.set ?? null,
    nameSet: options.names ?? null,
    shownFor: shown,
    requiredFor: required,
    when: options.when ?? null,
    labelKey: `brief.fields.${path}.label`,
    whyKey: `brief.fields.${path}.why`,
    exampleKey: `brief.fields.${path}.example`,
  };
}
