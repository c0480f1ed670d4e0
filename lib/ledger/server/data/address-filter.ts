import "server-only";
import { parseReference } from "@/lib/access/reference";
import { monthIndex } from "../../months";
import { instantText, type Zone } from "../../period";
import type { EntryFilter } from "./entry-filter";

export interface FilterAddress {
  readonly month: string | null;
  readonly component: string | null;
  readonly brief: string | null;
  readonly bill: string | null;
  readonly q: string | null;
  readonly group: EntryFilter["group"];
}

interface Known {
  readonly briefs: readonly { readonly number: number; readonly id: string }[];
  readonly bills: readonly { readonly number: number; readonly id: string }[];
  readonly zone: Zone;
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** The filter that an address asks for. A reference that names nothing lists nothing. */
export function filterOf(address: FilterAddress, { briefs, bills, zone }: Known): EntryFilter {
  const month = address.month === null ? null : monthIndex(address.month);
  const briefNumber = address.brief === null ? null : parseReference(address.brief, "BRF");
  const billNumber = address.bill === null ? null : parseReference(address.bill, "BILL");
  return {
    time:
      month === null
        ? null
        : { start: instantText(zone.monthStart(month)), end: instantText(zone.monthStart(month + 1)) },
    component: address.component,
    brief:
      address.brief === null || address.brief === "none"
        ? address.brief
        : (briefs.find((b) => b.number === briefNumber)?.id ?? NO_ID),
    bill:
      address.bill === null || address.bill === "manual"
        ? address.bill
        : (bills.find((b) => b.number === billNumber)?.id ?? NO_ID),
    q: address.q,
    group: address.group,
  };
}
