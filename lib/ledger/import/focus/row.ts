import type { BillRow, ChargeCategory, RefusedRow } from "../../schema";
import type { ReadOptions, WarningLog } from "../bill-format";
import { Kept } from "../kept";
import { CellReader, currencyOf, decimalOf, parseTags, Refusal, type Tags } from "../values";
import type { FocusHeader } from "./header";

const CHARGE_CATEGORIES = ["Usage", "Purchase", "Tax", "Credit", "Adjustment"] as const satisfies ChargeCategory[];
const STATUSES = ["Used", "Unused"] as const;
const FREQUENCIES = ["One-Time", "Recurring", "Usage-Based"] as const;
const PRICING_CATEGORIES = ["Standard", "Dynamic", "Committed", "Other"] as const;
const ALLOCATED_RATIO = /"AllocatedRatio"\s*:\s*"?(-?[0-9.eE-]+)/;

/** Turns records of one file into rows. Keeps what repeats (times, tags) so that large files stay quick. */
export class FocusRowReader {
  private readonly cells: CellReader;
  private readonly tagsSeen = new Kept<{ readonly tags: Tags | null }>();

  constructor(
    private readonly header: FocusHeader,
    private readonly width: number,
    private readonly log: WarningLog,
    private readonly options: ReadOptions,
  ) {
    this.cells = new CellReader(header.places, log, options.timeZone ?? null);
  }

  /** One record → a row, or the reason why not. Never throws for content. */
  read(record: number, fields: readonly string[], broken: boolean): BillRow | RefusedRow {
    try {
      if (broken) throw new Refusal("broken-row", null);
      if (fields.length !== this.width) {
        throw new Refusal("field-count", null, `${fields.length} instead of ${this.width}`);
      }
      const missing = this.header.missingNeeded[0];
      if (missing !== undefined) throw new Refusal("missing-column", missing, this.header.missingNeeded.join(", "));
      return this.row(record, fields);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.refused(record, fields, error, broken);
    }
  }

  private row(record: number, fields: readonly string[]): BillRow {
    const { cells, log } = this;
    const text = (column: string): string | null => cells.text(fields, column, record);
    const billedAmount = cells.amount(fields, "BilledCost", record);
    const effectiveAmount = cells.amount(fields, "EffectiveCost", record);
    const currency = this.currency(fields, record);
    const { chargeStart, chargeEnd } = this.chargePeriod(fields, record);
    const chargeCategory = cells.choice(fields, "ChargeCategory", record, CHARGE_CATEGORIES);
    if (chargeCategory === undefined)
      throw new Refusal("unknown-charge-category", "ChargeCategory", text("ChargeCategory") ?? "");
    if (chargeCategory === null) throw new Refusal("missing-value", "ChargeCategory", "ChargeCategory");
    const chargeClass = cells.choice(fields, "ChargeClass", record, ["Correction"]);
    if (chargeClass === undefined) throw new Refusal("unknown-charge-class", "ChargeClass", text("ChargeClass") ?? "");
    const lenient = <T extends string>(column: string, allowed: readonly T[]): T | null => {
      const value = cells.choice(fields, column, record, allowed);
      if (value === undefined) log.add("value-not-allowed", column, record);
      return value ?? null;
    };
    const number = (column: string): string | null => this.optionalNumber(fields, column, record);
    const tagsText = text("Tags");
    lenient("PricingCategory", PRICING_CATEGORIES);
    return {
      record,
      part: 0,
      rowType: "charge",
      billedAmount,
      effectiveAmount,
      currency,
      chargeStart,
      chargeEnd,
      billingPeriodStart: this.billingPeriodStart(fields, record),
      invoiceId: text("InvoiceId"),
      issuer: text("InvoiceIssuerName") ?? text("ServiceProviderName") ?? text("ProviderName"),
      billingAccount: text("BillingAccountId"),
      subAccount: text("SubAccountId"),
      resource: text("ResourceId"),
      resourceType: text("ResourceType"),
      sku: text("SkuId"),
      skuMeter: text("SkuMeter"),
      skuDetails: text("SkuPriceDetails"),
      serviceCategory: text("ServiceCategory"),
      serviceSubcategory: text("ServiceSubcategory"),
      serviceName: text("ServiceName"),
      region: text("RegionId") ?? text("RegionName"),
      chargeCategory,
      correction: chargeClass === "Correction",
      chargeFrequency: lenient("ChargeFrequency", FREQUENCIES),
      commitmentId: text("CommitmentDiscountId"),
      commitmentStatus: lenient("CommitmentDiscountStatus", STATUSES),
      capacityId: text("CapacityReservationId"),
      capacityStatus: lenient("CapacityReservationStatus", STATUSES),
      pricingQuantity: number("PricingQuantity"),
      consumedQuantity: number("ConsumedQuantity"),
      listUnitPrice: number("ListUnitPrice"),
      listCost: number("ListCost"),
      contractedUnitPrice: number("ContractedUnitPrice"),
      contractedCost: number("ContractedCost"),
      allocatedMethod: text("AllocatedMethodId"),
      allocatedResource: text("AllocatedResourceId"),
      allocatedRatio: ALLOCATED_RATIO.exec(text("AllocatedMethodDetails") ?? "")?.[1] ?? null,
      tags: this.tags(tagsText, record),
      tagsText,
      description: text("ChargeDescription"),
      statedComponent: null,
      statedKind: null,
      raw: fields,
    };
  }

  private currency(fields: readonly string[], record: number): string {
    const text = this.cells.text(fields, "BillingCurrency", record);
    if (text !== null) return currencyOf(text, "BillingCurrency", record, this.log);
    if (this.options.assumedCurrency === null) throw new Refusal("missing-value", "BillingCurrency", "BillingCurrency");
    this.log.add("currency-assumed", "BillingCurrency", record);
    return this.options.assumedCurrency;
  }

  private chargePeriod(fields: readonly string[], record: number): { chargeStart: string; chargeEnd: string } {
    const start = this.cells.instant(fields, "ChargePeriodStart", record);
    const end = this.cells.instant(fields, "ChargePeriodEnd", record);
    if (end.ms <= start.ms) {
      throw new Refusal("end-not-after-start", "ChargePeriodEnd", `${start.text} to ${end.text}`);
    }
    if (end.text.slice(17, 19) === "59") this.log.add("inclusive-end", "ChargePeriodEnd", record);
    return { chargeStart: start.text, chargeEnd: end.text };
  }

  /** The billing period only places a row on an invoice; a faulty one is a fault of the file, not of the charge. */
  private billingPeriodStart(fields: readonly string[], record: number): string | null {
    if (this.cells.text(fields, "BillingPeriodStart", record) === null) return null;
    try {
      return this.cells.instant(fields, "BillingPeriodStart", record).text;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.log.add("value-not-allowed", "BillingPeriodStart", record);
      return null;
    }
  }

  private optionalNumber(fields: readonly string[], column: string, record: number): string | null {
    const text = this.cells.text(fields, column, record);
    if (text === null) return null;
    try {
      return this.cells.plain(text, column);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.log.add("value-not-allowed", column, record);
      return null;
    }
  }

  private tags(text: string | null, record: number): Tags | null {
    if (text === null) return null;
    const { tags } = this.tagsSeen.of(text, () => ({ tags: parseTags(text) }));
    if (tags === null) this.log.add("tags-not-json", "Tags", record);
    return tags;
  }

  private refused(record: number, fields: readonly string[], why: Refusal, broken: boolean): RefusedRow {
    const readable = !broken && fields.length === this.width;
    const cell = (column: string): string | null => {
      const place = this.header.places.get(column);
      return readable && place !== undefined ? (fields[place] ?? "").trim() : null;
    };
    const amount = (column: string): string | null => {
      const text = cell(column);
      try {
        return text === null || text === "" ? null : decimalOf(text, column);
      } catch {
        return null;
      }
    };
    const currency = cell("BillingCurrency")?.toUpperCase() ?? this.options.assumedCurrency;
    return {
      record,
      reason: why.reason,
      field: why.field,
      message: why.message,
      billedAmount: amount("BilledCost"),
      effectiveAmount: amount("EffectiveCost"),
      currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null,
      raw: fields,
    };
  }
}
