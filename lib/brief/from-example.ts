import { contentOf, valueAt, withValue } from "./content";
import { BRIEF_FIELDS, fieldAt, isFieldPath } from "./fields";
import { placing } from "./placing";
import type { BriefDraft, FieldPath } from "./schema";

const pathsOf = (paths: readonly string[] | null | undefined): FieldPath[] => (paths ?? []).filter(isFieldPath);

/**
 * Answers that an example wrote and nobody has looked at, in the order of the form. An answer that the form does not show
 * (its question makes no sense any more) is not among them.
 */
export function notLookedAt(draft: BriefDraft): FieldPath[] {
  const open = new Set<string>(draft.fromExample ?? []);
  if (open.size === 0) return [];
  const content = contentOf(draft);
  return BRIEF_FIELDS.filter((f) => open.has(f.path) && placing(content, f) !== "absent").map((f) => f.path);
}

/** The person has looked at these answers of the example and keeps them as they are. */
export function lookedAt(draft: BriefDraft, looked: readonly FieldPath[]): BriefDraft {
  const open = pathsOf(draft.fromExample);
  const kept = new Set<string>([...(draft.keptFromExample ?? []), ...open.filter((p) => looked.includes(p))]);
  return { ...draft, fromExample: open.filter((p) => !looked.includes(p)), keptFromExample: [...kept] };
}

/** Without the example's answers to questions that the form no longer asks: nobody could have looked at them. */
export function withoutHiddenExample(draft: BriefDraft): BriefDraft {
  const content = contentOf(draft);
  const hidden = [...pathsOf(draft.fromExample), ...pathsOf(draft.keptFromExample)].filter(
    (p) => placing(content, fieldAt(p)) === "absent",
  );
  return hidden.filter((p) => valueAt(draft, p) !== null).reduce<BriefDraft>((d, p) => withValue(d, p, null), draft);
}
