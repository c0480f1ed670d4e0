import { csvCell } from "@/lib/sheet/csv";
import type { AnyComponent } from "../components";
import { columnsOf, type FocusVersion } from "../import/focus/columns";
import { instantMs, instantText, UTC } from "../period";
import type { ChargeCategory } from "../schema";
import type { ExportEntry } from "./entry";

export const EXPORT_VERSIONS = ["1.2", "1.4"] as const satisfies readonly FocusVersion[];
export type ExportVersion = (typeof EXPORT_VERSIONS)[number];

/** What Headroom knows beyond FOCUS, in columns named as the specification wants an exporter's own. */
const OWN_COLUMNS = ["x_HeadroomEntryId", "x_HeadroomComponent", "x_HeadroomKind", "x_HeadroomBrief", "x_HeadroomBill"];

const CATEGORY: Readonly<Record<AnyComponent, string>> = {
  accelerator: "Compute",
  host: "Compute",
  storage: "Storage",
  network: "Networking",
  support: "Other",
  tax: "Other",
  credit: "Other",
  rounding: "Other",
  funding: "Other",
  unclassified: "Other",
};

const monthStartOf = (instant: string): string => instantText(UTC.monthStart(UTC.monthOf(instantMs(instant))));
const monthStartAfter = (instant: string): string => instantText(UTC.monthStart(UTC.monthOf(instantMs(instant)) + 1));

function chargeCategory({ component, kind }: ExportEntry): ChargeCategory {
  if (component === "tax") return "Tax";
  if (component === "credit") return "Credit";
  if (component === "rounding") return "Adjustment";
  return kind === "commitment_purchase" || component === "funding" ? "Purchase" : "Usage";
}

const periodOf = (entry: ExportEntry): string => entry.billingPeriodStart ?? monthStartOf(entry.chargeStart);
const issuerOf = (entry: ExportEntry): string => entry.issuer ?? "unknown";

/**
 * Columns that the ledger knows; every other one is empty. List and contracted cost must not be empty in FOCUS: the ledger
 * holds neither, so both repeat the effective cost, which makes any saving computed from them zero, not wrong.
 */
const VALUES: Readonly<Record<string, (entry: ExportEntry) => string | null>> = {
  BilledCost: (e) => e.billed,
  EffectiveCost: (e) => e.effective,
  ListCost: (e) => e.effective,
  ContractedCost: (e) => e.effective,
  BillingCurrency: (e) => e.currency,
  ChargeCategory: chargeCategory,
  ChargeClass: (e) => (e.kind === "correction" || e.reversal ? "Correction" : null),
  ChargeDescription: (e) => e.description,
  ChargePeriodStart: (e) => e.chargeStart,
  ChargePeriodEnd: (e) => e.chargeEnd,
  BillingPeriodStart: periodOf,
  BillingPeriodEnd: (e) => monthStartAfter(periodOf(e)),
  BillingAccountId: (e) => e.account.split("/")[0] || "unknown",
  SubAccountId: (e) => e.account.split("/").slice(1).join("/") || null,
  InvoiceId: (e) => e.invoiceId,
  InvoiceIssuerName: issuerOf,
  ProviderName: issuerOf,
  PublisherName: issuerOf,
  ServiceProviderName: issuerOf,
  HostProviderName: issuerOf,
  ServiceName: (e) => e.service ?? e.component,
  ServiceCategory: (e) => CATEGORY[e.component],
  ResourceId: (e) => e.resource,
  RegionId: (e) => e.region,
  SkuId: (e) => (e.component === "tax" ? null : e.sku),
  SkuMeter: (e) => (e.meter === "unstated" ? null : e.meter),
  Tags: (e) => (e.tags === null ? null : JSON.stringify(e.tags)),
  CommitmentDiscountStatus: (e) => (e.kind === "commitment_unused" ? "Unused" : null),
  CapacityReservationStatus: (e) => (e.kind === "capacity_unused" ? "Unused" : null),
  x_HeadroomEntryId: (e) => e.id,
  x_HeadroomComponent: (e) => e.component,
  x_HeadroomKind: (e) => e.kind,
  x_HeadroomBrief: (e) => e.brief,
  x_HeadroomBill: (e) => (e.bill === null ? null : [e.bill, e.record].filter((part) => part !== null).join("#")),
};

/** Entries as a FOCUS cost and usage file; every column of the version, in its order, then our own. */
export function focusCsv(entries: readonly ExportEntry[], version: ExportVersion): string {
  const columns = [...columnsOf(version), ...OWN_COLUMNS];
  const lines = entries.map((entry) => columns.map((column) => csvCell(VALUES[column]?.(entry) ?? null)).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}
