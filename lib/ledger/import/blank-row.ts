import type { BillRow } from "../schema";

/** The fields that every format must know; all others are null until the format sets them. */
export type RowCore = Pick<
  BillRow,
  "record" | "billedAmount" | "effectiveAmount" | "currency" | "chargeStart" | "chargeEnd" | "chargeCategory" | "raw"
>;

/** A row with what every bill says and nothing else. */
export function blankRow(core: RowCore): BillRow {
  // Named one by one: to spread them into the others costs more than all the rest of the row.
  return {
    record: core.record,
    part: 0,
    rowType: "charge",
    billedAmount: core.billedAmount,
    effectiveAmount: core.effectiveAmount,
    currency: core.currency,
    chargeStart: core.chargeStart,
    chargeEnd: core.chargeEnd,
    billingPeriodStart: null,
    invoiceId: null,
    issuer: null,
    billingAccount: null,
    subAccount: null,
    resource: null,
    resourceType: null,
    sku: null,
    skuMeter: null,
    skuDetails: null,
    serviceCategory: null,
    serviceSubcategory: null,
    serviceName: null,
    region: null,
    chargeCategory: core.chargeCategory,
    correction: false,
    chargeFrequency: null,
    commitmentId: null,
    commitmentStatus: null,
    capacityId: null,
    capacityStatus: null,
    pricingQuantity: null,
    consumedQuantity: null,
    listUnitPrice: null,
    listCost: null,
    contractedUnitPrice: null,
    contractedCost: null,
    allocatedMethod: null,
    allocatedResource: null,
    allocatedRatio: null,
    tags: null,
    tagsText: null,
    description: null,
    statedComponent: null,
    statedKind: null,
    raw: core.raw,
  };
}
