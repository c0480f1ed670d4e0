import "server-only";
import { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { putBackSince, removedSince } from "@/lib/audit/removed";
import type { Tx } from "@/lib/db/client";
import { VIEW_PAGES, type ViewPage } from "../../view-query";

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  /** Whether the reader may remove it: its maker, or an admin. */
  readonly mine: boolean;
}

/** Views of a page that somebody in the workspace keeps, by name. */
export async function savedViews(tx: Tx, actor: Actor, page: ViewPage): Promise<SavedView[]> {
  const rows = await tx.savedView.findMany({ where: { page }, orderBy: { name: "asc" }, take: 100 });
  return rows.map(({ id, name, query, createdBy }) => ({
    id,
    name,
    query,
    mine: createdBy === actor.personId || actor.roles.includes("admin"),
  }));
}

/** What the event of a removed view keeps. */
export const removedViewSchema = z.object({
  page: z.enum(VIEW_PAGES),
  name: z.string(),
  query: z.string(),
  createdBy: z.uuid(),
  createdAt: z.iso.datetime(),
});

const SHOWN = 5;

/** Views of a page that were removed lately and that the reader may put back, the latest first. */
export async function removedViews(tx: Tx, actor: Actor, page: ViewPage, now: Date): Promise<SavedView[]> {
  const gone = (await removedSince(tx, "view.remove", "view", putBackSince(now))).flatMap(({ id, detail }) => {
    const view = removedViewSchema.safeParse(detail).data;
    const mine = view?.createdBy === actor.personId || actor.roles.includes("admin");
    return view?.page === page && mine ? [{ id, name: view.name, query: view.query, mine }] : [];
  });
  if (gone.length === 0) return [];
  const back = await tx.savedView.findMany({ where: { id: { in: gone.map((v) => v.id) } }, select: { id: true } });
  const there = new Set(back.map((v) => v.id));
  return gone.filter((v) => !there.has(v.id)).slice(0, SHOWN);
}
