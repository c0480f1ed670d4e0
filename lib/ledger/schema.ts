import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";
import type { NotCountedCode, RefusalCode, RuleCode, WarningCode } from "./codes";
import { ANY_COMPONENTS, type AnyComponent } from "./components";
import { isAfter, readInstant } from "./period";

export const anyComponentSchema = z.enum(ANY_COMPONENTS);

const KINDS = [
  "usage",
  "commitment_purchase",
  "commitment_unused",
  "capacity_unused",
  "correction",
  "discount",
  "licence",
  "support",
  "platform_fee",
  "managed_api_bundled",
  "bundled_host",
  "tax",
  "credit",
  "rounding",
  "funding",
] as const;
export const kindSchema = z.enum(KINDS);
export type Kind = z.infer<typeof kindSchema>;

export const PILES = ["new", "alreadyClaimed", "overlapping", "unclassified", "notCounted", "refused"] as const;
export type PileName = (typeof PILES)[number];

export const basisSchema = z.enum(["effective", "billed"]);
/** `effective` (accrual) for the cost of work; `billed` (cash) for the tie-out with an invoice. Never added to each other. */
export type Basis = z.infer<typeof basisSchema>;

const decimalSchema = z.string().refine((t) => parseDecimal(t) !== null, "not a plain decimal");
export const currencySchema = z.string().regex(/^[A-Z]{3}$/, "not a three-letter currency code");
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
export const instantSchema = z
  .string()
  .refine((t) => INSTANT.test(t) && readInstant(t).ok, "not an instant in UTC (2026-01-31T00:00:00Z)");

export type ChargeCategory = "Usage" | "Purchase" | "Tax" | "Credit" | "Adjustment";

/** What a row says about itself where the format can say it; `charge` where it cannot. */
export const ROW_TYPES = [
  "charge",
  "correction",
  "total",
  "parent",
  "estimate",
  "plan",
  "allocation-origin",
  "allocation-detail",
  "covered-usage",
  "restated",
  "same-reference",
  "funding",
] as const;
type RowType = (typeof ROW_TYPES)[number];

/**
 * One row of a bill, normalised. Amounts are decimal text as exact as the file's; times are UTC instants and periods are
 * half-open. `record` counts the header as record 1. Nullable text is null, never empty.
 */
export interface BillRow {
  readonly record: number;
  /** Number of the line within its record, from 0: one record of a bill may hold several charges. */
  readonly part: number;
  readonly rowType: RowType;
  readonly billedAmount: string;
  readonly effectiveAmount: string;
  readonly currency: string;
  readonly chargeStart: string;
  readonly chargeEnd: string;
  readonly billingPeriodStart: string | null;
  readonly invoiceId: string | null;
  readonly issuer: string | null;
  readonly billingAccount: string | null;
  readonly subAccount: string | null;
  readonly resource: string | null;
  readonly resourceType: string | null;
  readonly sku: string | null;
  readonly skuMeter: string | null;
  readonly skuDetails: string | null;
  readonly serviceCategory: string | null;
  readonly serviceSubcategory: string | null;
  readonly serviceName: string | null;
  /** Where it ran, as the provider names it. */
  readonly region: string | null;
  readonly chargeCategory: ChargeCategory;
  readonly correction: boolean;
  readonly chargeFrequency: string | null;
  readonly commitmentId: string | null;
  readonly commitmentStatus: "Used" | "Unused" | null;
  readonly capacityId: string | null;
  readonly capacityStatus: "Used" | "Unused" | null;
  readonly pricingQuantity: string | null;
  readonly consumedQuantity: string | null;
  readonly listUnitPrice: string | null;
  readonly listCost: string | null;
  readonly contractedUnitPrice: string | null;
  readonly contractedCost: string | null;
  readonly allocatedMethod: string | null;
  readonly allocatedResource: string | null;
  /** Share of the origin as decimal text, where the format states one. */
  readonly allocatedRatio: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
  readonly tagsText: string | null;
  readonly description: string | null;
  /** Component and kind, where the file itself states them. */
  readonly statedComponent: AnyComponent | null;
  readonly statedKind: Kind | null;
  /** The record as it stood in the file, in the order of the header. */
  readonly raw: readonly string[];
}

export interface RefusedRow {
  readonly record: number;
  readonly reason: RefusalCode;
  readonly field: string | null;
  readonly message: string;
  /** Amounts and currency where they could be read, so that the refused pile has a sum. */
  readonly billedAmount: string | null;
  readonly effectiveAmount: string | null;
  readonly currency: string | null;
  readonly raw: readonly string[];
}

/** One kind of warning on one field, with every record that it concerns. */
export interface Warning {
  readonly code: WarningCode;
  readonly field: string | null;
  readonly message: string;
  readonly records: readonly number[];
  /** How many records it concerns, where not all of them are named. */
  readonly count?: number;
}

/**
 * What a claim is about; two claims of an equal account, resource, meter and lane may not overlap in time. The component
 * only tells what was claimed: the same charge may be classed in another way by the next import.
 */
export interface ClaimKey {
  readonly account: string;
  readonly resource: string;
  readonly component: AnyComponent;
  readonly meter: string;
  readonly lane: number;
}

const claimSchema = z.object({
  account: z.string(),
  resource: z.string(),
  component: anyComponentSchema,
  meter: z.string(),
  lane: z.number().int().nonnegative(),
  start: instantSchema,
  end: instantSchema,
});
/** One contiguous run of time on one meter of one resource. */
export type Claim = Readonly<z.infer<typeof claimSchema>>;

/** One billed amount, classified. Both amounts are kept; a report uses one basis. */
export interface Entry {
  readonly record: number;
  readonly part: number;
  readonly component: AnyComponent;
  readonly kind: Kind;
  readonly rule: RuleCode;
  readonly billed: string;
  readonly effective: string;
  readonly currency: string;
  readonly chargeStart: string;
  readonly chargeEnd: string;
  readonly billingPeriodStart: string | null;
  readonly invoiceId: string | null;
  readonly issuer: string | null;
  readonly account: string;
  readonly resource: string | null;
  readonly sku: string | null;
  readonly meter: string;
  readonly service: string | null;
  readonly region: string | null;
  readonly description: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
  /** The price of an accelerator instance that contains its host; it is not split. */
  readonly bundledHost: boolean;
  /** Lane of its claim, or null when it claims no time. */
  readonly lane: number | null;
  /** What makes an equal row of another file recognisable; null for typed entries and reversals. */
  readonly fingerprint: string | null;
}

export interface PlannedRow {
  readonly record: number;
  readonly part: number;
  readonly pile: PileName;
  readonly reason: NotCountedCode | RefusalCode;
  readonly message: string;
}

export const priorStateSchema = z.strictObject({
  version: z.literal(1),
  fileDigests: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  claims: z.array(claimSchema),
  /** Fingerprint of a row → how often it was imported. */
  importedRows: z.record(z.string(), z.number().int().positive()),
});
/** What earlier imports left behind: enough to recognise a file, a time and a row again. */
export type PriorState = z.infer<typeof priorStateSchema>;

export const EMPTY_STATE: PriorState = { version: 1, fileDigests: [], claims: [], importedRows: {} };

export interface PileSum {
  readonly rows: number;
  readonly billed: string;
  readonly effective: string;
}

/** An entry that a person types. Amounts are decimal text; the period is half-open and in UTC. */
export const manualEntrySchema = z
  .strictObject({
    component: anyComponentSchema.exclude(["unclassified"]),
    kind: kindSchema.optional(),
    amount: decimalSchema,
    currency: currencySchema,
    chargeStart: instantSchema,
    chargeEnd: instantSchema,
    invoiceId: z.string().trim().max(200).nullable(),
    account: z.string().trim().max(200),
    resource: z.string().trim().max(500).nullable(),
    description: z.string().trim().min(1).max(2000),
  })
  .refine((e) => isAfter(e.chargeEnd, e.chargeStart), {
    message: "the end must be after the start",
    path: ["chargeEnd"],
  });
export type ManualEntry = z.infer<typeof manualEntrySchema>;
