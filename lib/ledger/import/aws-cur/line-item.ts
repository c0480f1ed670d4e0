import { Decimal, decimalText, sumDecimals } from "@/lib/money/money";
import type { BillRow, ChargeCategory, Kind } from "../../schema";
import type { BillRecord } from "../records";

/** What the type of a line item says about its money (AWS CUR data dictionary). */
export interface LineItemCosts {
  readonly billed: string;
  readonly effective: string;
  /** Part of a fee that no usage recognises. */
  readonly unused: string;
  readonly category: ChargeCategory;
  readonly correction: boolean;
  readonly kind: Kind | null;
  readonly rowType: BillRow["rowType"];
}

const plain = (billed: string, more: Partial<LineItemCosts> = {}): LineItemCosts => ({
  billed,
  effective: billed,
  unused: "0",
  category: "Usage",
  correction: false,
  kind: null,
  rowType: "charge",
  ...more,
});

export const commitmentOf = (record: BillRecord): string | null =>
  record.text(
    "savings_plan_savings_plan_a_r_n",
    "savings_plan_savings_plan_arn",
    "reservation_reservation_a_r_n",
    "reservation_reservation_arn",
    "reservation_subscription_id",
  );

/**
 * Money of one line item. Covered usage counts at what the commitment costs it, the negation of its on-demand price at
 * nothing; a fee is recognised in the usage it covers, its unused part apart; a refund follows what it refunds.
 */
export function costsOf(record: BillRecord, net: boolean): LineItemCosts {
  const type = record.text("line_item_line_item_type") ?? "";
  const unblended = record.amount("line_item_unblended_cost");
  const billed = net ? (record.text("line_item_net_unblended_cost") ?? unblended) : unblended;
  const money = decimalText(new Decimal(billed));
  const commitment = commitmentOf(record);
  if (isTotal(record)) return plain(money, { rowType: "total" });
  if (isSplit(record)) return plain(money, { rowType: "allocation-detail" });
  const effectiveOf = (field: string) =>
    net ? record.amountOrZero(`${field.replace(/_(?=[^_]+_cost$)/, "_net_")}`, field) : record.amountOrZero(field);
  switch (type) {
    case "DiscountedUsage":
      return plain(money, { effective: effectiveOf("reservation_effective_cost") });
    case "SavingsPlanCoveredUsage":
      return plain(money, { effective: effectiveOf("savings_plan_savings_plan_effective_cost") });
    case "SavingsPlanNegation":
      return plain(money, { effective: "0", kind: "discount" });
    case "SavingsPlanRecurringFee":
      return plain(money, { effective: "0", unused: unusedPlan(record), category: "Purchase" });
    case "SavingsPlanUpfrontFee":
      return plain(money, { effective: "0", category: "Purchase" });
    case "RIFee":
      return plain(money, { effective: "0", unused: unusedReservation(record), category: "Purchase" });
    case "Fee":
      return feeOf(record, money, commitment);
    case "Tax":
      return plain(money, { category: "Tax" });
    case "Credit":
      return plain(money, { category: "Credit" });
    case "Refund":
      return refundOf(record, money, commitment);
    default:
      return /discount/i.test(type) ? plain(money, { kind: "discount" }) : plain(money);
  }
}

/** Detailed billing rows that sum others (RecordType of older reports, and the totals of invoices). */
function isTotal(record: BillRecord): boolean {
  const type = record.text("record_type", "line_item_record_type") ?? "";
  return /^(LinkedLineItem|InvoiceTotal|StatementTotal|AccountTotal)$/.test(type);
}

/** Split cost allocation re-describes an instance that has a line of its own. */
function isSplit(record: BillRecord): boolean {
  return record.text("split_line_item_parent_resource_id") !== null;
}

function unusedPlan(record: BillRecord): string {
  const total = record.amountOrZero("savings_plan_total_commitment_to_date");
  const used = record.amountOrZero("savings_plan_used_commitment");
  return decimalText(Decimal.max(0, new Decimal(total).minus(used)));
}

function unusedReservation(record: BillRecord): string {
  const upfront = record.amountOrZero("reservation_unused_amortized_upfront_fee_for_billing_period");
  return decimalText(sumDecimals([upfront, record.amountOrZero("reservation_unused_recurring_fee")]));
}

const saysCommitment = (record: BillRecord): boolean =>
  /savings ?plan|reserved|reservation|capacity ?block/i.test(
    [record.text("line_item_line_item_description"), record.text("line_item_usage_type")].join(" "),
  );

/** A fee of a commitment or a block of capacity is recognised in the usage that it covers; any other fee stands alone. */
function feeOf(record: BillRecord, money: string, commitment: string | null): LineItemCosts {
  if (commitment === null && !saysCommitment(record)) return plain(money, { category: "Purchase" });
  return plain(money, { effective: "0", category: "Purchase" });
}

function refundOf(record: BillRecord, money: string, commitment: string | null): LineItemCosts {
  if (commitment === null && !saysCommitment(record)) return plain(money, { correction: true });
  return plain(money, { effective: "0", category: "Purchase" });
}
