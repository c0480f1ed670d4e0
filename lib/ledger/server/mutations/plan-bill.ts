import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { withWorkspaceConnection } from "@/lib/db/doors";
import { Refusal } from "@/lib/errors";
import type { planInput, stopInput } from "../../inputs";
import { classesOf, plannedWith } from "../data/bill-plan";
import type { StoredFile } from "../data/bill-source";
import { ledgerMark } from "../data/bill-work";
import { onClient, onTx } from "../data/run-sql";
import { WorkTeller } from "./bill-work";
import { planWithStage } from "./stage-plan";

type PlanInput = z.output<typeof planInput>;
type OpenBillRow = StoredFile & { readonly classes: unknown };

/**
 * Starts to plan a large bill and answers at once: the work goes on when the page is left, and every page sees how far it
 * is. Nothing is saved of a plan but the plan.
 */
export async function startPlan(tx: Tx, ctx: Ctx, input: PlanInput): Promise<Written<null>> {
  const bill = await openBill(tx, input.bill);
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.actor.workspaceId } });
  // Not awaited: it outlives the request.
  void planInBackground(ctx, bill, input, workspace.currency);
  return {
    data: null,
    audit: {
      action: "bill.read",
      entityType: "bill",
      entityId: reference("BILL", input.bill),
      detail: { basis: input.basis },
    },
  };
}

async function openBill(tx: Tx, number: number): Promise<OpenBillRow> {
  const bill = await tx.billImport.findFirst({
    where: { number, committedAt: null, discardedAt: null },
    select: { id: true, fileName: true, sha256: true, utf8: true, classes: true, sourceId: true, terms: true },
  });
  if (!bill) throw new Refusal("BILL_CLOSED");
  return bill;
}

/** Plans and keeps the plan for the pages; never throws. */
export async function planInBackground(
  ctx: Ctx,
  bill: OpenBillRow,
  { basis }: PlanInput,
  currency: string,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const run = ctx.newId();
  const teller = new WorkTeller({ workspaceId, billId: bill.id, task: `plan-${basis}`, run });
  try {
    if (!(await teller.begin())) return;
    const made = await withWorkspaceConnection(workspaceId, async (client) => {
      const ledger = await ledgerMark(onClient(client));
      const onProgress = (read: number, rows: number | null) => teller.progress(read, rows);
      const terms = { run, basis, currency, classes: classesOf(bill.classes), onProgress };
      const { planned, stage } = await planWithStage(client, ctx, bill, terms);
      if (!planned.ok) return { problem: planned.code };
      return { view: planned.view, classes: plannedWith(bill), ledger, stage };
    });
    // The stage must be there for others before they are told of it.
    await teller.end("problem" in made ? "failed" : "done", made);
  } catch (problem) {
    const stopped = problem instanceof Refusal && problem.code === "IMPORT_STOPPED";
    await teller.end(stopped ? "stopped" : "failed", stopped ? {} : { problem: "interrupted" }).catch(() => {});
  }
}

/** Asks whoever works on a bill to stop; a commit that is stopped leaves nothing. */
export async function stopWork(tx: Tx, _ctx: Ctx, input: z.output<typeof stopInput>): Promise<Written<null>> {
  await onTx(tx)(
    `UPDATE bill_work SET stop = true WHERE state = 'running' AND what = $2
        AND bill_id = (SELECT id FROM bill_import WHERE number = $1::int)`,
    [input.bill, input.task],
  );
  return {
    data: null,
    audit: {
      action: "bill.stop",
      entityType: "bill",
      entityId: reference("BILL", input.bill),
      detail: { task: input.task },
    },
  };
}
