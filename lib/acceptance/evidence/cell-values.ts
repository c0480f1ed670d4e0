/** What tools print where there is no value: unknown, never zero. */
const NULL_LIKE =
  /^(?:|\[?(?:N\/A|Not Supported|Unknown Error|GPU is lost|Insufficient Permissions|Not Found|Function Not Found|Not Available)\]?|ERR!|<<<(?:NULL|NOT_SUPPORTED|NOT_FOUND)>>>|<none>|nan|[+-]?inf(?:inity)?|REDACTED)$/i;

export const isNullLike = (text: string): boolean => NULL_LIKE.test(text.trim());

/** Error words in a cell: the device failed, it is not that the value does not exist. */
export const isErrorCell = (text: string): boolean =>
  /^\[?(?:ERR!|Unknown Error|GPU is lost|GPU requires reset)\]?$/i.test(text.trim());

/** Masked identities: all zero, asterisks or the word; they cannot be told apart. */
export const isMasked = (text: string): boolean => /\*|^REDACTED|^(?:(?:GPU|MIG)-)?0{4,}(?:-0+)*$/i.test(text.trim());

/** The number before a unit: `81559MiB`, `59.85 W`, `16 %`; null where there is none. Above 9e18 it is a sentinel. */
export function numberBefore(text: string, unit?: string): number | null {
  const m = /^\s*([+-]?\d+(?:\.\d+)?)\s*(\S*)\s*$/.exec(text);
  if (!m || (unit !== undefined && m[2] !== unit)) return null;
  const value = Number(m[1]);
  return Math.abs(value) > 9e18 ? null : value;
}
