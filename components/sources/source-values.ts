import type { SourceTerms } from "@/lib/ledger/source-choices";
import { LONGEST_BEGINNING, MOST_MAPPINGS, PLAIN_TERMS } from "@/lib/ledger/source-choices";
import { type NumberHabit, parseTypedNumber } from "@/lib/units/quantity";

/** A source's terms as one types them: text throughout. */
export interface SourceValues extends Pick<SourceTerms, "delivery" | "holds" | "basis" | "sign" | "monthHours"> {
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly taxIncludedPct: string;
  readonly briefTag: string;
  readonly teamTag: string;
  readonly stageTag: string;
  /** One mapping a line: `node- = BRF-3`. */
  readonly resources: string;
}

export function valuesOf(name: string, terms: SourceTerms = PLAIN_TERMS): SourceValues {
  return {
    ...terms,
    name,
    currency: terms.currency ?? "",
    timeZone: terms.timeZone ?? "",
    taxIncludedPct: terms.taxIncludedPct ?? "",
    briefTag: terms.briefTag ?? "",
    teamTag: terms.teamTag ?? "",
    stageTag: terms.stageTag ?? "",
    resources: terms.resources.map((r) => `${r.begins} = BRF-${r.brief}`).join("\n"),
  };
}

export type ReadValues =
  | { readonly ok: true; readonly name: string; readonly terms: SourceTerms }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

const MAPPING = /^(.+?)\s*=\s*(?:BRF-)?0*([1-9]\d{0,8})$/i;

/** Reads what was typed; names each field that cannot be meant, by the form's error codes. */
export function readValues(values: SourceValues, habit: NumberHabit): ReadValues {
  const fields: Record<string, string> = {};
  const text = (typed: string): string | null => typed.trim() || null;
  const tax = text(values.taxIncludedPct);
  const typedTax = tax === null ? null : parseTypedNumber(tax, habit);
  const taxIncludedPct = Number(typedTax) === 0 ? null : typedTax;
  if (tax !== null && typedTax === null) fields.taxIncludedPct = "number";
  if (Number(taxIncludedPct) < 0 || Number(taxIncludedPct) > 100) fields.taxIncludedPct = "other";
  if (!/^([A-Z]{3})?$/.test(values.currency.trim())) fields.currency = "other";
  const lines = values.resources.split("\n").filter((line) => line.trim() !== "");
  const resources = lines.flatMap((line) => {
    const m = MAPPING.exec(line.trim());
    return m?.[1] && m[2] ? [{ begins: m[1], brief: Number(m[2]) }] : [];
  });
  if (resources.length < lines.length) fields.resources = "mapping";
  else if (resources.length > MOST_MAPPINGS) fields.resources = "mappings";
  else if (resources.some((r) => r.begins.length > LONGEST_BEGINNING)) fields.resources = "too_big";
  if (values.name.trim() === "") fields.name = "too_small";
  const { delivery, holds, basis, sign, monthHours } = values;
  const terms = {
    ...{ delivery, holds, basis, sign, monthHours, taxIncludedPct, resources },
    currency: text(values.currency),
    timeZone: text(values.timeZone),
    briefTag: text(values.briefTag),
    teamTag: text(values.teamTag),
    stageTag: text(values.stageTag),
  };
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, name: values.name.trim(), terms };
}
