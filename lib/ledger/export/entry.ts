import type { AnyComponent } from "../components";
import type { Entry, Kind } from "../schema";

/** One stored entry, as exports tell of it. Instants in UTC, amounts as exact text. */
export interface ExportEntry
  extends Pick<
    Entry,
    | "billed"
    | "effective"
    | "currency"
    | "chargeStart"
    | "chargeEnd"
    | "billingPeriodStart"
    | "invoiceId"
    | "issuer"
    | "account"
    | "resource"
    | "sku"
    | "meter"
    | "service"
    | "region"
    | "description"
    | "tags"
  > {
  readonly id: string;
  readonly component: AnyComponent;
  readonly kind: Kind;
  readonly brief: string | null;
  readonly bill: string | null;
  readonly record: number | null;
  readonly reversal: boolean;
}
