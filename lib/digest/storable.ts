/** NUL and halves of a surrogate pair: PostgreSQL's jsonb and text take neither. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control character is what is looked for
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The same JSON value with the replacement character in place of what no database text can hold. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return value.replace(UNSTORABLE, "\ufffd") as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [storable(k), storable(v)])) as T;
}
