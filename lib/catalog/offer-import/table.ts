import type { OfferFindings, OfferRecord } from "./offer-file";

/** Fields of one record by the lower-cased name of their column. */
export type NamedFields = ReadonlyMap<string, string>;

export const headerNames = (header: readonly string[]): readonly string[] =>
  header.map((name) =>
    name
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  );

/** True when every name is in the header. */
export function hasColumns(header: readonly string[], names: readonly string[]): boolean {
  const present = new Set(headerNames(header));
  return names.every((name) => present.has(name));
}

/**
 * The records under a header, by column name, so that neither order nor extra columns matter. A record that is one field
 * too long because its Generation is an unquoted `V1,V2` is put together again; any other length is refused.
 */
export function* namedRecords(
  records: Iterable<OfferRecord>,
  findings: OfferFindings,
): Generator<{ readonly row: number; readonly get: (name: string) => string }> {
  let header: readonly string[] | null = null;
  for (const { record, fields, broken } of records) {
    if (header === null) {
      header = headerNames(fields);
      continue;
    }
    if (broken) {
      findings.refuse(record, "broken-row", fields.join(",").slice(0, 80));
      continue;
    }
    const whole = mendGeneration(header, fields);
    if (whole.length !== header.length) {
      findings.refuse(record, "wrong-width", `${whole.length}/${header.length}`);
      continue;
    }
    const named: NamedFields = new Map(header.map((name, i) => [name, (whole[i] ?? "").trim()]));
    yield { row: record, get: (name) => named.get(name) ?? "" };
  }
}

function mendGeneration(header: readonly string[], fields: readonly string[]): readonly string[] {
  const at = header.indexOf("generation");
  if (at < 0 || fields.length !== header.length + 1) return fields;
  const parts = [fields[at] ?? "", fields[at + 1] ?? ""];
  if (!parts.every((part) => /^V\d+$/.test(part.trim()))) return fields;
  return [...fields.slice(0, at), parts.join(","), ...fields.slice(at + 2)];
}
