import "server-only";
import type { Actor } from "@/lib/access/actor";
import type { Tx } from "@/lib/db/client";
import type { ViewPage } from "../../view-query";

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
