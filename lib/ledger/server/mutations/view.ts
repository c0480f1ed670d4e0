import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { lastRemoved } from "@/lib/audit/removed";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { keepViewInput, removeViewInput } from "../../inputs";
import { MOST_QUERY, type ViewPage, viewQuery } from "../../view-query";
import { removedViewSchema } from "../data/views";

/** Keeps a page's filters under a name, for everybody in the workspace. A name is taken once a page. */
export async function keepView(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof keepViewInput>,
): Promise<Written<{ readonly id: string }>> {
  const { page, name } = input;
  if (await named(tx, page, name))
    throw new Refusal("INVALID", { fields: [{ path: "name", code: "taken", message: "another view has this name" }] });
  const id = ctx.newId();
  const query = viewQuery(page, input.query);
  // Written out for an address a text can be nine times as long as it was typed.
  if (query.length > MOST_QUERY)
    throw new Refusal("INVALID", {
      fields: [{ path: "query", code: "too_big", message: "these filters are too long" }],
    });
  const { workspaceId, personId } = ctx.actor;
  await tx.savedView.create({ data: { workspaceId, id, page, name, query, createdBy: personId, createdAt: ctx.now } });
  return {
    data: { id },
    audit: { action: "view.keep", entityType: "view", entityId: id, detail: { page, name, query } },
  };
}

const named = (tx: Tx, page: ViewPage, name: string) =>
  tx.savedView.findFirst({ where: { page, name: { equals: name, mode: "insensitive" } }, select: { id: true } });

/** Removes a view: its maker may, or an admin. Its event keeps all of it. */
export async function removeView(tx: Tx, ctx: Ctx, { id }: z.output<typeof removeViewInput>): Promise<Written<null>> {
  const { personId, roles } = ctx.actor;
  const whose = roles.includes("admin") ? {} : { createdBy: personId };
  const row = await tx.savedView.findFirst({ where: { id, ...whose } });
  if (!row) throw new Refusal("NOT_FOUND");
  await tx.savedView.deleteMany({ where: { id } });
  const { page, name, query, createdBy } = row;
  const detail = { page, name, query, createdBy, createdAt: row.createdAt.toISOString() };
  return { data: null, audit: { action: "view.remove", entityType: "view", entityId: id, detail } };
}

/** Puts a removed view back as it was: whoever may remove it may do so. */
export async function restoreView(tx: Tx, ctx: Ctx, { id }: z.output<typeof removeViewInput>): Promise<Written<null>> {
  const gone = removedViewSchema.safeParse((await lastRemoved(tx, "view.remove", "view", id))?.detail);
  const { workspaceId, personId, roles } = ctx.actor;
  if (!gone.success || (gone.data.createdBy !== personId && !roles.includes("admin"))) throw new Refusal("NOT_FOUND");
  const { page, name, query, createdBy, createdAt } = gone.data;
  if (await tx.savedView.findFirst({ where: { id }, select: { id: true } })) throw cannotUndo("undone");
  if (await named(tx, page, name)) throw cannotUndo("name-taken", name);
  await tx.savedView.create({
    data: { workspaceId, id, page, name, query, createdBy, createdAt: new Date(createdAt) },
  });
  return {
    data: null,
    audit: { action: "view.restore", entityType: "view", entityId: id, detail: { page, name, query } },
  };
}
