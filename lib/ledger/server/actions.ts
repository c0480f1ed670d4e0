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
  restateInput,
  sourceInput,
  stopInput,
  undoClassesInput,
} from "../inputs";
import * as budget from "./mutations/budget";
import * as classes from "./mutations/class-change";
import * as close from "./mutations/close-month";
import { commitImport } from "./mutations/commit-import";
import * as correct from "./mutations/correct-entry";
import * as plan from "./mutations/plan-bill";
import * as bill from "./mutations/prepare-bill";
import * as outputs from "./mutations/record-outputs";
import * as removed from "./mutations/remove-beside";
import * as source from "./mutations/source";
import * as invoice from "./mutations/state-invoice";
import * as rate from "./mutations/state-rate";
import * as typed from "./mutations/typed";
import * as view from "./mutations/view";

/** Whatever the ledger or the outputs say stands on several pages at once. */
function showAfresh(): void {
  for (const page of ["/ledger", "/outputs", "/costs"]) revalidatePath(page, "layout");
}

function everywhere<A extends readonly unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    showAfresh();
    return run(...args);
  };
}

/** For what no sum depends on. */
function inLedger<A extends readonly unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    revalidatePath("/ledger", "layout");
    return run(...args);
  };
}

export const setBillClasses = defineAction({
  name: "ledger.setClasses",
  input: classesInput,
  access: "ledger.write",
  run: inLedger(classes.setClasses),
});

export const undoBillClasses = defineAction({
  name: "ledger.undoClasses",
  input: undoClassesInput,
  access: "ledger.write",
  run: inLedger(classes.undoClasses),
});

export const setBillSource = defineAction({
  name: "source.set",
  input: sourceInput,
  access: "ledger.write",
  run: inLedger(source.setSource),
});

export const endBillSource = defineAction({
  name: "source.end",
  input: endSourceInput,
  access: "ledger.write",
  run: inLedger(source.endSource),
});

export const reopenBillSource = defineAction({
  name: "source.reopen",
  input: endSourceInput,
  access: "ledger.write",
  run: inLedger(source.reopenSource),
});

export const chooseBillSource = defineAction({
  name: "ledger.chooseSource",
  input: chooseSourceInput,
  access: "ledger.write",
  run: inLedger(source.chooseSource),
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

export const restoreLedgerView = defineAction({
  name: "view.restore",
  input: removeViewInput,
  access: "read",
  run: view.restoreView,
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
  run: inLedger(bill.discardBill),
});

export const restoreImport = defineAction({
  name: "ledger.restore",
  input: discardInput,
  access: "ledger.write",
  run: inLedger(bill.restoreBill),
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
  run: everywhere(typed.enterTyped),
});

export const correctLedgerEntry = defineAction({
  name: "ledger.correct",
  input: correctInput,
  access: "ledger.write",
  run: everywhere(correct.correctEntry),
});

export const rematchBill = defineAction({
  name: "ledger.rematch",
  input: rematchInput,
  access: "ledger.write",
  run: everywhere(correct.rematchImport),
});

export const stateInvoiceTotal = defineAction({
  name: "ledger.stateInvoice",
  input: invoiceInput,
  access: "ledger.write",
  run: everywhere(invoice.stateInvoice),
});

export const restateInvoiceTotal = defineAction({
  name: "ledger.restateInvoice",
  input: restateInput,
  access: "ledger.write",
  run: everywhere(invoice.restateInvoice),
});

export const closeLedgerMonth = defineAction({
  name: "ledger.closeMonth",
  input: closeInput,
  access: "ledger.write",
  run: everywhere(close.closeMonth),
});

export const recordOutputCounts = defineAction({
  name: "outputs.record",
  input: outputsInput,
  access: "output.write",
  run: everywhere(typed.recordTypedOutputs),
});

export const recordOutputFile = defineAction({
  name: "outputs.recordFile",
  input: outputsCsvInput,
  access: "output.write",
  run: everywhere(typed.recordTypedOutputsFile),
});

export const correctOutputCounts = defineAction({
  name: "outputs.correct",
  input: correctOutputsInput,
  access: "output.write",
  run: everywhere(outputs.correctOutputs),
});

export const recordIdleTime = defineAction({
  name: "diagnostic.record",
  input: diagnosticInput,
  access: "output.write",
  run: everywhere(typed.recordTypedDiagnostic),
});

export const recordEffortHours = defineAction({
  name: "effort.record",
  input: effortInput,
  access: "output.write",
  run: everywhere(typed.recordTypedEffort),
});

export const removeIdleTime = defineAction({
  name: "diagnostic.remove",
  input: removeRecordInput,
  access: "output.write",
  run: everywhere(removed.removeDiagnostic),
});

export const removeEffortHours = defineAction({
  name: "effort.remove",
  input: removeRecordInput,
  access: "output.write",
  run: everywhere(removed.removeEffort),
});

export const restoreIdleTime = defineAction({
  name: "diagnostic.restore",
  input: removeRecordInput,
  access: "output.write",
  run: everywhere(removed.restoreDiagnostic),
});

export const restoreEffortHours = defineAction({
  name: "effort.restore",
  input: removeRecordInput,
  access: "output.write",
  run: everywhere(removed.restoreEffort),
});

export const setBudget = defineAction({
  name: "budget.set",
  input: budgetInput,
  access: "ledger.write",
  run: inLedger(budget.setBudget),
});

export const endBudget = defineAction({
  name: "budget.end",
  input: endBudgetInput,
  access: "ledger.write",
  run: inLedger(budget.endBudget),
});

export const resumeBudget = defineAction({
  name: "budget.resume",
  input: endBudgetInput,
  access: "ledger.write",
  run: inLedger(budget.resumeBudget),
});

export const stateExchangeRate = defineAction({
  name: "rate.state",
  input: rateInput,
  access: "ledger.write",
  run: everywhere(rate.stateRate),
});

export const restateExchangeRate = defineAction({
  name: "rate.restate",
  input: restateInput,
  access: "ledger.write",
  run: everywhere(rate.restateRate),
});
