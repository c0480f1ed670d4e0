import { useTranslations } from "next-intl";
import { settingWord } from "@/components/shell/setting-word";
import { useFormatter } from "@/components/ui/use-formatter";
import { settingName } from "@/lib/catalog/setting-names";
import type { Word } from "@/lib/memory/word";

interface Words {
  (key: string, params?: Record<string, string | number>): string;
  readonly has: (key: string) => boolean;
}

/** What the estimator says, in the language of `t` (the words of the memory room). */
export function wordText(t: Words, { code, params }: Word): string {
  const put = Object.entries(params).map(([name, value]) => {
    if (typeof value === "object") return [name, wordText(t, value)];
    return [name, typeof value === "string" ? (settingName(value) ?? value) : value];
  });
  return t(code, Object.fromEntries(put));
}

const DIGITS = /^\d+$/;

/** The estimator's words for a reader. What was stored before it spoke in codes stays as it was written. */
export function useMemoryWords() {
  const t = useTranslations("memory");
  const all = useTranslations();
  const format = useFormatter();
  const said = (words: Word | undefined, written: string) =>
    words !== undefined && t.has(words.code) ? wordText(t, words) : written;
  const inputValue = (name: string, value: string | number) => {
    if (typeof value === "number") return format.number(value, { maximumFractionDigits: 2 });
    if (DIGITS.test(value)) return format.number(BigInt(value));
    return name === "offload" ? settingWord(all, "mediaOffload", value) : (settingName(value) ?? value);
  };
  return {
    said,
    text: (words: Word) => wordText(t, words),
    /** What a formula multiplies: its name, or its symbol, and the value. */
    input: (name: string, value: string | number) =>
      `${t.has(`input.${name}`) ? t(`input.${name}`) : name}\u00a0=\u00a0${inputValue(name, value)}`,
  };
}
