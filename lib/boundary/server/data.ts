import "server-only";
import { priceSearchOpen } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import { contentFrom } from "@/lib/brief/server/data";
import { everyOffer, offersOfStyle } from "@/lib/catalog/server/data";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import { type AnswerCost, answerCosts } from "../answer-costs";
import { offersAtHand } from "../offers-at-hand";
import { type Plan, planSchema } from "../plan";
import type { ExitChecklist } from "../rental";
import { rentalStatus } from "../rental";
import type { Boundary } from "../schema";
import { quotedOf } from "./data/quoted";

export function planFrom(stored: unknown): Plan | null {
  const parsed = planSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** The brief's latest revision, as the starting point of a plan. */
export async function briefForPlan(tx: Tx, briefNumber: number) {
  const brief = await tx.brief.findFirst({
    where: { number: briefNumber },
    include: { revisions: { orderBy: { number: "desc" }, take: 1 } },
  });
  const revision = brief?.revisions[0];
  if (!brief || !revision) return null;
  return {
    number: brief.number,
    title: brief.title,
    revision: { id: revision.id, number: revision.number, digest: revision.digest },
    content: contentFrom(revision.content),
    estimate: revision.estimate,
    advice: revision.advice,
  };
}

const BRIEFS_TO_SHARE = 100;

/** The latest revision of the workspace's briefs, newest first. */
export async function briefsToShare(tx: Tx) {
  const rows = await tx.brief.findMany({
    where: { archivedAt: null, revisions: { some: {} } },
    include: { revisions: { orderBy: { number: "desc" }, take: 1 } },
    orderBy: { number: "desc" },
    take: BRIEFS_TO_SHARE,
  });
  return rows.flatMap(({ number, title, revisions: [revision] }) =>
    revision ? [{ number, title, content: contentFrom(revision.content) }] : [],
  );
}

export interface OfferSearch {
  readonly boundary: Boundary;
  readonly text: string;
  readonly everyCard: boolean;
}

/** Offers that a plan for this brief can be made of, searched and judged over all current ones of the style. */
export async function offersForPlan(tx: Tx, content: BriefContent, asked: OfferSearch, today: string) {
  const found = await offersOfStyle(tx, today, asked.boundary, asked.text);
  const rows = found.map(({ number, offer, stale }) => ({ number, offer, stale }));
  return offersAtHand(content, asked.boundary, rows, asked.everyCard);
}

/** A cost line of every answer from all current offers; null while the brief is not complete enough for prices. */
export async function costsOfAnswers(tx: Tx, content: BriefContent): Promise<readonly AnswerCost[] | null> {
  return priceSearchOpen(content).open ? answerCosts(content, await everyOffer(tx)) : null;
}

export async function findPlan(tx: Tx, number: number, now: Date) {
  const plan = await tx.plan.findFirst({
    where: { number },
    include: {
      brief: { select: { number: true, title: true } },
      revisions: { orderBy: { number: "desc" }, include: { briefRevision: true } },
      reviews: { select: { number: true }, orderBy: { number: "asc" } },
      rentals: { orderBy: { number: "asc" } },
    },
  });
  const last = plan?.revisions[0];
  const content = last ? planFrom(last.content) : null;
  if (!plan || !last || !content) return null;
  const names = await peopleNames(tx);
  const newest = await tx.briefRevision.findFirst({
    where: { briefId: plan.briefId },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  return {
    number: plan.number,
    brief: { ...plan.brief, revision: last.briefRevision.number, newest: newest?.number ?? last.briefRevision.number },
    briefContent: contentFrom(last.briefRevision.content) as BriefContent,
    revision: last.number,
    digest: last.digest,
    plan: content,
    author: names.get(last.authorId) ?? null,
    at: last.createdAt.toISOString(),
    reviews: plan.reviews.map((r) => r.number),
    rentals: plan.rentals.map((r) => rentalRow(r, now)),
  };
}

interface StoredRental {
  readonly number: number;
  readonly kind: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
  readonly exitChecklist: unknown;
}

export function rentalRow(r: StoredRental, now: Date) {
  const dates = {
    startsAt: r.startsAt.toISOString(),
    endsAt: r.endsAt.toISOString(),
    endedAt: r.endedAt?.toISOString() ?? null,
  };
  const exit = (r.exitChecklist ?? {}) as ExitChecklist;
  return { number: r.number, kind: r.kind, ...dates, exit, status: rentalStatus({ ...dates, exit }, now.getTime()) };
}

export async function listRentals(tx: Tx, now: Date) {
  const rows = await tx.rental.findMany({
    include: { plan: { select: { number: true, brief: { select: { number: true, title: true } } } } },
    orderBy: { number: "desc" },
    take: 500,
  });
  return rows.map((r) => ({ ...rentalRow(r, now), plan: r.plan.number, brief: r.plan.brief }));
}

export async function findRental(tx: Tx, number: number, now: Date) {
  const r = await tx.rental.findFirst({
    where: { number },
    include: {
      plan: {
        select: {
          number: true,
          brief: { select: { number: true, title: true } },
          reviews: { select: { number: true } },
        },
      },
    },
  });
  if (!r) return null;
  const names = await peopleNames(tx);
  return {
    ...rentalRow(r, now),
    plan: r.plan.number,
    brief: r.plan.brief,
    reviews: r.plan.reviews.map((x) => x.number),
    owner: names.get(r.ownerId) ?? null,
    stopRule: r.stopRule,
    resourceIds: r.resourceIds,
    tags: r.tags as Readonly<Record<string, string>>,
    signed: r.signatureId !== null,
    ...(await lateBilling(tx, r)),
    quoted: await quotedOf(tx, r, now),
  };
}

/** Bill rows that begin after the rental's end: capacity, a disk or a snapshot that still costs. */
async function lateBilling(tx: Tx, r: { id: string; endedAt: Date | null }) {
  if (!r.endedAt) return { billedAfterEnd: 0 };
  const billedAfterEnd = await tx.ledgerEntry.count({
    where: { rentalId: r.id, chargeStart: { gte: r.endedAt }, reversesId: null },
  });
  return { billedAfterEnd };
}
