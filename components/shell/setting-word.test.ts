import { readFileSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { NAMES, type NameSet } from "@/lib/brief/choices";
import { settingName } from "@/lib/catalog/setting-names";
import { LOCALES } from "@/lib/i18n/locales";
import { settingWord } from "./setting-word";

const translator = (locale: string) => {
  const file = path.join(import.meta.dirname, `../../lib/i18n/messages/${locale}/common.json`);
  const messages = { common: JSON.parse(readFileSync(file, "utf8")) };
  // The product's keys are plain text; a translator made by hand wants them as literals.
  return createTranslator({ locale, messages }) as unknown as Parameters<typeof settingWord>[0];
};

describe("a setting in the reader's language", () => {
  it.each(LOCALES)("has a name or a word for every choice of the brief (%s)", (locale) => {
    const t = translator(locale);
    for (const set of Object.keys(NAMES) as NameSet[])
      for (const value of NAMES[set]) {
        const known = settingName(value) !== null || t.has(`common.settings.${set}.${value}`);
        expect(known, `${set} ${value}`).toBe(true);
      }
  });

  it("is a proper name everywhere and a word by its language; what nobody named stays as it is", () => {
    const t = translator("pl");
    expect(settingWord(t, "engine", "vllm")).toBe("vLLM");
    expect(settingWord(t, "weightFormat", "auto")).toBe("automatyczny");
    expect(settingWord(t, "shard", "zero9")).toBe("zero9");
  });
});
