import { valueAt } from "@/lib/brief/content";
import { fieldAt } from "@/lib/brief/fields";
import { isRequired } from "@/lib/brief/placing";
import type { BriefContent, FieldPath } from "@/lib/brief/schema";
import type { Boundary, NeedId, ReasonParams } from "./schema";

/** A need, and the least persistent and exclusive style that can meet it; every style above it can too. */
export interface Need {
  readonly need: NeedId;
  readonly field: FieldPath;
  readonly minimum: Boundary;
  readonly code: string;
  readonly params: ReasonParams;
  readonly why: string;
}

/** An unanswered field, and the highest style that its answer could demand. */
export interface OpenNeed {
  readonly need: NeedId;
  readonly field: FieldPath;
  readonly couldNeed: Boundary;
  readonly question: string;
}

export interface Needs {
  readonly needs: readonly Need[];
  readonly open: readonly OpenNeed[];
}

/** Planning figure: pulling an image and loading weights on a fresh serverless worker, until one is measured. */
const SERVERLESS_COLD_START_SECONDS = 60;
/** Providers end a serverless run after 1 to 24 hours: beyond the longest none will do, below it is asked per offer. */
export const SERVERLESS_LONGEST_RUN_HOURS = 24;
export const SERVERLESS_SHORTEST_LIMIT_HOURS = 1;

interface ChoiceNeed {
  readonly need: NeedId;
  readonly field: FieldPath;
  /** What each answer demands at least; null demands nothing. */
  readonly minimum: Readonly<Record<string, Boundary | null>>;
  readonly why: Readonly<Record<string, string>>;
  readonly question: string;
}

const CHOICE_NEEDS: readonly ChoiceNeed[] = [
  {
    need: "weights",
    field: "controlBoundary.ownWeights",
    minimum: { no: null, yes: "serverless" },
    why: {
      no: "any model of the provider will do",
      yes: "own or fixed weights must run, and a managed API runs its provider's",
    },
    question: "Must own or fixed weights run?",
  },
  {
    need: "runtime",
    field: "controlBoundary.fixedRuntime",
    minimum: { no: null, yes: "serverless" },
    why: { no: "no fixed runtime is needed", yes: "the image is pinned, and a managed API changes its own" },
    question: "Must the runtime be fixed?",
  },
  {
    need: "access",
    field: "controlBoundary.accessLevel",
    minimum: { none: null, container: "serverless", root: "vm" },
    why: {
      none: "only the output is needed",
      container: "an own container must run",
      root: "root is needed, and serverless workers give only a container",
    },
    question: "Which access to the machine is needed?",
  },
  {
    need: "isolation",
    field: "controlBoundary.isolation",
    minimum: { shared: null, "own-card": "serverless", "own-host": "dedicated-node" },
    why: {
      shared: "the machine may be shared",
      "own-card": "the card must not be shared while work runs",
      "own-host": "nobody else may be on the host, and only a dedicated node promises that",
    },
    question: "Who may share the machine?",
  },
  {
    need: "disk",
    field: "controlBoundary.persistentDisk",
    minimum: { no: null, yes: "vm" },
    why: { no: "no disk must outlive the work", yes: "a disk must outlive a restart" },
    question: "Is a persistent disk needed?",
  },
  {
    need: "host",
    field: "controlBoundary.fixedHost",
    minimum: { no: null, yes: "dedicated-node" },
    why: { no: "any host will do", yes: "the host must stay the same, and a VM may move" },
    question: "Must the host stay the same?",
  },
  {
    need: "fabric",
    field: "controlBoundary.fabric",
    minimum: { none: null, "within-node": "vm", "between-nodes": "cluster" },
    why: {
      none: "no fast link between cards is needed",
      "within-node": "cards of one machine must be linked",
      "between-nodes": "nodes must be linked, with a topology that is proved",
    },
    question: "Is a fast link between cards needed?",
  },
  {
    need: "scale",
    field: "scale.shape",
    minimum: { "single-gpu-service": null, "independent-jobs": null, coordinated: "vm" },
    why: {
      "single-gpu-service": "one card serves the work",
      "independent-jobs": "jobs do not depend on each other",
      coordinated: "several cards work on one thing, so they must be placed together",
    },
    question: "Which shape has the work?",
  },
];

/** What the brief demands of the place where it runs. Unanswered fields become open needs, never guesses. */
export function needsOf(brief: BriefContent): Needs {
  const needs: Need[] = [];
  const open: OpenNeed[] = [];
  for (const row of CHOICE_NEEDS) {
    const answer = valueAt(brief, row.field);
    if (typeof answer !== "string") {
      const highest = Object.values(row.minimum).filter((m) => m !== null);
      open.push({
        need: row.need,
        field: row.field,
        couldNeed: highest.at(-1) ?? "managed-api",
        question: row.question,
      });
      continue;
    }
    const minimum = row.minimum[answer] ?? "managed-api";
    needs.push({
      need: row.need,
      field: row.field,
      minimum,
      code: `${row.need}.${answer}`,
      params: {},
      why: row.why[answer] ?? answer,
    });
  }
  for (const rule of [kindNeed, coldStart, runLimit, interruptionNeed]) rule(brief, needs, open);
  return { needs, open };
}

type Rule = (brief: BriefContent, needs: Need[], open: OpenNeed[]) => void;

const kindNeed: Rule = (brief, _needs, open) => {
  if (brief.kind !== null) return;
  open.push({ need: "kind", field: "kind", couldNeed: "dedicated-node", question: "Which kind of work is it?" });
};

const coldStart: Rule = (brief, needs, open) => {
  const field = "target.coldStartToleranceSeconds";
  const seconds = brief.target.coldStartToleranceSeconds;
  if (seconds === null) {
    if (isRequired(brief, fieldAt(field))) {
      open.push({ need: "cold-start", field, couldNeed: "vm", question: "How long may a cold start take?" });
    }
    return;
  }
  const limit = SERVERLESS_COLD_START_SECONDS;
  const tooShort = seconds < limit;
  needs.push({
    need: "cold-start",
    field,
    minimum: tooShort ? "vm" : "managed-api",
    code: tooShort ? "cold-start.short" : "cold-start.long",
    params: { seconds, limit },
    why: tooShort
      ? `a cold start of ${seconds} s is accepted, and a serverless worker is planned with ${limit} s`
      : `a cold start of ${seconds} s is accepted`,
  });
};

const runLimit: Rule = (brief, needs, open) => {
  const field = "scale.longestRunHours";
  if (brief.kind === "interactive-inference") return;
  const hours = brief.scale.longestRunHours;
  if (hours === null) {
    open.push({ need: "run-limit", field, couldNeed: "vm", question: "How long is the longest single run?" });
    return;
  }
  const limit = SERVERLESS_LONGEST_RUN_HOURS;
  const tooLong = hours > limit;
  needs.push({
    need: "run-limit",
    field,
    minimum: tooLong ? "vm" : "managed-api",
    code: tooLong ? "run-limit.long" : "run-limit.short",
    params: { hours, limit },
    why: tooLong ? `one run takes ${hours} h, and serverless runs end after ${limit} h` : `one run takes ${hours} h`,
  });
};

const TAIL_TARGETS = [
  "queueP95Ms",
  "queueP99Ms",
  "ttftP95Ms",
  "ttftP99Ms",
  "tpotP95Ms",
  "tpotP99Ms",
  "prefillP95Ms",
  "prefillP99Ms",
  "decodeP95Ms",
  "decodeP99Ms",
  "itlP95Ms",
  "itlP99Ms",
  "e2eP95Ms",
  "e2eP99Ms",
] as const;

/** Learning that resumes from a checkpoint needs state; a tail limit that nothing may interrupt needs a known place. */
const interruptionNeed: Rule = (brief, needs, open) => {
  const field = "capacityVanishes.interruption";
  const { interruption } = brief.capacityVanishes;
  const learning = brief.kind === "training" || brief.kind === "fine-tuning";
  const tail = brief.kind === "interactive-inference" && TAIL_TARGETS.some((t) => (brief.target[t] ?? null) !== null);
  const fixed = brief.controlBoundary.fixedRuntime === "yes";
  if (interruption === null) {
    const couldNeed = tail && fixed ? "dedicated-node" : learning ? "vm" : "managed-api";
    open.push({ need: "resume", field, couldNeed, question: "What does an interruption do to the work?" });
    return;
  }
  if (learning && interruption === "with-checkpoint") {
    const why = "a run that resumes from its checkpoint needs a place that outlives the worker";
    needs.push({ need: "resume", field, minimum: "vm", code: "resume.checkpoint", params: {}, why });
  }
  if (tail && fixed && interruption === "not-tolerated") {
    const why = "a tail limit on a fixed runtime that nothing may interrupt needs predictable placement";
    needs.push({ need: "placement", field, minimum: "dedicated-node", code: "placement.tail", params: {}, why });
  }
};
