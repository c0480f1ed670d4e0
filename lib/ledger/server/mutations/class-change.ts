import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { Component } from "../../components";
import type { classesInput, undoClassesInput } from "../../inputs";
import { type Classes, classesOf } from "../data/bill-plan";
import { onTx } from "../data/run-sql";
import { openBill } from "./prepare-bill";

/** Gives many rows of a planned import one class, or takes it away, and keeps what they had. */
export async function setClasses(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof classesInput>,
): Promise<Written<{ readonly rows: number; readonly change: string | null }>> {
  const bill = await openBill(tx, input.bill);
  const classes = classesOf(bill.classes);
  const { component } = input;
  const records = [...new Set(input.records)].filter((r) => (classes[String(r)] ?? null) !== component);
  if (records.length === 0) return { data: { rows: 0, change: null }, audit: null };
  const before: Classes = {};
  for (const record of records) {
    const had = classes[String(record)];
    if (had !== undefined) before[String(record)] = had;
  }
  const change = ctx.newId();
  const { workspaceId, personId } = ctx.actor;
  await onTx(tx)(
    `INSERT INTO bill_class_change (workspace_id, bill_id, id, component, records, before, changed_by)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::int[], $6::jsonb, $7::uuid)`,
    [workspaceId, bill.id, change, component, records, JSON.stringify(before), personId],
  );
  await storeClasses(
    tx,
    ctx,
    bill.id,
    given(classes, records, () => component),
  );
  return {
    data: { rows: records.length, change },
    audit: {
      action: "bill.classify",
      entityType: "bill",
      entityId: reference("BILL", input.bill),
      detail: { rows: records.length, component },
    },
  };
}

/** Gives the rows of one change the classes that they had before it. Refused when one has got another class since. */
export async function undoClasses(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof undoClassesInput>,
): Promise<Written<{ readonly rows: number }>> {
  const bill = await openBill(tx, input.bill);
  const sql = onTx(tx);
  const [change] = await sql<{ component: Component | null; records: number[]; before: unknown; undone: boolean }>(
    `SELECT component, records, before, undone_at IS NOT NULL AS undone FROM bill_class_change WHERE bill_id = $1::uuid AND id = $2::uuid`,
    [bill.id, input.change],
  );
  if (!change) throw new Refusal("NOT_FOUND");
  if (change.undone) throw cannotUndo("undone");
  const { component, records } = change;
  const classes = classesOf(bill.classes);
  const moved = records.filter((r) => (classes[String(r)] ?? null) !== component).length;
  if (moved > 0) throw cannotUndo("rows-changed", moved);
  const before = classesOf(change.before);
  await storeClasses(
    tx,
    ctx,
    bill.id,
    given(classes, records, (r) => before[String(r)] ?? null),
  );
  await sql(
    "UPDATE bill_class_change SET undone_at = clock_timestamp(), undone_by = $3::uuid WHERE bill_id = $1::uuid AND id = $2::uuid",
    [bill.id, input.change, ctx.actor.personId],
  );
  return {
    data: { rows: records.length },
    audit: {
      action: "bill.classify-undo",
      entityType: "bill",
      entityId: reference("BILL", input.bill),
      detail: { rows: records.length, component },
    },
  };
}

function given(classes: Classes, records: readonly number[], of: (record: number) => Component | null): Classes {
  const next = { ...classes };
  for (const record of records) {
    const component = of(record);
    if (component === null) delete next[String(record)];
    else next[String(record)] = component;
  }
  return next;
}

async function storeClasses(tx: Tx, ctx: Ctx, id: string, classes: Classes): Promise<void> {
  await tx.billImport.update({
    where: { workspaceId_id: { workspaceId: ctx.actor.workspaceId, id } },
    data: { classes },
    select: { id: true },
  });
}
