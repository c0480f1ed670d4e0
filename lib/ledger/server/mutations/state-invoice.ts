import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { invoiceInput, restateInput } from "../../inputs";
import { onTx, type RunSql } from "../data/run-sql";

type InvoiceInput = z.output<typeof invoiceInput>;
type Invoice = Pick<InvoiceInput, "month" | "issuer" | "invoiceId" | "currency">;

/**
 * Keeps the total that an invoice asks for. The latest statement of an issuer's invoice is the one that counts.
 *
 * @returns `undoable`: a statement that counted was taken back
 */
export async function stateInvoice(
  tx: Tx,
  ctx: Ctx,
  input: InvoiceInput,
): Promise<Written<{ readonly id: string; readonly undoable: boolean }>> {
  const sql = onTx(tx);
  const [before] = await statements(sql, input);
  const id = await insert(sql, ctx, input);
  const { month, ...detail } = input;
  return {
    data: { id, undoable: input.amount === null && before !== undefined && before.amount !== null },
    audit: { action: "invoice.state", entityType: "month", entityId: month.slice(0, 7), detail },
  };
}

/** States again, in the same words, what a statement took back. Refused when something was stated since. */
export async function restateInvoice(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof restateInput>,
): Promise<Written<{ readonly id: string }>> {
  const sql = onTx(tx);
  const [at] = await sql<Invoice>(
    `SELECT month::text, issuer, invoice_id AS "invoiceId", currency FROM invoice_total WHERE id = $1::uuid AND amount IS NULL`,
    [input.id],
  );
  if (!at) throw new Refusal("NOT_FOUND");
  const [last, before] = await statements(sql, at);
  if (last?.id !== input.id) throw cannotUndo("restated");
  if (!before || before.amount === null) throw new Refusal("NOT_FOUND");
  const again = { ...at, amount: before.amount, source: before.source };
  const id = await insert(sql, ctx, again);
  const { month, ...detail } = again;
  return {
    data: { id },
    audit: { action: "invoice.restate", entityType: "month", entityId: month.slice(0, 7), detail },
  };
}

/** The last two statements of an invoice, the latest first. */
function statements(sql: RunSql, { month, issuer, invoiceId, currency }: Invoice) {
  return sql<{ id: string; amount: string | null; source: string }>(
    `SELECT id::text, amount::text, source FROM invoice_total
      WHERE month = $1::date AND issuer = $2 AND invoice_id = $3 AND currency = $4 ORDER BY created_at DESC, id DESC LIMIT 2`,
    [month, issuer, invoiceId, currency],
  );
}

async function insert(sql: RunSql, ctx: Ctx, input: InvoiceInput): Promise<string> {
  const id = ctx.newId();
  const { month, issuer, invoiceId, currency, amount, source } = input;
  const { workspaceId, personId } = ctx.actor;
  await sql(
    `INSERT INTO invoice_total (workspace_id, id, month, issuer, invoice_id, currency, amount, source, created_by, created_at)
     VALUES ($1::uuid, $2::uuid, $3::date, $4, $5, $6, $7::numeric, $8, $9::uuid, clock_timestamp())`,
    [workspaceId, id, month, issuer, invoiceId, currency, amount, source, personId],
  );
  return id;
}
