import { type MissingField, missingFields, TARGETS_BY_KIND } from "./completeness";
import { contentOf } from "./content";
import type { FieldBlock } from "./field";
import { BRIEF_BLOCKS, BRIEF_FIELDS } from "./fields";
import { notLookedAt } from "./from-example";
import { isRequired } from "./placing";
import type { BriefDraft, FieldPath } from "./schema";

export interface BlockProgress {
  readonly block: FieldBlock;
  readonly missing: readonly MissingField[];
  /** Answers of an example that nobody has looked at. */
  readonly unlooked: readonly FieldPath[];
}

export interface BriefProgress {
  readonly needed: number;
  readonly answered: number;
  /** Sections that still ask for something, in the order of the form. */
  readonly open: readonly BlockProgress[];
  readonly unlooked: number;
}

/** How far a draft is: what it needs now, how much of it is answered, and where the rest stands. */
export function progressOf(draft: BriefDraft): BriefProgress {
  const content = contentOf(draft);
  const required = BRIEF_FIELDS.filter((f) => isRequired(content, f));
  // Of a kind's measures one is enough: they count as one question.
  const aTarget = content.kind !== null && TARGETS_BY_KIND[content.kind].length > 0 ? 1 : 0;
  const gaps = missingFields(draft).filter((m) => m.reason !== "only-a-card");
  const wanted = new Set<string>(required.map((f) => f.path));
  // Text that cannot be read in an optional field stands in the way, though nobody had to write there.
  const extra = gaps.filter((m) => m.reason === "unreadable" && !wanted.has(m.path)).length;
  const needed = required.length + aTarget + extra;
  const unlooked = notLookedAt(draft);
  const blockOf = new Map(BRIEF_FIELDS.map((f) => [f.path, f.block]));
  const open = BRIEF_BLOCKS.map(({ block }) => ({
    block,
    missing: gaps.filter((m) => m.block === block),
    unlooked: unlooked.filter((p) => blockOf.get(p) === block),
  })).filter((b) => b.missing.length + b.unlooked.length > 0);
  return { needed, answered: needed - gaps.length, open, unlooked: unlooked.length };
}
