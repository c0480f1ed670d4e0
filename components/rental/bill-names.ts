/** Resource ids as typed: one per line or separated by commas. */
export function idsOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((t) => t.trim())
    .filter(Boolean);
}

export type Tags = Readonly<Record<string, string>>;

/** Tags as typed, `key=value` per line; or the first line that is written otherwise. */
export function tagsOf(
  text: string,
): { readonly ok: true; readonly tags: Tags } | { readonly ok: false; readonly line: string } {
  const tags: Record<string, string> = {};
  for (const line of text
    .split("\n")
    .map((t) => t.trim())
    .filter(Boolean)) {
    const at = line.indexOf("=");
    if (at < 1) return { ok: false, line };
    tags[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { ok: true, tags };
}

export const tagText = (tags: Tags): string =>
  Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n");

/** The instant that a date-and-time control names in UTC, or null while it names none. */
export function instantOf(local: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local)) return null;
  const date = new Date(`${local}Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** An instant as such a control shows it, in UTC to the minute. */
export const localOf = (instant: string): string => instant.slice(0, 16);
