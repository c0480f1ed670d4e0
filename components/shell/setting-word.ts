import type { NameSet } from "@/lib/brief/choices";
import { settingName } from "@/lib/catalog/setting-names";

interface Words {
  (key: string): string;
  readonly has: (key: string) => boolean;
}

/** A stored setting as a person reads it: by its proper name, or as a word of the reader's language. */
export function settingWord(t: Words, set: NameSet, value: string): string {
  const key = `common.settings.${set}.${value}`;
  return settingName(value) ?? (t.has(key) ? t(key) : value);
}
