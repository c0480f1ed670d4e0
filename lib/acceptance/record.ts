import { canonicalJson, digestOf } from "@/lib/digest/canonical";
import type { Judged } from "./judge";
import type { Comparison } from "./measured";
import { AREAS, type AreaId, CHECKS, type CheckId, GATES, type GateId, type State } from "./names";
import type { Card } from "./schema";
import type { RecordedCost } from "./signing-policy";
import type { Overall } from "./verdict";

/** What a signature binds. Everything in it is plain JSON, so the digest can be checked offline. */
export interface ReviewRecord {
  readonly schema: "headroom-review/1";
  readonly brief: { readonly reference: string; readonly revision: number; readonly digest: string };
  readonly plan: { readonly reference: string; readonly revision: number; readonly digest: string };
  /** The trial as planned; null before there is one. Its end as it came binds through the evidence that counted. */
  readonly trial: RecordedTrial | null;
  /** What the plan's period costs by its offer; a record of before costs were bound has none. */
  readonly cost?: RecordedCost | null;
  /** By how many people it is signed; one where the record does not say. */
  readonly signaturesNeeded?: number;
  /** Limits that were judged by, as `area-or-check.criterion` → limit and its source. */
  readonly criteria: Readonly<Record<string, RecordedLimit>>;
  readonly evidence: readonly RecordedEvidence[];
  readonly card: Card;
  /** What was estimated beside what was measured; a record of before this was bound has none. */
  readonly measured?: readonly Comparison[];
  readonly verdict: {
    readonly overall: Overall;
    readonly areas: Readonly<Record<AreaId, State>>;
    readonly checks: Readonly<Record<CheckId, State>>;
    readonly gates: Readonly<Record<GateId, string>>;
  };
}

export interface RecordedLimit {
  readonly limit: unknown;
  readonly source: string | null;
  /** Of the limit, such as the currency of a budget; a limit without one, or of before units were bound, has none. */
  readonly unit?: string;
}

export interface RecordedTrial {
  readonly reference: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface RecordedEvidence {
  readonly id: string;
  readonly sha256: string;
  readonly format: string | null;
  readonly gate: GateId | null;
}

export interface RecordInput {
  readonly brief: ReviewRecord["brief"];
  readonly plan: ReviewRecord["plan"];
  readonly trial: RecordedTrial | null;
  readonly cost: RecordedCost | null;
  readonly signaturesNeeded: number;
  readonly evidence: readonly RecordedEvidence[];
  readonly card: Card;
  readonly judged: Judged;
}

function criteriaOf({ areas, checks }: Judged): ReviewRecord["criteria"] {
  const all = [
    ...areas.flatMap((a) => a.criteria.map((c) => ({ at: a.area, c }))),
    ...checks.flatMap((k) => k.criteria.map((c) => ({ at: k.check, c }))),
  ];
  return Object.fromEntries(
    all.map(({ at, c }) => [
      `${at}.${c.id}`,
      { limit: c.limit, source: c.limitSource, ...(c.unit !== null && { unit: c.unit }) },
    ]),
  );
}

/** Puts together what is to be signed. Evidence is ordered by its digest, so upload order changes nothing. */
export function buildRecord(input: RecordInput): ReviewRecord {
  const { brief, plan, trial, cost, evidence, card, judged } = input;
  const state = <K extends string, T extends { state: string }>(keys: readonly K[], rows: readonly T[]) =>
    Object.fromEntries(keys.map((k, i) => [k, rows[i]?.state ?? "not-evidenced"]));
  const order = [...evidence].sort((a, b) => (a.sha256 + a.id < b.sha256 + b.id ? -1 : 1));
  return {
    schema: "headroom-review/1",
    brief,
    plan,
    trial,
    cost,
    signaturesNeeded: input.signaturesNeeded,
    criteria: criteriaOf(judged),
    evidence: order.map(({ id, sha256, format, gate }) => ({ id, sha256, format, gate })),
    card,
    measured: judged.measured,
    verdict: {
      overall: judged.verdict,
      areas: state(AREAS, judged.areas) as Record<AreaId, State>,
      checks: state(CHECKS, judged.checks) as Record<CheckId, State>,
      gates: state(GATES, judged.gates) as Record<GateId, string>,
    },
  };
}

/** Lower-case hex SHA-256 that the signature binds. */
export function recordDigest(record: ReviewRecord): string {
  return digestOf(record);
}

export interface RecordChange {
  readonly what: "brief" | "plan" | "criteria" | "evidence" | "card" | "verdict";
  /** Message `acceptance.changes.<code>`. */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

const differs = (a: unknown, b: unknown): boolean => canonicalJson(a) !== canonicalJson(b);

function revised(what: "brief" | "plan", a: ReviewRecord["brief"], b: ReviewRecord["brief"]): RecordChange[] {
  if (!differs(a, b)) return [];
  return [{ what, code: `${what}-revised`, params: { reference: b.reference, before: a.revision, after: b.revision } }];
}

function trialChanges(a: ReviewRecord, b: ReviewRecord): RecordChange[] {
  // A record of before trials were bound has none.
  const [was, is] = [a.trial ?? null, b.trial ?? null];
  if (!differs(was, is)) return [];
  const params = { before: was?.reference ?? "–", after: is?.reference ?? "–" };
  return [{ what: "plan", code: "trial-changed", params }];
}

/** Only of records that both say it. */
function signingChanges(a: ReviewRecord, b: ReviewRecord): RecordChange[] {
  const list: RecordChange[] = [];
  const cost = (c: RecordedCost | null) => (c === null ? "–" : `${c.amount}\u00a0${c.currency}`);
  if (a.cost !== undefined && b.cost !== undefined && differs(a.cost, b.cost)) {
    list.push({ what: "criteria", code: "cost-changed", params: { before: cost(a.cost), after: cost(b.cost) } });
  }
  const [before, after] = [a.signaturesNeeded, b.signaturesNeeded];
  if (before !== undefined && after !== undefined && before !== after) {
    list.push({ what: "criteria", code: "signatures-changed", params: { before, after } });
  }
  return list;
}

function evidenceChanges(a: ReviewRecord, b: ReviewRecord): RecordChange[] {
  const one = (from: ReviewRecord, to: ReviewRecord, code: string): RecordChange[] =>
    to.evidence
      .filter((e) => !from.evidence.some((o) => o.id === e.id && o.sha256 === e.sha256))
      .map((e) => ({
        what: "evidence",
        code,
        params: { format: e.format ?? "unread", sha256: e.sha256.slice(0, 12) },
      }));
  return [...one(a, b, "evidence-added"), ...one(b, a, "evidence-removed")];
}

function verdictChanges(a: ReviewRecord, b: ReviewRecord): RecordChange[] {
  const parts = ["areas", "checks", "gates"] as const;
  return parts.flatMap((part) => {
    const [was, is]: Record<string, string>[] = [a.verdict[part], b.verdict[part]];
    return Object.keys(is ?? {}).flatMap((name): RecordChange[] => {
      const [before = "", after = ""] = [was?.[name], is?.[name]];
      return before === after
        ? []
        : [{ what: "verdict", code: "state-changed", params: { part, name, before, after } }];
    });
  });
}

/** Another limit, or another source of it; a unit that one of both records does not bind tells no difference. */
function limitDiffers(a: RecordedLimit | undefined, b: RecordedLimit | undefined): boolean {
  if (!a || !b) return a !== b;
  const unitsKnown = a.unit !== undefined && b.unit !== undefined;
  return differs([a.limit, a.source], [b.limit, b.source]) || (unitsKnown && a.unit !== b.unit);
}

/** What changed from one record to the next, in codes that the page puts into words. Empty means the digests are equal. */
export function changesSince(a: ReviewRecord, b: ReviewRecord): RecordChange[] {
  const limits = Object.keys({ ...a.criteria, ...b.criteria }).filter((k) =>
    limitDiffers(a.criteria[k], b.criteria[k]),
  );
  // A card of before there were logs has none.
  const partOf = (r: ReviewRecord, k: keyof Card) => r.card[k] ?? (k === "drill" ? null : []);
  const card = (Object.keys(b.card) as (keyof Card)[]).filter((k) => differs(partOf(a, k), partOf(b, k)));
  return [
    ...revised("brief", a.brief, b.brief),
    ...revised("plan", a.plan, b.plan),
    ...trialChanges(a, b),
    ...signingChanges(a, b),
    ...limits.map((name): RecordChange => ({ what: "criteria", code: "limit-changed", params: { name } })),
    ...evidenceChanges(a, b),
    ...card.map((part): RecordChange => ({ what: "card", code: "card-changed", params: { part } })),
    ...verdictChanges(a, b),
  ];
}

/**
 * Changes that take a signature's ground away: brief, plan, trial, evidence or card. Limits and states move with the
 * ledger as well, which only shows as a difference.
 */
export function boundChanges(a: ReviewRecord, b: ReviewRecord): RecordChange[] {
  return changesSince(a, b).filter((c) => c.what !== "criteria" && c.what !== "verdict");
}
