import { type NumberHabit, parseTypedBytes } from "@/lib/units/quantity";
import { parseTypedAmount } from "@/lib/units/typed-amount";
import type { BriefField } from "./field";
import { briefDraftSchema, type FieldPath, type FieldValue } from "./schema";

export type Typed = { readonly ok: true; readonly value: FieldValue } | { readonly ok: false };

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Is this value one that the schema takes at this path? Asked of the schema itself, so that form and server agree. */
function accepts(path: FieldPath, value: FieldValue): boolean {
  const [block = "", leaf] = path.split(".");
  const draft = leaf === undefined ? { [block]: value } : { [block]: { [leaf]: value } };
  return briefDraftSchema.safeParse(draft).success;
}

function readByInput(
  field: BriefField,
  text: string,
  habit: NumberHabit,
  unitWords: readonly string[],
): FieldValue | undefined {
  switch (field.input) {
    case "number":
    case "integer":
    case "duration":
      return parseTypedAmount(text, habit, field.unit, unitWords) ?? undefined;
    case "bytes":
      return parseTypedBytes(text, habit) ?? undefined;
    case "list":
      return text
        .split(/[\n,;]/)
        .map((line) => line.trim())
        .filter((line) => line !== "");
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "date":
      return DATE.test(text.trim()) ? text.trim() : undefined;
    default:
      return text;
  }
}

/**
 * Reads what was typed into a field by the reader's own number habit; a unit may stand behind the number (`unitWords`: its
 * words in the reader's language). Empty is null (unanswered). Not ok: the text stays in the draft's `unparsed`, word for
 * word, and the field says that it cannot be read.
 */
export function readTyped(
  field: BriefField,
  text: string,
  habit: NumberHabit,
  unitWords: readonly string[] = [],
): Typed {
  if (text.trim() === "") return { ok: true, value: null };
  const value = readByInput(field, text, habit, unitWords);
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return { ok: false };
  return accepts(field.path, value) ? { ok: true, value } : { ok: false };
}

/** Plain digits with the reader's own decimal sign, so that showing and reading again gives the same value. */
function numberText(value: number, habit: NumberHabit): string {
  const plain = Number.isInteger(value) ? String(BigInt(value)) : String(value);
  return plain.replace(".", habit.decimal);
}

const BYTE_STEPS = [
  ["TB", 1e12],
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
] as const;

function bytesText(value: number, habit: NumberHabit): string {
  const step = BYTE_STEPS.find(([, size]) => value >= size && value % (size / 1000) === 0);
  return step ? `${numberText(value / step[1], habit)} ${step[0]}` : `${numberText(value, habit)} B`;
}

/** The text that a stored value stands for in its control. */
export function showTyped(field: BriefField, value: FieldValue, habit: NumberHabit): string {
  if (value === null) return "";
  if (typeof value === "number") return field.input === "bytes" ? bytesText(value, habit) : numberText(value, habit);
  if (typeof value === "object") return value.join("\n");
  return String(value);
}
