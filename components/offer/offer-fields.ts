import type { OfferInput } from "@/lib/catalog/offer";
import { OFFER_BOUNDARIES, OFFER_PERSISTENCE, OFFER_PRICE_UNITS, OFFER_PURCHASES } from "@/lib/catalog/offer-names";

export type OfferGroup = "thing" | "price" | "claim" | "billing" | "storage" | "machine" | "promises";
export type OfferInputKind =
  | "text"
  | "long-text"
  | "decimal"
  | "count"
  | "whole"
  | "currency"
  | "choice"
  | "yes"
  | "card"
  | "list"
  | "date";

/** One field of the offer form; `path` is its place in the offer. */
export interface OfferField {
  readonly path: string;
  readonly group: OfferGroup;
  readonly input: OfferInputKind;
  readonly required: boolean;
  readonly choices: readonly string[];
}

const GIB_UNITS = ["gib-month", "gb-month", "gib", "gb"];

type Row = readonly [path: string, group: OfferGroup, input: OfferInputKind | readonly string[], required?: true];

const ROWS: readonly Row[] = [
  ["provider", "thing", "text", true],
  ["boundary", "thing", OFFER_BOUNDARIES, true],
  ["purchase", "thing", OFFER_PURCHASES, true],
  ["acceleratorId", "thing", "card"],
  ["cardAsNamed", "thing", "text"],
  ["formFactor", "thing", "text"],
  ["region", "thing", "text"],
  ["cardsPerPack", "thing", "count"],
  ["wholePacksOnly", "thing", "yes"],
  ["price.amount", "price", "decimal", true],
  ["price.currency", "price", "currency", true],
  ["price.unit", "price", OFFER_PRICE_UNITS, true],
  ["hostIncluded", "price", "yes"],
  ["taxIncluded", "price", "yes"],
  ["source", "claim", "text", true],
  ["dated", "claim", "date", true],
  ["validUntil", "claim", "date"],
  ["billingIncrementSeconds", "billing", "count"],
  ["minimumSeconds", "billing", "count"],
  ["termMonths", "billing", "count"],
  ["upfront.amount", "billing", "decimal"],
  ["upfront.currency", "billing", "currency"],
  ["storage.amount", "storage", "decimal"],
  ["storage.currency", "storage", "currency"],
  ["storage.unit", "storage", GIB_UNITS],
  ["snapshot.amount", "storage", "decimal"],
  ["snapshot.currency", "storage", "currency"],
  ["snapshot.unit", "storage", GIB_UNITS],
  ["stoppedDisk.amount", "storage", "decimal"],
  ["stoppedDisk.currency", "storage", "currency"],
  ["stoppedDisk.unit", "storage", GIB_UNITS],
  ["egress.amount", "storage", "decimal"],
  ["egress.currency", "storage", "currency"],
  ["egress.unit", "storage", GIB_UNITS],
  ["egressTiers", "storage", "text"],
  ["hostRamGib", "machine", "decimal"],
  ["localNvmeGb", "machine", "decimal"],
  ["networkGbitPerS", "machine", "decimal"],
  ["readyStack", "machine", "text"],
  ["provisioning", "machine", "text"],
  ["accessLevel", "machine", "text"],
  ["uptimePct", "promises", "decimal"],
  ["failover", "promises", "text"],
  ["quotaCards", "promises", "whole"],
  ["quotaSource", "promises", "text"],
  ["quotaDated", "promises", "date"],
  ["support", "promises", "text"],
  ["supportHours", "promises", "text"],
  ["certifications", "promises", "list"],
  ["dataLocation", "promises", "text"],
  ["persistence", "promises", OFFER_PERSISTENCE],
  ["interruption", "promises", "text"],
  ["notes", "promises", "long-text"],
];

export const OFFER_FIELDS: readonly OfferField[] = ROWS.map(([path, group, input, required]) => ({
  path,
  group,
  input: typeof input === "string" ? input : "choice",
  required: required ?? false,
  choices: typeof input === "string" ? [] : input,
}));

/** Texts of the form by path; an absent one is empty. */
export type OfferValues = Readonly<Record<string, string>>;

/** Numbers of the offer that are no money: sent as numbers, everything priced stays exact text. */
const AS_NUMBER = new Set([
  "cardsPerPack",
  "billingIncrementSeconds",
  "minimumSeconds",
  "termMonths",
  "uptimePct",
  "quotaCards",
  "hostRamGib",
  "localNvmeGb",
  "networkGbitPerS",
]);

function readField(field: OfferField, text: string): unknown {
  const t = text.trim();
  if (t === "") return undefined;
  if (AS_NUMBER.has(field.path)) return Number(t);
  if (field.input === "yes") return t === "yes";
  if (field.input === "currency") return t.toUpperCase();
  if (field.input === "list")
    return t
      .split(/[\n,;]/)
      .map((x) => x.trim())
      .filter(Boolean);
  return t;
}

/** The typed form as an offer without its number; groups that nobody filled are absent. */
export function offerOf(values: OfferValues): Omit<OfferInput, "id"> {
  const offer: Record<string, unknown> = {};
  for (const field of OFFER_FIELDS) {
    const value = readField(field, values[field.path] ?? "");
    if (value === undefined) continue;
    const [head = "", leaf] = field.path.split(".");
    if (leaf === undefined) offer[head] = value;
    else offer[head] = { ...(offer[head] as object | undefined), [leaf]: value };
  }
  // A currency alone prices nothing.
  for (const head of ["upfront", "storage", "snapshot", "stoppedDisk", "egress"]) {
    const part = offer[head] as { amount?: string } | undefined;
    if (part && part.amount === undefined) delete offer[head];
  }
  return offer as Omit<OfferInput, "id">;
}

/** The form's own path for a path of the schema: a missing group points at its first control. */
export function fieldPathOf(path: string): string {
  const plain = path.replace(/^offer\./, "").replace(/\.\d+$/, "");
  if (OFFER_FIELDS.some((f) => f.path === plain)) return plain;
  return OFFER_FIELDS.find((f) => f.path.startsWith(`${plain}.`))?.path ?? plain;
}

export const offerFieldId = (path: string): string => `o-${path.replace(".", "-")}`;
