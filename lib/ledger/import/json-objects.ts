export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The list of records of a JSON bill: the file itself, or under the first of these keys. */
export function objectsOf(json: unknown, keys: readonly string[]): Record<string, unknown>[] {
  if (Array.isArray(json)) return json.filter(isObject);
  if (!isObject(json)) return [];
  for (const key of keys) {
    const list = json[key];
    if (Array.isArray(list)) return list.filter(isObject);
  }
  return [];
}
