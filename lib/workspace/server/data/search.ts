import "server-only";
import type { Tx } from "@/lib/db/client";

export interface Found {
  readonly kind: "brief" | "plan" | "review" | "rental" | "offer" | "bill";
  readonly number: number;
  readonly title: string;
}

/** Two slips in a short name still find it; the default of 0.6 forgives one. */
const NEAR_ENOUGH = "0.45";

/** Hits of one kind that are shown. */
const MOST = 6;

/**
 * What the workspace holds under a name or a part of it, the best first: whole words in any order, parts of words, and
 * slips by shared trigrams. Plans, reviews and rentals are found by their brief's title.
 */
export async function searchWorkspace(tx: Tx, text: string): Promise<Found[]> {
  await tx.$queryRaw`SELECT set_config('pg_trgm.word_similarity_threshold', ${NEAR_ENOUGH}, true)`;
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return tx.$queryRaw<Found[]>`
    WITH b AS (
      SELECT id, number, title, greatest(word_similarity(${text}, title), CASE WHEN title ILIKE ${part} THEN 1 ELSE 0 END)::float8 AS near
        FROM brief
       WHERE archived_at IS NULL AND (title ILIKE ${part} OR to_tsvector('simple', title) @@ plainto_tsquery('simple', ${text})
             OR ${text} <% title)
       ORDER BY near DESC, updated_at DESC LIMIT 50
    ),
    p AS (SELECT p.id, p.number, b.title, b.near FROM plan p JOIN b ON b.id = p.brief_id),
    o AS (
      SELECT number, concat_ws(', ', provider, content->>'acceleratorId', content->>'region') AS title,
             greatest(word_similarity(${text}, provider), CASE WHEN provider ILIKE ${part} THEN 1 ELSE 0 END)::float8 AS near
        FROM offer
       WHERE retired_at IS NULL AND (provider ILIKE ${part} OR ${text} <% provider OR content->>'acceleratorId' ILIKE ${part})
       ORDER BY near DESC, created_at DESC LIMIT ${MOST}
    ),
    i AS (
      SELECT number, file_name AS title, greatest(word_similarity(${text}, file_name), CASE WHEN file_name ILIKE ${part} THEN 1 ELSE 0 END)::float8 AS near
        FROM bill_import WHERE file_name ILIKE ${part} OR ${text} <% file_name ORDER BY near DESC, number DESC LIMIT ${MOST}
    )
    SELECT kind, number, title FROM (
      (SELECT 'brief' AS kind, number, title, near, 1 AS rank FROM b ORDER BY near DESC LIMIT ${MOST})
      UNION ALL (SELECT 'plan', number, title, near, 2 FROM p ORDER BY near DESC, number DESC LIMIT ${MOST})
      UNION ALL (SELECT 'review', r.number, p.title, p.near, 3 FROM review r JOIN p ON p.id = r.plan_id ORDER BY near DESC, r.number DESC LIMIT ${MOST})
      UNION ALL (SELECT 'rental', r.number, p.title, p.near, 4 FROM rental r JOIN p ON p.id = r.plan_id ORDER BY near DESC, r.number DESC LIMIT ${MOST})
      UNION ALL SELECT 'offer', number, title, near, 5 FROM o
      UNION ALL SELECT 'bill', number, title, near, 6 FROM i
    ) x ORDER BY near DESC, rank, number DESC`;
}

/** The titles of things named by their number, such as BRF-12; empty where there is none of that number. */
export async function findNumbered(tx: Tx, kind: Found["kind"], number: number): Promise<Found[]> {
  const titled = async (): Promise<string | undefined> => {
    const brief = { select: { title: true } };
    switch (kind) {
      case "brief":
        return (await tx.brief.findFirst({ where: { number }, select: { title: true } }))?.title;
      case "plan":
        return (await tx.plan.findFirst({ where: { number }, select: { brief } }))?.brief.title;
      case "review":
        return (await tx.review.findFirst({ where: { number }, select: { plan: { select: { brief } } } }))?.plan.brief
          .title;
      case "rental":
        return (await tx.rental.findFirst({ where: { number }, select: { plan: { select: { brief } } } }))?.plan.brief
          .title;
      case "offer":
        return (await tx.offer.findFirst({ where: { number }, select: { provider: true } }))?.provider;
      case "bill":
        return (await tx.billImport.findFirst({ where: { number }, select: { fileName: true } }))?.fileName;
    }
  };
  const title = await titled();
  return title === undefined ? [] : [{ kind, number, title }];
}
