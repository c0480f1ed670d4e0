import "server-only";
import type { Tx } from "@/lib/db/client";
import { storable } from "@/lib/digest/storable";
import { peopleNames } from "@/lib/workspace/server/data";
import { contentOf } from "../content";
import { type BriefContent, type BriefDraft, briefDraftSchema } from "../schema";
import { calibrationWithdrawn, findCalibration, measuringEvidence } from "./data/calibration";

export const BRIEFS_PER_PAGE = 200;

export interface BriefFilter {
  readonly q?: string;
  readonly kind?: string;
}

/** Briefs of the workspace, the last touched first, with the state of each. */
export async function listBriefs(tx: Tx, asked: BriefFilter) {
  const filter = storable(asked);
  const rows = await tx.brief.findMany({
    where: {
      archivedAt: null,
      ...(filter.kind && { kind: filter.kind }),
      ...(filter.q && { title: { contains: filter.q, mode: "insensitive" as const } }),
    },
    include: {
      draft: { select: { updatedAt: true } },
      revisions: { orderBy: { number: "desc" }, take: 1, select: { number: true, createdAt: true } },
      plans: { select: { number: true }, orderBy: { number: "desc" }, take: 1 },
    },
    orderBy: { updatedAt: "desc" },
    take: BRIEFS_PER_PAGE,
  });
  const names = await peopleNames(tx);
  return rows.map((b) => ({
    number: b.number,
    title: b.title,
    kind: b.kind,
    owner: names.get(b.ownerId) ?? null,
    revision: b.revisions[0]?.number ?? null,
    drafting: b.draft !== null,
    plan: b.plans[0]?.number ?? null,
    updatedAt: b.updatedAt.toISOString(),
  }));
}

/** A stored draft in today's shape; fields that a later version dropped are left out rather than failing the page. */
function draftFrom(stored: unknown): BriefDraft {
  const parsed = briefDraftSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

export async function findDraft(tx: Tx, number: number) {
  const brief = await tx.brief.findFirst({
    where: { number },
    include: {
      draft: true,
      revisions: { orderBy: { number: "desc" }, take: 1, select: { number: true, content: true } },
    },
  });
  if (!brief) return null;
  const last = brief.revisions[0];
  const names = await peopleNames(tx);
  return {
    number: brief.number,
    title: brief.title,
    lastRevision: last?.number ?? null,
    version: brief.draft?.version ?? 0,
    content: brief.draft ? draftFrom(brief.draft.content) : draftFrom(last?.content ?? { title: brief.title }),
    savedAt: brief.draft?.updatedAt.toISOString() ?? null,
    savedBy: brief.draft ? (names.get(brief.draft.updatedBy) ?? null) : null,
  };
}

export function contentFrom(stored: unknown): BriefContent {
  return contentOf(draftFrom(stored));
}

export async function findBrief(tx: Tx, number: number) {
  const brief = await tx.brief.findFirst({
    where: { number },
    include: {
      draft: { select: { updatedAt: true } },
      revisions: {
        orderBy: { number: "desc" },
        select: { number: true, digest: true, authorId: true, createdAt: true },
      },
      plans: { orderBy: { number: "desc" }, select: { number: true, reviews: { select: { number: true } } } },
    },
  });
  if (!brief) return null;
  const names = await peopleNames(tx);
  return {
    number: brief.number,
    title: brief.title,
    owner: names.get(brief.ownerId) ?? null,
    drafting: brief.draft !== null,
    revisions: brief.revisions.map((r) => ({
      number: r.number,
      digest: r.digest,
      author: names.get(r.authorId) ?? null,
      at: r.createdAt.toISOString(),
    })),
    plans: brief.plans.map((p) => ({ number: p.number, reviews: p.reviews.map((r) => r.number) })),
  };
}

/** A frozen revision with the one before it, for the difference. */
export async function findRevision(tx: Tx, briefNumber: number, revisionNumber: number) {
  const brief = await tx.brief.findFirst({
    where: { number: briefNumber },
    select: { id: true, number: true, title: true },
  });
  if (!brief) return null;
  const rows = await tx.briefRevision.findMany({
    where: { briefId: brief.id, number: { in: [revisionNumber, revisionNumber - 1] } },
    orderBy: { number: "desc" },
  });
  const [current, before] = rows;
  if (current?.number !== revisionNumber) return null;
  const content = contentFrom(current.content);
  const { formulaVersion } = current;
  const names = await peopleNames(tx);
  const calibration = await findCalibration(tx, brief.id, { content, formulaVersion });
  const withdrawn = await calibrationWithdrawn(tx, brief.id, content);
  const measuring = await measuringEvidence(tx, brief.id);
  return {
    brief: { number: brief.number, title: brief.title },
    number: current.number,
    digest: current.digest,
    author: names.get(current.authorId) ?? null,
    at: current.createdAt.toISOString(),
    content,
    estimate: current.estimate,
    formulaVersion,
    calibration,
    withdrawn,
    measuring,
    advice: current.advice,
    before: before ? { number: before.number, content: contentFrom(before.content), estimate: before.estimate } : null,
  };
}
