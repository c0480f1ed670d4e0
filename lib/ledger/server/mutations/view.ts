import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { keepViewInput, removeViewInput } from "../../inputs";
import { MOST_QUERY, viewQuery } from "../../view-query";

/** Keeps a page's filters under a name, for everybody in the workspace. A name is taken once a page. */
export async function keepView(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof keepViewInput>,
): Promise<Written<{ readonly id: string }>> {
  const { page, name } = input;
  const taken = await tx.savedView.findFirst({ where: { page, name: { equals: name, mode: "insensitive" } } });
  if (taken)
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

/** Removes a view: its maker may, or an admin. */
export async function removeView(tx: Tx, ctx: Ctx, { id }: z.output<typeof removeViewInput>): Promise<Written<null>> {
  const { personId, roles } = ctx.actor;
  const whose = roles.includes("admin") ? {} : { createdBy: personId };
  const { count } = await tx.savedView.deleteMany({ where: { id, ...whose } });
  if (count === 0) throw new Refusal("NOT_FOUND");
  return { data: null, audit: { action: "view.remove", entityType: "view", entityId: id } };
}
