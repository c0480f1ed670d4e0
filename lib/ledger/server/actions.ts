"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "@/lib/gate/action";
import { defineBulkAction } from "@/lib/gate/bulk";
import {
  budgetInput,
  chooseSourceInput,
  classesInput,
  closeInput,
  commitInput,
  correctInput,
  correctOutputsInput,
  diagnosticInput,
  discardInput,
  effortInput,
  endBudgetInput,
  endSourceInput,
  invoiceInput,
  keepViewInput,
  manualInput,
  outputsCsvInput,
  outputsInput,
  planInput,
  rateInput,
  rematchInput,
  removeRecordInput,
  removeViewInput,
  sourceInput,
  stopInput,
} from "../inputs";
import * as budget from "./mutations/budget";
import * as close from "./mutations/close-month";
import { commitImport } from "./mutations/commit-import";
import * as correct from "./mutations/correct-entry";
import * as plan from "./mutations/plan-bill";
import * as bill from "./mutations/prepare-bill";
import * as beside from "./mutations/record-beside";
import * as outputs from "./mutations/record-outputs";
import * as source from "./mutations/source";
import { stateRate } from "./mutations/state-rate";
import * as typed from "./mutations/typed";
import * as view from "./mutations/view";

/** Whatever the ledger or the outputs say stands on several pages at once. */
function showAfresh(): void {
  for (const page of ["/ledger", "/outputs", "/costs"]) revalidatePath(page, "layout");
}

export const setBillClasses = defineAction({
  name: "ledger.setClasses",
  input: classesInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger", "layout");
    return bill.setClasses(tx, ctx, input);
  },
});

export const setBillSource = defineAction({
  name: "source.set",
  input: sourceInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger", "layout");
    return source.setSource(tx, ctx, input);
  },
});

export const endBillSource = defineAction({
  name: "source.end",
  input: endSourceInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger", "layout");
    return source.endSource(tx, ctx, input);
  },
});

export const chooseBillSource = defineAction({
  name: "ledger.chooseSource",
  input: chooseSourceInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger", "layout");
    return source.chooseSource(tx, ctx, input);
  },
});

export const keepLedgerView = defineAction({
  name: "view.keep",
  input: keepViewInput,
  access: "read",
  run: view.keepView,
});

export const removeLedgerView = defineAction({
  name: "view.remove",
  input: removeViewInput,
  access: "read",
  run: view.removeView,
});

export const startBillPlan = defineAction({
  name: "ledger.startPlan",
  input: planInput,
  access: "ledger.write",
  run: plan.startPlan,
});

export const stopBillWork = defineAction({
  name: "ledger.stopWork",
  input: stopInput,
  access: "ledger.write",
  run: plan.stopWork,
});

export const discardImport = defineAction({
  name: "ledger.discard",
  input: discardInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger", "layout");
    return bill.discardBill(tx, ctx, input);
  },
});

export const restoreImport = defineAction({
  name: "ledger.restore",
  input: discardInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger", "layout");
    return bill.restoreBill(tx, ctx, input);
  },
});

export const commitBill = defineBulkAction({
  name: "ledger.commit",
  input: commitInput,
  access: "ledger.write",
  bulk: commitImport,
  after: showAfresh,
});

export const enterEntry = defineAction({
  name: "ledger.enter",
  input: manualInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return typed.enterTyped(tx, ctx, input);
  },
});

export const correctLedgerEntry = defineAction({
  name: "ledger.correct",
  input: correctInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return correct.correctEntry(tx, ctx, input);
  },
});

export const rematchBill = defineAction({
  name: "ledger.rematch",
  input: rematchInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return correct.rematchImport(tx, ctx, input);
  },
});

export const stateInvoiceTotal = defineAction({
  name: "ledger.stateInvoice",
  input: invoiceInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return close.stateInvoice(tx, ctx, input);
  },
});

export const closeLedgerMonth = defineAction({
  name: "ledger.closeMonth",
  input: closeInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return close.closeMonth(tx, ctx, input);
  },
});

export const recordOutputCounts = defineAction({
  name: "outputs.record",
  input: outputsInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return typed.recordTypedOutputs(tx, ctx, input);
  },
});

export const recordOutputFile = defineAction({
  name: "outputs.recordFile",
  input: outputsCsvInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return typed.recordTypedOutputsFile(tx, ctx, input);
  },
});

export const correctOutputCounts = defineAction({
  name: "outputs.correct",
  input: correctOutputsInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return outputs.correctOutputs(tx, ctx, input);
  },
});

export const recordIdleTime = defineAction({
  name: "diagnostic.record",
  input: diagnosticInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return typed.recordTypedDiagnostic(tx, ctx, input);
  },
});

export const recordEffortHours = defineAction({
  name: "effort.record",
  input: effortInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return typed.recordTypedEffort(tx, ctx, input);
  },
});

export const removeIdleTime = defineAction({
  name: "diagnostic.remove",
  input: removeRecordInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return beside.removeDiagnostic(tx, ctx, input);
  },
});

export const removeEffortHours = defineAction({
  name: "effort.remove",
  input: removeRecordInput,
  access: "output.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return beside.removeEffort(tx, ctx, input);
  },
});

export const setBudget = defineAction({
  name: "budget.set",
  input: budgetInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger/budgets");
    return budget.setBudget(tx, ctx, input);
  },
});

export const endBudget = defineAction({
  name: "budget.end",
  input: endBudgetInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/ledger/budgets");
    return budget.endBudget(tx, ctx, input);
  },
});

export const stateExchangeRate = defineAction({
  name: "rate.state",
  input: rateInput,
  access: "ledger.write",
  run: async (tx, ctx, input) => {
    showAfresh();
    return stateRate(tx, ctx, input);
  },
});
