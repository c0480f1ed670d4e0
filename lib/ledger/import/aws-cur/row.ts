import type { BillRow } from "../../schema";
import { blankRow } from "../blank-row";
import type { BillRecord } from "../records";
import { parseTags, type Tags } from "../values";
import { commitmentOf, type LineItemCosts } from "./line-item";

const NETWORK_FAMILY = /data transfer|networking|load balancer/i;

/** The fields of one line item; `costs` has decided about its money. */
export function curRow(record: BillRecord, costs: LineItemCosts): BillRow {
  const start = record.instant("line_item_usage_start_date");
  const stated = record.text("line_item_usage_end_date");
  const end =
    stated === null ? record.instant("bill_billing_period_end_date") : record.instant("line_item_usage_end_date");
  const family = record.text("product_product_family", "product_family");
  const instance = record.text("product_instance_type");
  const usageType = record.text("line_item_usage_type");
  return {
    ...blankRow({
      record: record.record,
      billedAmount: costs.billed,
      effectiveAmount: costs.effective,
      currency: record.currency("line_item_currency_code"),
      ...record.period(start, end, "line_item_usage_end_date"),
      chargeCategory: costs.category,
      raw: record.fields,
    }),
    rowType: costs.rowType,
    correction: costs.correction,
    billingPeriodStart:
      record.text("bill_billing_period_start_date") === null
        ? null
        : record.instant("bill_billing_period_start_date").text,
    invoiceId: record.text("bill_invoice_id"),
    issuer: record.text("bill_invoicing_entity", "bill_billing_entity", "line_item_legal_entity") ?? "AWS",
    billingAccount: record.text("bill_payer_account_id"),
    subAccount: record.text("line_item_usage_account_id"),
    resource: record.text("line_item_resource_id"),
    resourceType: instance,
    sku: usageType ?? record.text("product_sku"),
    skuMeter: record.text("line_item_operation"),
    skuDetails: instance === null ? null : JSON.stringify({ instanceType: instance, gpu: record.text("product_gpu") }),
    serviceCategory:
      family === null
        ? null
        : NETWORK_FAMILY.test(family)
          ? "Networking"
          : /storage|snapshot/i.test(family)
            ? "Storage"
            : "Compute",
    serviceName: record.text("product_product_name", "line_item_product_code"),
    region: record.text("product_region_code", "product_region"),
    serviceSubcategory: family,
    commitmentId: commitmentOf(record),
    commitmentStatus:
      costs.effective !== costs.billed && costs.category === "Usage" && costs.kind === null ? "Used" : null,
    statedKind: costs.kind,
    tags: tagsOf(record),
    tagsText: record.text("resource_tags"),
    description: record.text("line_item_line_item_description"),
  };
}

function tagsOf(record: BillRecord): Tags | null {
  const text = record.text("resource_tags");
  return text === null ? null : parseTags(text);
}
