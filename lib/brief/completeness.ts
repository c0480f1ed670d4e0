import type { WorkloadKind } from "./choices";
import { contentOf, valueAt } from "./content";
import type { FieldBlock } from "./field";
import { BRIEF_FIELDS, fieldAt, isFieldPath } from "./fields";
import { PERSIST_ITEMS } from "./fields-place";
import { notLookedAt, withoutHiddenExample } from "./from-example";
import { isRequired } from "./placing";
import type { Brief, BriefContent, BriefDraft, FieldPath } from "./schema";

type MissingReason = "unanswered" | "unreadable" | "no-target" | "only-a-card" | "from-example";

export interface MissingField {
  readonly path: FieldPath;
  readonly block: FieldBlock;
  readonly reason: MissingReason;
  readonly reasonKey: string;
}

/** A brief has a target when at least one of its kind's measures has a number: pass or fail needs a limit. */
export const TARGETS_BY_KIND: Readonly<Record<WorkloadKind, readonly FieldPath[]>> = {
  training: ["target.completeWithinHours", "target.deadline", "target.tokensPerSecond"],
  "fine-tuning": ["target.completeWithinHours", "target.deadline", "target.tokensPerSecond"],
  "batch-inference": [
    "target.outputsPerHour",
    "target.requestsPerSecond",
    "target.tokensPerSecond",
    "target.completeWithinHours",
    "target.deadline",
  ],
  "interactive-inference": [
    "target.ttftP95Ms",
    "target.ttftP99Ms",
    "target.e2eP95Ms",
    "target.e2eP99Ms",
    "target.queueP95Ms",
    "target.queueP99Ms",
    "target.tpotP95Ms",
    "target.tpotP99Ms",
    "target.prefillP95Ms",
    "target.prefillP99Ms",
    "target.decodeP95Ms",
    "target.decodeP99Ms",
    "target.itlP95Ms",
    "target.itlP99Ms",
  ],
  "rendering-media": ["target.outputsPerHour", "target.completeWithinHours", "target.deadline"],
  experiment: ["target.jobsPerHour", "target.completeWithinHours", "target.deadline", "target.outputsPerHour"],
  "data-preparation": ["target.outputsPerHour", "target.jobsPerHour", "target.completeWithinHours", "target.deadline"],
};

const missing = (path: FieldPath, reason: MissingReason): MissingField => ({
  path,
  block: fieldAt(path).block,
  reason,
  reasonKey: `brief.missing.${reason}`,
});

/** True when a card is all that the brief says about the work. */
export function namesOnlyACard(content: BriefContent): boolean {
  const said = BRIEF_FIELDS.filter((f) => f.block !== "work" && valueAt(content, f.path) !== null);
  return said.length === 0 || said.every((f) => f.path === "memoryShape.acceleratorId");
}

/**
 * What stands between this draft and a brief, in the order of the form; empty means it can be submitted. A request that
 * only names a card is refused like any other gap, and says so first.
 */
export function missingFields(draft: BriefDraft): MissingField[] {
  const content = contentOf(draft);
  const unreadable = new Set(Object.keys(draft.unparsed ?? {}).filter(isFieldPath));
  const gaps = BRIEF_FIELDS.flatMap((f) => {
    if (unreadable.has(f.path)) return [missing(f.path, "unreadable")];
    return isRequired(content, f) && valueAt(content, f.path) === null ? [missing(f.path, "unanswered")] : [];
  });
  const targets = content.kind ? TARGETS_BY_KIND[content.kind] : [];
  const first = targets[0];
  const noTarget = first && targets.every((p) => valueAt(content, p) === null) ? [missing(first, "no-target")] : [];
  const onlyCard = namesOnlyACard(content) ? [missing("outcome.acceptedOutput", "only-a-card")] : [];
  const at = (m: MissingField) => BRIEF_FIELDS.findIndex((f) => f.path === m.path);
  return [...onlyCard, ...[...gaps, ...noTarget].sort((a, b) => at(a) - at(b))];
}

export type Submission =
  | { readonly ok: true; readonly brief: Brief }
  | { readonly ok: false; readonly missing: readonly MissingField[] };

/** A draft becomes a brief only when nothing is missing and no answer is an example's that nobody looked at. */
export function submitBrief(draft: BriefDraft): Submission {
  const gaps = [...missingFields(draft), ...notLookedAt(draft).map((path) => missing(path, "from-example"))];
  const content = contentOf(withoutHiddenExample(draft));
  const { title, kind } = content;
  if (gaps.length > 0 || title === null || kind === null) return { ok: false, missing: gaps };
  return { ok: true, brief: { ...content, title, kind } };
}

export type PriceQuestion = "persist" | "scale" | "failure" | "done";

const PRICE_FIELDS: Readonly<Record<PriceQuestion, readonly FieldPath[]>> = {
  persist: PERSIST_ITEMS.flatMap((i): FieldPath[] => [`persist.${i}Fate`, `persist.${i}Place`]),
  scale: ["scale.shape"],
  failure: [
    "capacityVanishes.interruption",
    "capacityVanishes.checkpointIntervalMinutes",
    "capacityVanishes.retryRule",
    "capacityVanishes.retryOwner",
    "capacityVanishes.fallbackLostAllocation",
  ],
  done: ["outcome.acceptedOutput", "outcome.acceptedOutputRule", "outcome.completionMarker"],
};

/** Prices may be looked at when persist, scale, failure and "done" are answered; before that, which answer is missing. */
export function priceSearchOpen(draft: BriefDraft): {
  open: boolean;
  missing: { question: PriceQuestion; path: FieldPath; questionKey: string }[];
} {
  const content = contentOf(draft);
  const gaps = (Object.keys(PRICE_FIELDS) as PriceQuestion[]).flatMap((question) =>
    PRICE_FIELDS[question]
      .filter((path) => isRequired(content, fieldAt(path)) && valueAt(content, path) === null)
      .map((path) => ({ question, path, questionKey: `brief.priceSearch.${question}` })),
  );
  return { open: gaps.length === 0, missing: gaps };
}
