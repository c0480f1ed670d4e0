import { advise } from "@/lib/boundary/advise";
import { cardsOf } from "@/lib/boundary/offer-refusal";
import { rankOf } from "@/lib/boundary/schema";
import { missingFields } from "@/lib/brief/completeness";
import { AREA_ROWS } from "./areas";
import { type CheckInput, modelCriteria } from "./checks";
import {
  type Criterion,
  combine,
  compare,
  failed,
  type Judgement,
  notApplicable,
  notEvidenced,
  passed,
  type ReasonCode,
} from "./criterion";
import { countsByFormat, identityCriteria, listings, sameCards } from "./device-checks";
import { acceleratorOfName } from "./device-name";
import { diagnosticPassed, healthCriteria } from "./health-checks";
import { imageCriteria } from "./image-checks";
import { severalCriteria } from "./load-checks";
import { loadResults } from "./load-result";
import type { AreaId } from "./names";
import { judgeDrill } from "./recovery";
import { type EvidenceItem, numberFact, ofFormat, textFact, textsFact } from "./selection";
import { startLogs } from "./start-logs";
import { storageCriteria } from "./storage-checks";
import { schedulerCriteria, topologyCriteria } from "./topology-checks";
import { TOPOLOGY_FORMATS } from "./topology-formats";
import { groupCriteria, hangCriteria, learningCriteria } from "./training-checks";

export interface AreaInput extends CheckInput {
  /** What the ledger holds for this plan's trial; null while nothing was imported. */
  readonly ledger: { readonly entries: number; readonly acceptedOutputs: number | null } | null;
}

/** A person's word on an item counts when it stands on evidence that was read whole, inside the trial. */
function stated({ card, selection }: AreaInput, id: string, accept?: (text: string) => Criterion | null): Criterion {
  const statement = card.statements[id];
  const given = { id, basis: "stated" as const };
  if (statement === undefined || statement.text.trim() === "") return notEvidenced(given, "no-evidence");
  const counted = new Set(selection.counted.map((e) => e.id));
  const evidenceIds = statement.evidenceIds.filter((e) => counted.has(e));
  const full = { ...given, seen: statement.text, evidenceIds };
  if (evidenceIds.length === 0) return notEvidenced(full, "stated-without-evidence");
  return accept?.(statement.text) ?? passed(full);
}

function workloadContract({ brief, selection }: AreaInput): Criterion[] {
  const gaps = missingFields(brief);
  const onlyCard = gaps.some((g) => g.reason === "only-a-card");
  const given = { id: "brief", basis: "record" as const, seen: gaps.length, limit: 0, limitSource: "brief" };
  const whole =
    gaps.length === 0
      ? passed(given)
      : failed(given, onlyCard ? "only-a-card" : "brief-incomplete", { count: gaps.length });
  return [whole, ...modelCriteria(brief, selection)];
}

function allocationBoundary({ brief, plan }: AreaInput): Criterion[] {
  const least = advise(brief).boundary;
  const given = { id: "boundary", basis: "record" as const, seen: plan.boundary, limit: least, limitSource: "brief" };
  const style =
    least === null
      ? notEvidenced(given, "boundary-open")
      : rankOf(plan.boundary) >= rankOf(least)
        ? passed(given)
        : failed(given, "boundary-too-low");
  const { interruption } = brief.capacityVanishes;
  const spot = plan.offer?.purchase === "spot";
  const taken = {
    id: "interruption",
    basis: "record" as const,
    seen: plan.offer?.purchase ?? null,
    limitSource: "brief:capacityVanishes.interruption",
  };
  const cards = { id: "cards", unit: "GPUs", basis: "record" as const, limitSource: "brief:memoryShape" };
  return [
    style,
    spot && interruption === "not-tolerated" ? failed(taken, "may-be-taken-away") : passed(taken),
    compare(cards, plan.count, "at-least", cardsOf(brief)),
  ];
}

const masked = (e: EvidenceItem): boolean => e.warnings?.some((w) => w.code === "MASKED_UUID") ?? false;

/** Distinct cards over all listings of the trial; masked identities cannot be told apart, so the largest listing counts. */
function visibleCards(lists: readonly EvidenceItem[]): number | null {
  const counts = lists.map((e) => numberFact(e, "gpu_count_physical"));
  if (counts.some((c) => c === null)) return null;
  if (lists.some(masked)) return Math.max(...counts.map((c) => c ?? 0));
  return new Set(lists.flatMap((e) => textsFact(e, "uuids"))).size;
}

const EXCLUSIVE: readonly string[] = ["dedicated-node", "cluster"];

/** A slice of a card is no card where the brief asks for whole ones; one listed twice is shared with somebody. */
function wholeCards({ brief, plan, selection }: AreaInput): Criterion[] {
  return ofFormat(selection.current, "nvidia-smi-L").flatMap((e) => {
    const given = { id: "whole-cards", evidenceIds: [e.id] };
    const slices = numberFact(e, "mig_devices") ?? 0;
    if (brief.memoryShape.migProfile === null && slices > 0) return [failed({ ...given, seen: slices }, "mig-slice")];
    const shared = e.facts.shared === true || (e.warnings?.some((w) => w.code === "SHARED_GPU") ?? false);
    if (!shared) return [];
    const said = { ...given, seen: true, limit: plan.boundary, limitSource: "plan:boundary" };
    return [EXCLUSIVE.includes(plan.boundary) ? failed(said, "shared-card") : notEvidenced(said, "shared-card")];
  });
}

/** Cards by lists of one tool against those by another: two that disagree are asked about. */
function otherLists({ plan, brief, selection }: AreaInput): Criterion[] {
  if (brief.memoryShape.migProfile !== null) return [];
  const counts = countsByFormat(listings(selection).filter((e) => e.format !== "nvidia-smi-L"));
  if (counts.size === 0) return [];
  const of = ofFormat(selection.counted, "nvidia-smi-L");
  const all = new Set([...counts.values(), ...(of.length > 0 ? [visibleCards(of) ?? plan.count] : [])]);
  const evidenceIds = listings(selection).map((e) => e.id);
  const given = { id: "visible-devices", unit: "GPUs", limit: plan.count, limitSource: "plan:count", evidenceIds };
  if (all.size > 1) return [notEvidenced({ ...given, seen: [...all] }, "contradictory")];
  const seen = [...all][0] ?? 0;
  return [
    seen === plan.count
      ? passed({ ...given, seen })
      : failed({ ...given, seen }, "other-count", { seen, limit: plan.count }),
  ];
}

/** Devices by `nvidia-smi -L`, and where that was not sent, by any other tool that lists cards and names them. */
function deviceCriteria(input: AreaInput): Criterion[] {
  const { brief, plan, selection } = input;
  const others = otherLists(input);
  const lists = ofFormat(selection.counted, "nvidia-smi-L");
  const evidenceIds = lists.map((e) => e.id);
  const count = { id: "visible-devices", unit: "GPUs", limit: plan.count, limitSource: "plan:count", evidenceIds };
  if (lists.length === 0) {
    if (others.length === 0) return [notEvidenced(count, "no-device-list")];
    return [...others, nameCriterion(plan.offer?.acceleratorId ?? null, listings(selection))];
  }
  const mig = brief.memoryShape.migProfile;
  const seen = mig === null ? visibleCards(lists) : Math.max(...lists.map((e) => numberFact(e, "mig_devices") ?? 0));
  const each = new Set(lists.map((e) => numberFact(e, "gpu_count_physical")));
  const several = each.size > 1 && plan.count <= Math.max(...[...each].map((n) => n ?? 0));
  const contradicted = others.some((c) => c.state === "not-evidenced");
  const counted =
    seen === null
      ? notEvidenced(count, "virtual-gpu")
      : seen === plan.count
        ? passed({ ...count, seen })
        : several || contradicted
          ? notEvidenced({ ...count, seen }, "contradictory")
          : failed({ ...count, seen }, "other-count", { seen, limit: plan.count });
  return [counted, ...others, nameCriterion(plan.offer?.acceleratorId ?? null, lists)];
}

function nameCriterion(wanted: string | null, lists: readonly EvidenceItem[]): Criterion {
  const names = [...new Set(lists.flatMap((e) => textsFact(e, "names")))];
  const given = {
    id: "device-name",
    seen: names,
    limit: wanted,
    limitSource: "plan:offer.acceleratorId",
    evidenceIds: lists.map((e) => e.id),
  };
  if (wanted === null) return notEvidenced(given, "no-card-in-plan");
  const cards = names.map(acceleratorOfName);
  if (cards.some((c) => c !== null && c !== wanted)) return failed(given, "other-card");
  return cards.length > 0 && cards.every((c) => c === wanted) ? passed(given) : notEvidenced(given, "unknown-name");
}

const hash = (text: string): string | null => /sha256:[0-9a-f]{64}/.exec(text)?.[0] ?? null;

/** The image by its digest where a tool printed it: a list of images proves only what it holds. */
function imageByFacts({ selection }: AreaInput, wanted: string): Criterion | null {
  const prints = ofFormat(selection.counted, "docker-digest");
  if (prints.length === 0) return null;
  const digests = [...new Set(prints.flatMap((e) => textsFact(e, "repo_digests").flatMap((d) => hash(d) ?? [])))];
  const given = {
    id: "image-digest",
    seen: digests,
    limit: wanted,
    limitSource: "brief:runtime.imageDigest",
    evidenceIds: prints.map((e) => e.id),
  };
  if (digests.includes(hash(wanted) ?? "")) return passed(given);
  if (digests.length === 0) return notEvidenced(given, "image-not-pinned");
  const one = prints.every((e) => textFact(e, "kind") !== "table");
  return one ? failed(given, "other-image") : notEvidenced(given, "other-image");
}

/** A server that loaded its weights and is ready shows that driver, runtime and image work together. */
function stackCriteria(input: AreaInput): Criterion[] {
  const { brief, selection } = input;
  const ready = startLogs(selection.counted).filter((e) => e.facts.ready === true);
  const stack =
    ready.length > 0
      ? passed({ id: "compatible-stack", seen: true, evidenceIds: ready.map((e) => e.id) })
      : stated(input, "compatible-stack");
  const wanted = brief.runtime.imageDigest;
  const digest = {
    id: "image-digest",
    limit: wanted,
    limitSource: "brief:runtime.imageDigest",
    basis: "stated" as const,
  };
  if (wanted === null) return [stack, notEvidenced(digest, "no-limit")];
  const shown = imageByFacts(input, wanted);
  if (shown !== null) return [stack, shown];
  const image = stated(input, "image-digest", (text) =>
    hash(text) === hash(wanted) ? null : failed({ ...digest, seen: text }, "other-image"),
  );
  return [stack, image];
}

function workloadAcceptance(input: AreaInput): Criterion[] {
  const { brief, selection } = input;
  const { fixedPromptsOrSteps, timeLimitMinutes } = brief.target;
  const given = { id: "repeatable-load", basis: "record" as const, limitSource: "brief:target.fixedPromptsOrSteps" };
  const repeatable =
    fixedPromptsOrSteps !== null && timeLimitMinutes !== null
      ? passed({ ...given, seen: fixedPromptsOrSteps })
      : notEvidenced(given, "load-not-repeatable");
  const results = loadResults(selection);
  const output =
    results.length > 0
      ? passed({ id: "recorded-output", seen: results.length, evidenceIds: results.map((r) => r.item.id) })
      : stated(input, "recorded-output");
  const synthetic =
    brief.samples.synthetic === "all"
      ? [notEvidenced({ id: "samples", basis: "record", limitSource: "brief:samples.synthetic" }, "synthetic-only")]
      : [];
  return [repeatable, output, ...severalCriteria(selection), ...learningCriteria(input), ...synthetic];
}

function costRecord({ ledger }: AreaInput): Criterion[] {
  const given = { id: "ledger", basis: "record" as const };
  if (ledger === null || ledger.entries === 0) return [notEvidenced(given, "nothing-billed")];
  const outputs = { id: "accepted-outputs", basis: "record" as const, seen: ledger.acceptedOutputs };
  return [
    passed({ ...given, seen: ledger.entries }),
    (ledger.acceptedOutputs ?? 0) > 0 ? passed(outputs) : notEvidenced(outputs, "no-accepted-output"),
  ];
}

/** Links by tools; a collective that ran needs no person's word, anything less does. */
function topology(input: AreaInput): Criterion[] {
  const links = topologyCriteria(input);
  const criteria = [...links.criteria, ...groupCriteria(input), ...hangCriteria(input)];
  const { tested } = links;
  if (tested) return criteria;
  const word = stated(input, "links");
  const shows = input.selection.counted.filter((e) => (TOPOLOGY_FORMATS as readonly string[]).includes(e.format ?? ""));
  const stands = word.state !== "passed" || word.evidenceIds.some((id) => shows.some((e) => e.id === id));
  return [...criteria, stands ? word : notEvidenced({ ...word, evidenceIds: [] }, "stated-without-evidence")];
}

function schedulerPath(input: AreaInput): Criterion[] {
  const facts = schedulerCriteria(input);
  return facts.some((c) => c.id === "allocatable") ? facts : [...facts, stated(input, "card-exposed")];
}

/** The health check that was agreed: a diagnostic that passed on every card, or a person's word on evidence. */
function nodeReadiness(input: AreaInput): Criterion[] {
  const facts = [...healthCriteria(input), ...storageCriteria(input), ...sameCards(input)];
  return diagnosticPassed(facts).length > 0 ? facts : [...facts, stated(input, "health-check")];
}

const JUDGES: Readonly<Record<AreaId, (input: AreaInput) => Criterion[]>> = {
  "workload-contract": workloadContract,
  "allocation-boundary": allocationBoundary,
  "hardware-identity": (input) => [
    ...identityCriteria(input),
    ...wholeCards(input),
    ...deviceCriteria(input),
    ...stackCriteria(input),
    ...imageCriteria(input),
    ...sameCards(input),
  ],
  topology,
  "scheduler-path": schedulerPath,
  "node-readiness": nodeReadiness,
  "workload-acceptance": workloadAcceptance,
  recovery: ({ brief, card, selection, window }) => judgeDrill(brief, card.drill, selection, window),
  "cost-record": costRecord,
};

/** What the plan itself settles: one card has no links, and nothing rented has no hardware. */
function settledByPlan(area: AreaId, { plan, brief }: AreaInput): ReasonCode | null {
  const hardware: AreaId[] = ["hardware-identity", "topology", "scheduler-path", "node-readiness"];
  if (plan.boundary === "managed-api" && hardware.includes(area)) return "nothing-rented";
  return area === "topology" && plan.count === 1 && brief.controlBoundary.fabric === "none" ? "one-card" : null;
}

/** The nine areas. Not applicable needs a reason, and never hides what facts show to have failed. */
export function judgeAreas(input: AreaInput): Record<AreaId, Judgement> {
  const entries = AREA_ROWS.map(({ area, always }): [AreaId, Judgement] => {
    const judged = combine(JUDGES[area](input));
    const settled = settledByPlan(area, input);
    if (judged.state === "failed") return [area, judged];
    if (settled !== null) return [area, notApplicable(settled)];
    const reason = input.card.notApplicable.find((n) => n.area === area)?.reason.trim() ?? "";
    return [area, reason === "" || always ? judged : notApplicable("stated", { reason })];
  });
  return Object.fromEntries(entries) as Record<AreaId, Judgement>;
}
