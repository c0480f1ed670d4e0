export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Which list of a JSON bill holds its records: the file itself, or the one under the first of these keys. */
export function listOf(lists: readonly (readonly string[])[], keys: readonly string[]): string | null {
  if (lists.some((list) => list.length === 0)) return "";
  return keys.find((key) => lists.some((list) => list.length === 1 && list[0] === key)) ?? null;
}

/** Whether the keys that lead to a list are those of the one that holds the records. */
export const isList = (list: readonly string[], key: string): boolean => list.length < 2 && (list[0] ?? "") === key;

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
