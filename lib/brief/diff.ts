import { canonicalJson } from "@/lib/digest/canonical";
import { valueAt } from "./content";
import type { FieldUnit } from "./field";
import { BRIEF_FIELDS } from "./fields";
import type { BriefContent, FieldPath, FieldValue } from "./schema";

export interface FieldChange {
  readonly path: FieldPath;
  readonly labelKey: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before: FieldValue;
  readonly after: FieldValue;
  readonly unit: FieldUnit | null;
}

/** What changed from one revision to the next, field by field, in the order of the form. */
export function diffBriefs(before: BriefContent, after: BriefContent): FieldChange[] {
  return BRIEF_FIELDS.flatMap((f): FieldChange[] => {
    const was = valueAt(before, f.path);
    const is = valueAt(after, f.path);
    if (canonicalJson(was) === canonicalJson(is)) return [];
    const kind = was === null ? "added" : is === null ? "removed" : "changed";
    return [{ path: f.path, labelKey: f.labelKey, kind, before: was, after: is, unit: f.unit }];
  });
}
