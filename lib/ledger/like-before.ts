import type { BillRow } from "./schema";

/** Whether two rows tell of the same charge at other times: they differ in place, time, quantity and money at most. */
export function sameCharge(a: BillRow, b: BillRow): boolean {
  return (
    a.resource === b.resource &&
    a.sku === b.sku &&
    a.skuMeter === b.skuMeter &&
    a.description === b.description &&
    a.billingAccount === b.billingAccount &&
    a.subAccount === b.subAccount &&
    a.serviceName === b.serviceName &&
    a.serviceCategory === b.serviceCategory &&
    a.serviceSubcategory === b.serviceSubcategory &&
    a.chargeCategory === b.chargeCategory &&
    a.correction === b.correction &&
    a.rowType === b.rowType &&
    a.issuer === b.issuer &&
    a.currency === b.currency &&
    a.billingPeriodStart === b.billingPeriodStart &&
    a.commitmentId === b.commitmentId &&
    a.commitmentStatus === b.commitmentStatus &&
    a.capacityId === b.capacityId &&
    a.capacityStatus === b.capacityStatus &&
    a.allocatedMethod === b.allocatedMethod &&
    a.allocatedResource === b.allocatedResource &&
    a.skuDetails === b.skuDetails &&
    a.resourceType === b.resourceType &&
    a.chargeFrequency === b.chargeFrequency &&
    a.statedComponent === b.statedComponent &&
    a.statedKind === b.statedKind
  );
}

/**
 * Something that follows from what a row is charged for, worked out once for all rows in a row that tell of the same
 * charge: bills list a meter hour by hour.
 */
export class LikeBefore<T> {
  private before: BillRow | null = null;
  private value: T | undefined;

  constructor(private readonly make: (row: BillRow) => T) {}

  of(row: BillRow): T {
    if (this.before === null || !sameCharge(row, this.before)) {
      this.value = this.make(row);
      this.before = row;
    }
    return this.value as T;
  }
}
