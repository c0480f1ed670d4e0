import {
  BLOCK_LEAVES,
  BLOCK_NAMES,
  type BlockName,
  type BriefContent,
  type BriefDraft,
  briefDraftSchema,
  type FieldPath,
  type FieldValue,
  LATER_CONTROLS,
  LATER_SHAPES,
  LATER_TARGETS,
  TOP_LEAVES,
} from "./schema";

const blank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.every((v) => typeof v !== "string" || v.trim() === ""));

function filled(leaves: object, values: object | null | undefined): Record<string, unknown> {
  const given: Record<string, unknown> = { ...values };
  return Object.fromEntries(Object.keys(leaves).map((name) => [name, blank(given[name]) ? null : given[name]]));
}

const LATER: Readonly<Partial<Record<BlockName, ReadonlySet<string>>>> = {
  target: new Set(LATER_TARGETS),
  controlBoundary: new Set(LATER_CONTROLS),
  memoryShape: new Set(LATER_SHAPES),
};

/** A block of the brief; a later field that is unanswered is left out. */
function blockOf(block: BlockName, draft: BriefDraft): Record<string, unknown> {
  const all = Object.entries(filled(BLOCK_LEAVES[block], draft[block]));
  return Object.fromEntries(all.filter(([name, value]) => value !== null || !LATER[block]?.has(name)));
}

/** Every leaf present, blank text as null; `unparsed` and `fromExample` stay behind in the draft. */
export function contentOf(draft: BriefDraft): BriefContent {
  const blocks = BLOCK_NAMES.map((block) => [block, blockOf(block, draft)]);
  const kept = [...new Set(draft.keptFromExample ?? [])].sort();
  const origin = kept.length > 0 ? { keptFromExample: kept } : {};
  // The schema has checked each leaf; this only adds the missing ones as null.
  return { ...filled(TOP_LEAVES, draft), ...Object.fromEntries(blocks), ...origin } as BriefContent;
}

export type BriefReading =
  | { readonly ok: true; readonly draft: BriefDraft; readonly content: BriefContent }
  | { readonly ok: false; readonly code: string; readonly path: string; readonly message: string };

/** Reads a brief from outside: unknown fields and wrong types are refused with their path. */
export function readBrief(input: unknown): BriefReading {
  const parsed = briefDraftSchema.safeParse(input);
  if (parsed.success) return { ok: true, draft: parsed.data, content: contentOf(parsed.data) };
  const issue = parsed.error.issues[0];
  const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
  return {
    ok: false,
    code: issue?.code === "unrecognized_keys" ? "UNKNOWN_FIELD" : "INVALID_FIELD",
    path: [...(issue?.path ?? []), ...extra].map(String).join("."),
    message: issue?.message ?? "not a brief",
  };
}

/** The value of one field of a draft or of what was made of it; null when unanswered. */
export function valueAt(brief: BriefDraft | BriefContent, path: FieldPath): FieldValue {
  const [head = "", leaf] = path.split(".");
  const top = (brief as Readonly<Record<string, unknown>>)[head];
  const value = leaf === undefined ? top : (top as Readonly<Record<string, unknown>> | null | undefined)?.[leaf];
  return (value ?? null) as FieldValue;
}

/** The draft without a claim that an example wrote this answer. */
function asOwnWord(draft: BriefDraft, path: FieldPath): BriefDraft {
  const { fromExample, keptFromExample, ...rest } = draft;
  const others = (p: string) => p !== path;
  return {
    ...rest,
    ...(fromExample && { fromExample: fromExample.filter(others) }),
    ...(keptFromExample && { keptFromExample: keptFromExample.filter(others) }),
  };
}

/** A draft with one field set: what a form does on each change. The answer is then the person's own. */
export function withValue(draft: BriefDraft, path: FieldPath, value: FieldValue): BriefDraft {
  const [head = "", leaf] = path.split(".");
  const unparsed = { ...draft.unparsed };
  delete unparsed[path];
  const rest = { ...asOwnWord(draft, path), unparsed };
  if (leaf === undefined) return { ...rest, [head]: value };
  const block = (draft as Readonly<Record<string, object | null | undefined>>)[head];
  return { ...rest, [head]: { ...block, [leaf]: value } };
}

/** A draft that keeps text its field could not read; the field itself becomes unanswered. */
export function withUnparsed(draft: BriefDraft, path: FieldPath, text: string): BriefDraft {
  const cleared = withValue(draft, path, null);
  return { ...cleared, unparsed: { ...cleared.unparsed, [path]: text } };
}
