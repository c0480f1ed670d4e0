import { storable } from "@/lib/digest/storable";
import { MOST_KEPT } from "./view-query";

/** What stands behind the question mark of an address. */
export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a name, as far as it can be stored; nothing where it is empty. */
export function one(search: Search, key: string): string | undefined {
  const value = search[key];
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === "" ? undefined : storable(text.slice(0, MOST_KEPT));
}
