import { amount, column, count, instant, type SheetColumn, text, yesNo } from "@/lib/sheet/sheet";
import type { ExportEntry } from "./entry";

/** Entries for a person's spreadsheet; each amount is in the currency that its row names. */
export const ENTRY_COLUMNS: readonly SheetColumn<ExportEntry>[] = [
  column("entry", 38, (e) => text(e.id)),
  column("component", 13, (e) => text(e.component)),
  column("kind", 13, (e) => text(e.kind)),
  column("billed", 14, (e) => amount(e.billed)),
  column("effective", 14, (e) => amount(e.effective)),
  column("currency", 9, (e) => text(e.currency)),
  column("charge_start_utc", 17, (e) => instant(e.chargeStart)),
  column("charge_end_utc", 17, (e) => instant(e.chargeEnd)),
  column("description", 40, (e) => text(e.description)),
  column("resource", 24, (e) => text(e.resource)),
  column("issuer", 18, (e) => text(e.issuer)),
  column("region", 12, (e) => text(e.region)),
  column("account", 18, (e) => text(e.account)),
  column("sku", 18, (e) => text(e.sku)),
  column("meter", 18, (e) => text(e.meter)),
  column("invoice", 16, (e) => text(e.invoiceId)),
  column("brief", 9, (e) => text(e.brief)),
  column("bill", 9, (e) => text(e.bill)),
  column("record", 9, (e) => count(e.record)),
  column("reversal", 9, (e) => yesNo(e.reversal)),
];
