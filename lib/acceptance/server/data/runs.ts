import "server-only";
import { reference } from "@/lib/access/reference";
import { contentFrom } from "@/lib/brief/server/data";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import { LOAD_FORMATS } from "../../load-result";
import { regressionOf, type StoredRun } from "../../regression";
import { EVIDENCE_COLUMNS, itemFrom, type StoredReading } from "./stored";

const MOST = 200;

/** Evidence that came by token: from CI or a script, not by hand. */
async function pushedIds(tx: Tx, reviews: readonly number[]): Promise<ReadonlySet<string>> {
  const entities = reviews.map((n) => reference("REV", n));
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT detail->>'evidence' AS id FROM audit_event
     WHERE workspace_id = scope_workspace() AND entity_type = 'review' AND entity_id = ANY (${entities}::text[])
       AND action = 'evidence.add' AND detail->>'via' = 'token'`;
  return new Set(rows.map((r) => r.id));
}

/** The brief's revision that the plan of a review stood on when a file was stored. */
async function revisionsOf(tx: Tx, planIds: readonly string[]) {
  const rows = await tx.planRevision.findMany({
    where: { planId: { in: [...planIds] } },
    orderBy: { createdAt: "asc" },
    select: { planId: true, createdAt: true, briefRevision: { select: { number: true, content: true } } },
  });
  return (planId: string, at: Date) => {
    const own = rows.filter((r) => r.planId === planId);
    const revision = own.findLast((r) => r.createdAt <= at) ?? own[0];
    return revision && { number: revision.briefRevision.number, content: contentFrom(revision.briefRevision.content) };
  };
}

/** All results of load tests for the brief of a review, over its plans and reviews, the newest last. */
export async function findRuns(tx: Tx, reviewNumber: number) {
  const review = await tx.review.findFirst({
    where: { number: reviewNumber },
    select: { plan: { select: { briefId: true, brief: { select: { number: true, title: true } } } } },
  });
  if (!review) return null;
  const files = await tx.evidence.findMany({
    where: {
      erasedAt: null,
      format: { in: [...LOAD_FORMATS] },
      review: { is: { plan: { is: { briefId: review.plan.briefId } } } },
    },
    select: { ...EVIDENCE_COLUMNS, review: { select: { number: true, planId: true } } },
    orderBy: [{ uploadedAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
  files.reverse();
  const names = await peopleNames(tx);
  const revisionAt = await revisionsOf(tx, [...new Set(files.map((f) => f.review.planId))]);
  const pushed = await pushedIds(tx, [...new Set(files.map((f) => f.review.number))]);
  const runs = files.flatMap((f): StoredRun[] => {
    const revision = revisionAt(f.review.planId, f.uploadedAt);
    const reading = f.reading as unknown as StoredReading;
    if (!revision || reading.format === null) return [];
    const { number, content } = revision;
    return [{ item: itemFrom(f), toolVersion: reading.toolVersion, revision: number, brief: content }];
  });
  const judged = regressionOf(runs);
  return {
    number: reviewNumber,
    brief: review.plan.brief,
    most: MOST,
    runs: judged.flatMap((run) => {
      const f = files.find((x) => x.id === run.id);
      if (!f) return [];
      return [
        {
          ...run,
          review: f.review.number,
          fileName: f.fileName,
          format: f.format ?? "",
          by: names.get(f.uploadedBy) ?? null,
          at: f.uploadedAt.toISOString(),
          pushed: pushed.has(f.id),
        },
      ];
    }),
  };
}
