/**
 * Columns of FOCUS cost and usage datasets by the version that brought them (FinOps Open Cost and Usage Specification
 * 1.0 to 1.4, CC BY 4.0). Facts only: names, versions, nullability.
 */
const COLUMNS_BY_VERSION = {
  "1.0": [
    "AvailabilityZone",
    "BilledCost",
    "BillingAccountId",
    "BillingAccountName",
    "BillingCurrency",
    "BillingPeriodEnd",
    "BillingPeriodStart",
    "ChargeCategory",
    "ChargeClass",
    "ChargeDescription",
    "ChargeFrequency",
    "ChargePeriodEnd",
    "ChargePeriodStart",
    "CommitmentDiscountCategory",
    "CommitmentDiscountId",
    "CommitmentDiscountName",
    "CommitmentDiscountStatus",
    "CommitmentDiscountType",
    "ConsumedQuantity",
    "ConsumedUnit",
    "ContractedCost",
    "ContractedUnitPrice",
    "EffectiveCost",
    "InvoiceIssuerName",
    "ListCost",
    "ListUnitPrice",
    "PricingCategory",
    "PricingQuantity",
    "PricingUnit",
    "ProviderName",
    "PublisherName",
    "RegionId",
    "RegionName",
    "ResourceId",
    "ResourceName",
    "ResourceType",
    "ServiceCategory",
    "ServiceName",
    "SkuId",
    "SkuPriceId",
    "SubAccountId",
    "SubAccountName",
    "Tags",
  ],
  "1.1": [
    "CapacityReservationId",
    "CapacityReservationStatus",
    "CommitmentDiscountQuantity",
    "CommitmentDiscountUnit",
    "ServiceSubcategory",
    "SkuMeter",
    "SkuPriceDetails",
  ],
  "1.2": [
    "BillingAccountType",
    "InvoiceId",
    "PricingCurrency",
    "PricingCurrencyContractedUnitPrice",
    "PricingCurrencyEffectiveCost",
    "PricingCurrencyListUnitPrice",
    "SubAccountType",
  ],
  "1.3": [
    "AllocatedMethodDetails",
    "AllocatedMethodId",
    "AllocatedResourceId",
    "AllocatedResourceName",
    "AllocatedTags",
    "ContractApplied",
    "HostProviderName",
    "ServiceProviderName",
  ],
  "1.4": ["CommitmentProgramEligibilityDetails", "InvoiceDetailId"],
} as const;

export type FocusVersion = keyof typeof COLUMNS_BY_VERSION;
const VERSIONS = ["1.0", "1.1", "1.2", "1.3", "1.4"] as const satisfies readonly FocusVersion[];

const CANONICAL = new Map<string, string>(
  VERSIONS.flatMap((v) => COLUMNS_BY_VERSION[v]).map((name) => [name.toLowerCase(), name]),
);

/** The name as FOCUS writes it, or null for a column that FOCUS does not have. */
export function canonicalColumn(name: string): string | null {
  return CANONICAL.get(name.trim().toLowerCase()) ?? null;
}

/** Without these no charge can be read at all. */
export const NEEDED_COLUMNS = ["BilledCost", "EffectiveCost", "ChargeCategory", "ChargePeriodStart", "ChargePeriodEnd"];

/** Never null in any version; a null is a fault of the file (check F2) even where the row can still be read. */
export const NEVER_NULL_COLUMNS = [
  "BilledCost",
  "EffectiveCost",
  "ListCost",
  "ContractedCost",
  "BillingCurrency",
  "ChargeCategory",
  "ChargePeriodStart",
  "ChargePeriodEnd",
  "BillingPeriodStart",
  "BillingPeriodEnd",
  "BillingAccountId",
  "InvoiceIssuerName",
  "ServiceName",
  "ServiceCategory",
] as const;

/** Version 1.4 gave up two names of who provides and who publishes. */
const DROPPED_IN_1_4: readonly string[] = ["ProviderName", "PublisherName"];

/** All columns of a version, in alphabetical order as the specification lists them. */
export function columnsOf(version: FocusVersion): string[] {
  const upTo = VERSIONS.slice(0, VERSIONS.indexOf(version) + 1).flatMap(
    (v): readonly string[] => COLUMNS_BY_VERSION[v],
  );
  return upTo.filter((name) => version !== "1.4" || !DROPPED_IN_1_4.includes(name)).sort();
}

/** The highest version one of whose own columns is present. */
export function versionOf(columns: ReadonlySet<string>): FocusVersion {
  for (const version of [...VERSIONS].reverse()) {
    if (version !== "1.0" && COLUMNS_BY_VERSION[version].some((c) => columns.has(c))) return version;
  }
  return "1.0";
}
