import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { rateInput, restateInput } from "../../inputs";
import { onTx, type RunSql } from "../data/run-sql";

type RateInput = z.output<typeof rateInput>;

/**
 * Keeps what one currency was worth in another on a day, and who says so. The latest statement of a day counts.
 *
 * @returns `undoable`: a rate that counted was taken back
 */
export async function stateRate(
  tx: Tx,
  ctx: Ctx,
  input: RateInput,
): Promise<Written<{ readonly id: string; readonly undoable: boolean }>> {
  const [before] = await statements(onTx(tx), input);
  const id = await insert(tx, ctx, input);
  return {
    data: { id, undoable: input.rate === null && before !== undefined && before.rate !== null },
    audit: { action: "rate.state", entityType: "rate", entityId: nameOf(input), detail: input },
  };
}

/** States again, in the same words, what a statement took back. Refused when something was stated since. */
export async function restateRate(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof restateInput>,
): Promise<Written<{ readonly id: string }>> {
  const sql = onTx(tx);
  const [at] = await sql<Pick<RateInput, "from" | "to" | "dated">>(
    `SELECT from_currency AS "from", to_currency AS "to", dated::text FROM exchange_rate WHERE id = $1::uuid AND rate IS NULL`,
    [input.id],
  );
  if (!at) throw new Refusal("NOT_FOUND");
  const [last, before] = await statements(sql, at);
  if (last?.id !== input.id) throw cannotUndo("restated");
  if (!before || before.rate === null) throw new Refusal("NOT_FOUND");
  const again = { ...at, rate: before.rate, source: before.source };
  const id = await insert(tx, ctx, again);
  return { data: { id }, audit: { action: "rate.restate", entityType: "rate", entityId: nameOf(at), detail: again } };
}

const nameOf = ({ from, to, dated }: Pick<RateInput, "from" | "to" | "dated">): string => `${from}-${to}-${dated}`;

/** The last two statements of a pair and day, the latest first. */
function statements(sql: RunSql, { from, to, dated }: Pick<RateInput, "from" | "to" | "dated">) {
  return sql<{ id: string; rate: string | null; source: string }>(
    `SELECT id::text, rate::text, source FROM exchange_rate
      WHERE from_currency = $1 AND to_currency = $2 AND dated = $3::date ORDER BY created_at DESC LIMIT 2`,
    [from, to, dated],
  );
}

async function insert(tx: Tx, ctx: Ctx, input: RateInput): Promise<string> {
  const id = ctx.newId();
  await tx.$executeRaw`INSERT INTO exchange_rate (workspace_id, id, from_currency, to_currency, dated, rate, source, created_by, created_at)
    VALUES (${ctx.actor.workspaceId}::uuid, ${id}::uuid, ${input.from}, ${input.to}, ${input.dated}::date, ${input.rate}::numeric,
            ${input.source}, ${ctx.actor.personId}::uuid, clock_timestamp())`;
  return id;
}
