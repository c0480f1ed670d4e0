import "server-only";
import type { Actor } from "@/lib/access/actor";
import { signRefusal } from "@/lib/access/can-sign";
import { reference } from "@/lib/access/reference";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import { decodeText } from "../evidence/decode";
import { changesSince, type RecordChange, type ReviewRecord, recordDigest } from "../record";
import { AREAS, type AreaId, DECISIONS, type Decision } from "../schema";
import { REVIEW_STATUSES, type ReviewStatus, reviewStatus } from "../status";
import { gateFrom, type ReviewRow, readReview, recordFrom, type StoredReading } from "./data/stored";
import type { Change } from "./mutations/void";

type Names = ReadonlyMap<string, string>;

const decisionFrom = (text: string): Decision | null => DECISIONS.find((d) => d === text) ?? null;

/** Reviews of the workspace, newest first, each with the state that its last event says. */
export async function listReviews(tx: Tx, filter: { readonly state?: string }) {
  const rows = await tx.review.findMany({
    include: {
      plan: { select: { number: true, brief: { select: { number: true, title: true } } } },
      events: { orderBy: { seq: "desc" }, take: 1, select: { seq: true, kind: true, at: true } },
      signatures: { orderBy: { at: "desc" }, take: 1, select: { decision: true, void: { select: { at: true } } } },
      _count: { select: { evidence: true } },
    },
    orderBy: { number: "desc" },
    take: 500,
  });
  const wanted = REVIEW_STATUSES.find((s) => s === filter.state);
  const all = rows.map((r) => ({
    number: r.number,
    plan: r.plan.number,
    brief: r.plan.brief,
    status: reviewStatus(r.events),
    decision: r.signatures[0] && !r.signatures[0].void ? decisionFrom(r.signatures[0].decision) : null,
    evidence: r._count.evidence,
    at: (r.events[0]?.at ?? r.createdAt).toISOString(),
  }));
  return wanted ? all.filter((r) => r.status === wanted) : all;
}

export interface EvidenceView {
  readonly id: string;
  readonly gate: ReturnType<typeof gateFrom>;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly reading: StoredReading;
  readonly by: string | null;
  readonly at: string;
  readonly erased: { readonly at: string; readonly reason: string } | null;
}

function evidenceView(e: ReviewRow["evidence"][number], names: Names): EvidenceView {
  return {
    id: e.id,
    gate: gateFrom(e.gate),
    fileName: e.fileName,
    size: e.size,
    sha256: e.sha256,
    reading: e.reading as unknown as StoredReading,
    by: names.get(e.uploadedBy) ?? null,
    at: e.uploadedAt.toISOString(),
    erased: e.erasedAt ? { at: e.erasedAt.toISOString(), reason: e.erasedReason ?? "" } : null,
  };
}

interface AreaReason {
  readonly area: AreaId;
  readonly reason: string;
}

function areaReasons(kind: string, changes: unknown): AreaReason[] {
  if (kind !== "sent-back" || !Array.isArray(changes)) return [];
  return (changes as AreaReason[]).filter((a) => AREAS.includes(a.area) && typeof a.reason === "string");
}

function eventViews(row: ReviewRow, names: Names) {
  return row.events.map((e) => ({
    seq: e.seq,
    kind: e.kind as Exclude<ReviewStatus, "open">,
    by: names.get(e.personId) ?? null,
    at: e.at.toISOString(),
    digest: e.digest,
    reason: e.reason,
    areas: areaReasons(e.kind, e.changes),
    changes: e.kind === "voided" ? ((e.changes ?? []) as unknown as Change[]) : [],
  }));
}

/** The last signature with its record, whether its digest still holds over that record, and what ended it. */
async function lastSignature(tx: Tx, reviewId: string, names: Names) {
  const s = await tx.signature.findFirst({ where: { reviewId }, orderBy: { at: "desc" }, include: { void: true } });
  const record = recordFrom(s?.snapshot);
  const decision = decisionFrom(s?.decision ?? "");
  if (!s || !record || !decision) return null;
  return {
    decision,
    conditions: s.conditions,
    lookAgainOn: s.lookAgainOn?.toISOString().slice(0, 10) ?? null,
    by: names.get(s.personId) ?? null,
    at: s.at.toISOString(),
    digest: s.digest,
    record,
    holds: recordDigest(record) === s.digest,
    void: s.void
      ? {
          by: names.get(s.void.personId) ?? null,
          at: s.void.at.toISOString(),
          changes: s.void.changes as unknown as Change[],
        }
      : null,
  };
}

/** The records that were frozen by submitting, last first. */
function submissions(row: ReviewRow): ReviewRecord[] {
  return row.events
    .filter((e) => e.kind === "submitted")
    .reverse()
    .flatMap((e) => recordFrom(e.snapshot) ?? []);
}

const since = (then: ReviewRecord | null | undefined, now: ReviewRecord): RecordChange[] | null =>
  then ? changesSince(then, now) : null;

/** One review as its pages show it: everything judged afresh from what is stored. */
export async function findReview(tx: Tx, actor: Actor, number: number, now: Date | null = null) {
  const stored = await readReview(tx, number, now);
  if (!stored) return null;
  const { row, record } = stored;
  const names = await peopleNames(tx);
  const signature = await lastSignature(tx, row.id, names);
  const [submitted, before] = submissions(row);
  const contributorIds = row.contributors.map((c) => c.personId);
  return {
    number,
    reference: reference("REV", number),
    status: stored.status,
    brief: {
      number: row.plan.brief.number,
      title: row.plan.brief.title,
      kind: stored.brief.kind,
      synthetic: stored.brief.samples.synthetic,
      personalData: stored.brief.dataBoundary.personalData,
      revision: stored.briefRevision,
    },
    plan: { number: row.plan.number, boundary: stored.plan.boundary, revision: stored.planRevision },
    trial: stored.trial,
    card: stored.card,
    cardVersion: row.cardVersion,
    evidence: row.evidence.map((e) => evidenceView(e, names)),
    judged: stored.judged,
    record,
    digest: stored.digest,
    contributors: row.contributors.map((c) => ({ name: names.get(c.personId) ?? null, how: c.how })),
    events: eventViews(row, names),
    signature,
    submitted: submitted ?? null,
    /** Against the record that was submitted: null before the first submission. */
    sinceSubmitted: since(submitted, record),
    /** Against what was signed, or else submitted the time before. */
    sinceBefore: since(signature?.record ?? before, record),
    signRefusal: signRefusal(actor, { contributorIds, status: stored.status }),
  };
}

/** One stored file with its bytes; null bytes after erasure. */
export async function findEvidence(tx: Tx, id: string) {
  const row = await tx.evidence.findFirst({ where: { id }, include: { review: { select: { number: true } } } });
  if (!row) return null;
  const names = await peopleNames(tx);
  return {
    review: row.review.number,
    view: evidenceView(row, names),
    bytes: row.bytes,
    text: row.bytes === null ? null : decodeText(row.bytes),
  };
}
