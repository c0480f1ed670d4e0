import "server-only";
import { costReport, mainFirst } from "@/lib/ledger/cost-report";
import type { ChangePart, Mover } from "@/lib/ledger/ratio-change";
import { costQuestion } from "@/lib/ledger/server/data/cost-question";
import { acceptedByMonth, costFacts } from "@/lib/ledger/server/data/costs";
import { briefOptions } from "@/lib/ledger/server/data/lists";
import { lastChange, type MonthChange } from "@/lib/ledger/server/data/month-change";
import { amount, column, text } from "@/lib/sheet/sheet";
import { file, type ListFile, type ListQuestion } from "./list-file";

/** Why the cost per accepted output moved, for the address of the costs page; null where the page has no answer. */
async function changeAsked({ tx, actor, zone, search }: ListQuestion): Promise<MonthChange | null> {
  const question = costQuestion(Object.fromEntries(search), await briefOptions(tx), zone);
  if (question === null) return null;
  const { currency } = await tx.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } });
  const facts = await costFacts(tx, question);
  const reports = mainFirst(costReport(facts.sums, acceptedByMonth(facts.outputs)), currency);
  return lastChange(tx, question, reports[0] ?? null);
}

const unitOf = (change: MonthChange | null): string => (change?.currency ?? "amount").toLowerCase();

/** The reasons with what each adds to the cost per output: together they are the change. */
async function reasons(asked: ListQuestion): Promise<ListFile> {
  const change = await changeAsked(asked);
  return file<ChangePart>(
    [
      column("month_before", 12, () => text(change?.before.month ?? null)),
      column("month_after", 12, () => text(change?.after.month ?? null)),
      column("because_of", 16, (p) => text(p.why)),
      column("before", 14, (p) => amount(p.before)),
      column("after", 14, (p) => amount(p.after)),
      column("before_and_after_in", 18, (p) =>
        text(p.why === "outputs" ? "accepted outputs" : (change?.currency ?? null)),
      ),
      column(`change_per_output_${unitOf(change)}`, 24, (p) => amount(p.change)),
    ],
    change?.parts ?? [],
  );
}

/** The resources whose cost moved most between the two months. */
async function movers(asked: ListQuestion): Promise<ListFile> {
  const change = await changeAsked(asked);
  const unit = unitOf(change);
  return file<Mover>(
    [
      column("month_before", 12, () => text(change?.before.month ?? null)),
      column("month_after", 12, () => text(change?.after.month ?? null)),
      column("resource", 36, (m) => text(m.resource)),
      column(`before_${unit}`, 14, (m) => amount(m.before)),
      column(`after_${unit}`, 14, (m) => amount(m.after)),
      column(`difference_${unit}`, 14, (m) => amount(m.change)),
    ],
    change?.movers ?? [],
  );
}

/** What the costs page tells of the change from one month to the next. */
export const COST_LISTS = { "cost-reasons": reasons, "cost-movers": movers };
