import type { BriefField, FieldBlock } from "./field";
import { PLACE_FIELDS } from "./fields-place";
import { WORK_FIELDS } from "./fields-work";
import type { FieldPath } from "./schema";

/** Every field of the brief in the order of the form. A test holds it equal to the schema. */
export const BRIEF_FIELDS: readonly BriefField[] = [...WORK_FIELDS, ...PLACE_FIELDS];

export interface BriefBlock {
  readonly block: FieldBlock;
  readonly titleKey: string;
  /** Why this block changes the decision, one line. */
  readonly whyKey: string;
  readonly fields: readonly BriefField[];
}

const ORDER: readonly FieldBlock[] = [
  "work",
  "outcome",
  "runtime",
  "memoryShape",
  "target",
  "samples",
  "dataBoundary",
  "controlBoundary",
  "persist",
  "private",
  "scale",
  "capacityVanishes",
  "reproducibility",
];

/** The form's sections in order, each with its rows. */
export const BRIEF_BLOCKS: readonly BriefBlock[] = ORDER.map((block) => ({
  block,
  titleKey: `brief.blocks.${block}.title`,
  whyKey: `brief.blocks.${block}.why`,
  fields: BRIEF_FIELDS.filter((f) => f.block === block),
}));

const BY_PATH: ReadonlyMap<string, BriefField> = new Map(BRIEF_FIELDS.map((f) => [f.path, f]));

export function fieldAt(path: FieldPath): BriefField {
  const found = BY_PATH.get(path);
  if (!found) throw new RangeError(`no brief field ${path}`);
  return found;
}

/** Narrows text from outside to a field's path. */
export function isFieldPath(path: string): path is FieldPath {
  return BY_PATH.has(path);
}
