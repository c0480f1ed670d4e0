import type { BriefDraft, FieldPath, FieldValue } from "@/lib/brief/schema";

/** The value at a path of a draft, null where nothing stands. */
export function draftValue(draft: BriefDraft, path: FieldPath): FieldValue {
  const [head = "", leaf] = path.split(".");
  const top = (draft as Readonly<Record<string, unknown>>)[head];
  const value = leaf === undefined ? top : (top as Readonly<Record<string, unknown>> | null | undefined)?.[leaf];
  return (value ?? null) as FieldValue;
}

/** A draft with one field changed; text that could not be read is kept beside it, word for word. */
export function withValue(draft: BriefDraft, path: FieldPath, value: FieldValue, unparsed: string | null): BriefDraft {
  const [head = "", leaf] = path.split(".");
  const kept = { ...draft.unparsed };
  if (unparsed === null) delete kept[path];
  else kept[path] = unparsed;
  const base = { ...draft, unparsed: kept };
  if (leaf === undefined) return { ...base, [head]: value } as BriefDraft;
  const block = (draft as Readonly<Record<string, unknown>>)[head] as
    | Readonly<Record<string, unknown>>
    | null
    | undefined;
  return { ...base, [head]: { ...block, [leaf]: value } } as BriefDraft;
}
