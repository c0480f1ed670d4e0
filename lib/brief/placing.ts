import { WORKLOAD_KINDS } from "./choices";
import { valueAt } from "./content";
import type { BriefField } from "./field";
import { fieldAt } from "./fields";
import type { BriefContent } from "./schema";

/** Whether the question makes sense, given the answers so far. */
function applies(content: BriefContent, field: BriefField): boolean {
  const { when } = field;
  if (when === null) return true;
  if (!applies(content, fieldAt(when.path))) return false;
  const value = valueAt(content, when.path);
  return (typeof value === "string" || typeof value === "boolean") && when.in.includes(value);
}

/** Required now: by kind (all kinds' common fields while the kind is open) and by the answers so far. */
export function isRequired(content: BriefContent, field: BriefField): boolean {
  const { kind } = content;
  const forKind = kind === null ? field.requiredFor.length === WORKLOAD_KINDS.length : field.requiredFor.includes(kind);
  return forKind && applies(content, field);
}

/** Shown open, or folded away because a brief of this kind can do without it, or absent because it makes no sense. */
export function placing(content: BriefContent, field: BriefField): "open" | "folded" | "absent" {
  if (!applies(content, field)) return "absent";
  const { kind } = content;
  const shown = kind === null ? field.shownFor.length === WORKLOAD_KINDS.length : field.shownFor.includes(kind);
  return shown || isRequired(content, field) ? "open" : "folded";
}
