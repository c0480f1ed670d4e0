import "server-only";
import { reference } from "@/lib/access/reference";
import type { Plan } from "@/lib/boundary/plan";
import { planFrom } from "@/lib/boundary/server/data";
import type { BriefContent } from "@/lib/brief/schema";
import { contentFrom } from "@/lib/brief/server/data";
import type { Tx } from "@/lib/db/client";
import type { Estimate } from "@/lib/memory/answer";
import type { EvidenceAnswer, EvidenceRefusal } from "../../evidence/read";
import { type Judged, judge } from "../../judge";
import { GATES, type GateId } from "../../names";
import { buildRecord, type ReviewRecord, recordDigest } from "../../record";
import { type Card, cardSchema } from "../../schema";
import { type EvidenceItem, piecesOf } from "../../selection";
import { costOfPlan, signaturesNeeded } from "../../signing-policy";
import { type ReviewStatus, reviewStatus } from "../../status";
import { readSigningPolicy } from "./signing";
import { readTrial, type Trial } from "./trial";

/** A stored card in today's shape; the column's default is the empty card. */
export function cardFrom(stored: unknown): Card {
  const parsed = cardSchema.safeParse(stored);
  return parsed.success ? parsed.data : cardSchema.parse({});
}

export const gateFrom = (text: string | null): GateId | null => GATES.find((g) => g === text) ?? null;

export type StoredReading = EvidenceAnswer | EvidenceRefusal;

interface EvidenceRow {
  readonly id: string;
  readonly gate: string | null;
  readonly format: string | null;
  readonly reading: unknown;
  readonly uploadedAt: Date;
}

export function itemFrom(row: EvidenceRow): EvidenceItem {
  const reading = row.reading as StoredReading;
  const at = { id: row.id, gate: gateFrom(row.gate), uploadedAt: row.uploadedAt.toISOString(), takenAt: null };
  if (reading.format === null) return { ...at, format: null, facts: {}, complete: false };
  const { format, facts, complete, warnings } = reading;
  return { ...at, format, facts, complete, warnings };
}

/** Everything that one upload holds: several outputs of one paste are several pieces under one id. */
function itemsFrom(row: EvidenceRow): EvidenceItem[] {
  const reading = row.reading as StoredReading;
  return piecesOf(itemFrom(row), reading.format === null ? [] : reading.parts);
}

export const EVIDENCE_COLUMNS = {
  id: true,
  gate: true,
  fileName: true,
  size: true,
  sha256: true,
  format: true,
  reading: true,
  uploadedBy: true,
  uploadedAt: true,
  erasedAt: true,
  erasedReason: true,
} as const;

async function reviewRow(tx: Tx, number: number) {
  return tx.review.findFirst({
    where: { number },
    include: {
      plan: {
        include: {
          brief: { select: { id: true, number: true, title: true } },
          revisions: { orderBy: { number: "desc" }, take: 1, include: { briefRevision: true } },
        },
      },
      evidence: { select: EVIDENCE_COLUMNS, orderBy: [{ uploadedAt: "asc" }, { id: "asc" }] },
      events: { orderBy: { seq: "asc" } },
      contributors: { orderBy: { at: "asc" } },
    },
  });
}

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof reviewRow>>>;

export interface StoredReview {
  readonly row: ReviewRow;
  readonly status: ReviewStatus;
  readonly brief: BriefContent;
  readonly briefRevision: { readonly number: number; readonly digest: string; readonly newest: number };
  readonly plan: Plan;
  readonly planRevision: { readonly number: number; readonly digest: string };
  readonly estimate: Estimate | null;
  readonly card: Card;
  readonly trial: Trial | null;
  readonly judged: Judged;
  readonly record: ReviewRecord;
  readonly digest: string;
}

async function newestBriefRevision(tx: Tx, briefId: string, known: number): Promise<number> {
  const last = await tx.briefRevision.findFirst({ where: { briefId }, orderBy: { number: "desc" } });
  return last?.number ?? known;
}

/**
 * A review with everything that is judged and signed, read afresh: the latest plan revision and the brief revision that
 * it stands on, the card, evidence (without bytes; erased pieces prove nothing), trial, ledger, verdict and digest.
 * Without `now` a trial that was not ended is running, never overdue.
 */
export async function readReview(tx: Tx, number: number, now: Date | null = null): Promise<StoredReview | null> {
  const row = await reviewRow(tx, number);
  const revision = row?.plan.revisions[0];
  const plan = planFrom(revision?.content);
  if (!row || !revision || !plan) return null;
  const { brief: owner } = row.plan;
  const { briefRevision } = revision;
  const brief = contentFrom(briefRevision.content);
  const card = cardFrom(row.card);
  const estimate = briefRevision.estimate as Estimate | null;
  const { trial, ledger, spent } = await readTrial(tx, row.planId, owner.id, plan.trial.budget.currency);
  const kept = row.evidence.filter((e) => e.erasedAt === null);
  const evidence = kept.flatMap(itemsFrom);
  const at = now?.toISOString() ?? null;
  const judged = judge({ brief, plan, card, evidence, window: trial, estimate, ledger, spent, now: at });
  const cost = costOfPlan(plan, brief);
  const record = buildRecord({
    cost,
    signaturesNeeded: signaturesNeeded(await readSigningPolicy(tx), cost),
    brief: {
      reference: reference("BRF", owner.number),
      revision: briefRevision.number,
      digest: briefRevision.digest,
    },
    plan: { reference: reference("PLN", row.plan.number), revision: revision.number, digest: revision.digest },
    trial: trial && {
      reference: reference("RNT", trial.number),
      startsAt: trial.startsAt,
      endsAt: trial.plannedEnd,
    },
    evidence: kept.map((e) => ({ id: e.id, sha256: e.sha256, format: e.format, gate: gateFrom(e.gate) })),
    card,
    judged,
  });
  return {
    row,
    status: reviewStatus(row.events),
    brief,
    briefRevision: {
      number: briefRevision.number,
      digest: briefRevision.digest,
      newest: await newestBriefRevision(tx, owner.id, briefRevision.number),
    },
    plan,
    planRevision: { number: revision.number, digest: revision.digest },
    estimate,
    card,
    trial,
    judged,
    record,
    digest: recordDigest(record),
  };
}

/** A stored record, when it is of the shape that this version knows. */
export function recordFrom(stored: unknown): ReviewRecord | null {
  const record = stored as ReviewRecord | null;
  return record?.schema === "headroom-review/1" ? record : null;
}

/** As many as the record asks for now, and as it asked when it was handed over: a policy that moved never lowers it. */
export function signersNeeded(review: Pick<StoredReview, "record" | "row">): number {
  const submitted = recordFrom(review.row.events.findLast((e) => e.kind === "submitted")?.snapshot);
  return Math.max(review.record.signaturesNeeded ?? 1, submitted?.signaturesNeeded ?? 1);
}
