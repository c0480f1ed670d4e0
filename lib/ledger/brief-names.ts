import type { Entry } from "./schema";
import type { SourceTerms } from "./source-choices";

const REFERENCE = /^\s*(?:BRF-)?0*([1-9]\d{0,8})\s*$/i;

/**
 * Number of the brief that a source's own names say an entry is for: the value of its brief tag (`BRF-12` or `12`) first,
 * then the longest beginning of a resource id that is mapped. Null where neither says.
 */
export function briefNamed(
  entry: Pick<Entry, "resource" | "tags">,
  terms: Pick<SourceTerms, "briefTag" | "resources">,
): number | null {
  const value = terms.briefTag === null ? undefined : entry.tags?.[terms.briefTag];
  const tagged = REFERENCE.exec(value ?? "")?.[1];
  if (tagged !== undefined) return Number(tagged);
  const { resource } = entry;
  if (resource === null) return null;
  let longest: SourceTerms["resources"][number] | null = null;
  for (const mapped of terms.resources) {
    if (resource.startsWith(mapped.begins) && mapped.begins.length > (longest?.begins.length ?? 0)) longest = mapped;
  }
  return longest?.brief ?? null;
}
