import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { chooseSourceInput, endSourceInput, sourceInput } from "../../inputs";
import type { SourceTerms } from "../../source-choices";
import { termsOf } from "../../source-terms";
import { onTx, type RunSql } from "../data/run-sql";

/** A new source, or new terms of one that is in use. Imports keep the terms that they were planned with. */
export async function setSource(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof sourceInput>,
): Promise<Written<{ readonly id: string }>> {
  const { name, terms } = input;
  await refuseTakenName(tx, input);
  if (input.id === null) {
    const id = ctx.newId();
    await tx.billSource.create({
      data: { workspaceId: ctx.actor.workspaceId, id, name, terms, createdBy: ctx.actor.personId, createdAt: ctx.now },
    });
    return {
      data: { id },
      audit: { action: "source.add", entityType: "source", entityId: id, detail: { name, terms } },
    };
  }
  const { id } = input;
  const before = await tx.billSource.findFirst({ where: { id, endedAt: null } });
  if (!before) throw new Refusal("NOT_FOUND");
  await tx.billSource.update({
    where: { workspaceId_id: { workspaceId: ctx.actor.workspaceId, id } },
    data: { name, terms, changedAt: ctx.now },
  });
  const detail = { name, terms, before: { name: before.name, terms: before.terms } };
  return { data: { id }, audit: { action: "source.change", entityType: "source", entityId: id, detail } };
}

interface NamedSource {
  readonly id: string | null;
  readonly name: string;
}

/** Another source in use with the same name. */
const sourceNamed = (tx: Tx, { id, name }: NamedSource) =>
  tx.billSource.findFirst({
    where: { name: { equals: name, mode: "insensitive" }, endedAt: null, ...(id === null ? {} : { id: { not: id } }) },
    select: { id: true },
  });

async function refuseTakenName(tx: Tx, source: NamedSource): Promise<void> {
  if (!(await sourceNamed(tx, source))) return;
  throw new Refusal("INVALID", { fields: [{ path: "name", code: "taken", message: "another source has this name" }] });
}

/** Takes a source out of use; what was imported under it stays as it is. */
export async function endSource(tx: Tx, ctx: Ctx, input: z.output<typeof endSourceInput>): Promise<Written<null>> {
  const { count } = await tx.billSource.updateMany({
    where: { id: input.id, endedAt: null },
    data: { endedAt: ctx.now },
  });
  if (count === 0) throw new Refusal("NOT_FOUND");
  return { data: null, audit: { action: "source.end", entityType: "source", entityId: input.id } };
}

/** Takes an ended source into use again, with the terms that it ended with. */
export async function reopenSource(tx: Tx, _ctx: Ctx, input: z.output<typeof endSourceInput>): Promise<Written<null>> {
  const { id } = input;
  const source = await tx.billSource.findFirst({ where: { id }, select: { name: true, endedAt: true } });
  if (!source) throw new Refusal("NOT_FOUND");
  if (source.endedAt === null) throw cannotUndo("undone");
  if (await sourceNamed(tx, { id, name: source.name })) throw cannotUndo("name-taken", source.name);
  await tx.billSource.updateMany({ where: { id }, data: { endedAt: null } });
  return { data: null, audit: { action: "source.reopen", entityType: "source", entityId: id } };
}

/** Says which source a bill that waits came from: it is planned anew under that source's terms of now. */
export async function chooseSource(
  tx: Tx,
  _ctx: Ctx,
  input: z.output<typeof chooseSourceInput>,
): Promise<Written<null>> {
  const sql = onTx(tx);
  const [bill] = await sql<{ id: string; open: boolean }>(
    `SELECT id::text, committed_at IS NULL AND discarded_at IS NULL AS open FROM bill_import WHERE number = $1::int FOR UPDATE`,
    [input.bill],
  );
  if (!bill) throw new Refusal("NOT_FOUND");
  if (!bill.open) throw new Refusal("BILL_CLOSED");
  await putUnder(sql, bill.id, input.source);
  return {
    data: null,
    audit: {
      action: "bill.source",
      entityType: "bill",
      entityId: reference("BILL", input.bill),
      detail: { source: input.source },
    },
  };
}

/** Puts a bill that waits under the source of this id or name, and gives its terms. Refused where there is none. */
export async function putUnderNamed(sql: RunSql, bill: number, source: string): Promise<SourceTerms> {
  const [found] = await sql<{ id: string; terms: unknown; bill: string }>(
    `SELECT s.id::text, s.terms, i.id::text AS bill FROM bill_source s, bill_import i
      WHERE (s.id::text = $1 OR lower(s.name) = lower($1)) AND s.ended_at IS NULL AND i.number = $2::int`,
    [source, bill],
  );
  if (!found) throw new Refusal("INVALID", { message: `no source is named "${source.slice(0, 120)}"` });
  await putUnder(sql, found.bill, found.id);
  return termsOf(found.terms);
}

/** Puts a bill under a source with its terms of now, or under none. */
async function putUnder(sql: RunSql, billId: string, source: string | null): Promise<void> {
  const [found] = source === null ? [] : await sql<{ terms: unknown }>(SOURCE_TERMS, [source]);
  if (source !== null && !found) throw new Refusal("NOT_FOUND");
  const terms = found ? JSON.stringify(termsOf(found.terms)) : null;
  await sql("UPDATE bill_import SET source_id = $2::uuid, terms = $3::jsonb WHERE id = $1::uuid", [
    billId,
    source,
    terms,
  ]);
}

const SOURCE_TERMS = "SELECT terms FROM bill_source WHERE id = $1::uuid AND ended_at IS NULL";
