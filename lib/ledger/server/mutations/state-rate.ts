import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import type { rateInput } from "../../inputs";

/** Keeps what one currency was worth in another on a day, and who says so. The latest statement of a day counts. */
export async function stateRate(tx: Tx, ctx: Ctx, input: z.output<typeof rateInput>): Promise<Written<{ id: string }>> {
  const id = ctx.newId();
  await tx.$executeRaw`INSERT INTO exchange_rate (workspace_id, id, from_currency, to_currency, dated, rate, source, created_by, created_at)
    VALUES (${ctx.actor.workspaceId}::uuid, ${id}::uuid, ${input.from}, ${input.to}, ${input.dated}::date, ${input.rate}::numeric,
            ${input.source}, ${ctx.actor.personId}::uuid, clock_timestamp())`;
  return {
    data: { id },
    audit: {
      action: "rate.state",
      entityType: "rate",
      entityId: `${input.from}-${input.to}-${input.dated}`,
      detail: input,
    },
  };
}
