import { FILE_ERRORS, type FileErrorCode } from "../../codes";
import { canonicalColumn, type FocusVersion, NEEDED_COLUMNS, NEVER_NULL_COLUMNS, versionOf } from "./columns";

export interface FocusHeader {
  readonly version: FocusVersion;
  /** FOCUS column → its place in the record. Never by position. */
  readonly places: ReadonlyMap<string, number>;
  readonly miscased: readonly string[];
  readonly missingNeeded: readonly string[];
  readonly faults: readonly string[];
  /** Places of columns of an exporter's own (x_…) that we know. */
  readonly custom: ReadonlyMap<string, number>;
}

export type HeaderResult =
  | { readonly ok: true; readonly header: FocusHeader }
  | { readonly ok: false; readonly code: FileErrorCode; readonly message: string };

/** Reads the header by names. Two columns of one name are refused: one of them would be read at random. */
export function readHeader(names: readonly string[]): HeaderResult {
  const places = new Map<string, number>();
  const custom = new Map<string, number>();
  const miscased: string[] = [];
  const foreign: string[] = [];
  for (const [place, name] of names.entries()) {
    const canonical = canonicalColumn(name);
    if (canonical === null) {
      custom.set(name, place);
      if (!name.startsWith("x_")) foreign.push(name);
      continue;
    }
    if (places.has(canonical)) {
      return { ok: false, code: "duplicate-column", message: `${FILE_ERRORS["duplicate-column"]}: ${canonical}` };
    }
    places.set(canonical, place);
    if (canonical !== name) miscased.push(name);
  }
  const dataset = otherDataset(names, places);
  if (dataset !== null) {
    return { ok: false, code: "not-a-charge-dataset", message: `${FILE_ERRORS["not-a-charge-dataset"]} (${dataset})` };
  }
  const version = versionOf(new Set(places.keys()));
  const missingNeeded = NEEDED_COLUMNS.filter((c) => !places.has(c));
  const missing = NEVER_NULL_COLUMNS.filter((c) => !places.has(c));
  const faults = [
    ...missing.map((c) => `column ${c} is missing`),
    ...foreign.map((c) => `column ${c} is neither FOCUS nor named x_…`),
    ...miscased.map((c) => `column ${c} is written ${canonicalColumn(c)} in FOCUS`),
  ];
  return { ok: true, header: { version, places, miscased, missingNeeded, faults, custom } };
}

function otherDataset(names: readonly string[], places: ReadonlyMap<string, number>): string | null {
  if (places.has("BilledCost")) return null;
  if (names.includes("ContractCommitmentId")) return "Contract Commitment";
  if (names.includes("BillingPeriodStatus")) return "Billing Period";
  return names.includes("InvoiceDetailId") ? "Invoice Detail" : null;
}

/** How sure a header is one of FOCUS: several of its names that no other export uses. */
export function focusLikeness(names: readonly string[]): number {
  const known = names.filter((n) => canonicalColumn(n) !== null).length;
  const telling = ["BilledCost", "ChargeCategory", "EffectiveCost", "ChargePeriodStart"].filter((t) =>
    names.some((n) => canonicalColumn(n) === t),
  ).length;
  if (names.includes("ContractCommitmentId") || names.includes("BillingPeriodStatus")) return 0.9;
  return telling >= 2 ? Math.min(1, 0.6 + known / 100) : 0;
}
