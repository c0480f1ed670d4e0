import "server-only";
import type { Actor } from "@/lib/access/actor";
import { reference } from "@/lib/access/reference";
import { edgeOf } from "@/lib/boundary/edge";
import { conditionsOf } from "@/lib/boundary/styles";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import { decodeText } from "../evidence/decode";
import { AREAS, type AreaId } from "../names";
import { changesSince, type RecordChange, type ReviewRecord } from "../record";
import { REVIEW_STATUSES, type ReviewEventKind, reviewStatus } from "../status";
import { readWatches } from "./data/live";
import { sinceSeen } from "./data/seen";
import { decisionFrom, type Names, readSignatures } from "./data/signatures";
import { readSigningRights, refusalOf } from "./data/signing";
import { gateFrom, type ReviewRow, readReview, recordFrom, type StoredReading, signersNeeded } from "./data/stored";
import type { Change } from "./mutations/void";

/** Reviews of the workspace, newest first, each with the state that its last event says. */
export async function listReviews(tx: Tx, filter: { readonly state?: string }) {
  const rows = await tx.review.findMany({
    include: {
      plan: { select: { number: true, brief: { select: { number: true, title: true } } } },
      events: { orderBy: { seq: "desc" }, take: 1, select: { seq: true, kind: true, at: true } },
      signatures: { orderBy: { at: "desc" }, take: 1, select: { decision: true } },
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
    decision: reviewStatus(r.events) === "signed" ? decisionFrom(r.signatures[0]?.decision ?? "") : null,
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
    kind: e.kind as ReviewEventKind,
    by: names.get(e.personId) ?? null,
    at: e.at.toISOString(),
    digest: e.digest,
    reason: e.reason,
    areas: areaReasons(e.kind, e.changes),
    changes: e.kind === "voided" ? ((e.changes ?? []) as unknown as Change[]) : [],
  }));
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
  const signatures = await readSignatures(tx, row.id, names);
  const signature = signatures.at(-1) ?? null;
  const [submitted, before] = submissions(row);
  const { id, createdAt } = row;
  const subject = { id, createdAt, briefId: row.plan.brief.id, status: stored.status, cost: record.cost ?? null };
  const rights = await readSigningRights(tx, actor, subject, now);
  return {
    number,
    reference: reference("REV", number),
    status: stored.status,
    brief: {
      number: row.plan.brief.number,
      title: row.plan.brief.title,
      kind: stored.brief.kind,
      synthetic: stored.brief.samples.synthetic,
      keptFromExample: stored.brief.keptFromExample?.length ?? 0,
      personalData: stored.brief.dataBoundary.personalData,
      revision: stored.briefRevision,
    },
    plan: {
      number: row.plan.number,
      boundary: stored.plan.boundary,
      revision: stored.planRevision,
      conditions: conditionsOf(stored.plan.boundary, edgeOf(stored.brief) !== null).map((c) => c.id),
    },
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
    /** All that belong to the last one's record: two where two are needed. */
    signatures,
    signaturesNeeded: signersNeeded(stored),
    submitted: submitted ?? null,
    /** Against the record that was submitted: null before the first submission. */
    sinceSubmitted: since(submitted, record),
    /** Against what was signed, or else submitted the time before. */
    sinceBefore: since(signature?.record ?? before, record),
    live: await readWatches(tx, row.id, names),
    sinceSeen: await sinceSeen(tx, actor, row.id, record),
    signRefusal: refusalOf(rights),
    /** In whose name this person may sign now: their own, and under which delegations. */
    signAs: {
      own: rights.own === null,
      mandates: rights.mandates
        .filter((m) => m.why === null)
        .map((m) => ({ delegation: m.delegation, onBehalfOf: names.get(m.onBehalfOf) ?? null })),
    },
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
