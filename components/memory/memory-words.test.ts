import { readFileSync } from "node:fs";
import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/i18n/locales";
import { estimate } from "@/lib/memory/estimate";
import { type FormulaKind, requestsOf } from "@/lib/memory/formulas";
import { NAMED_INPUTS } from "@/lib/memory/line-words";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { english, WORDS, type Word, word } from "@/lib/memory/word";
import { wordText } from "./memory-words";

type Tree = { readonly [key: string]: string | Tree };

const messages = (locale: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../lib/i18n/messages/${locale}/memory.json`), "utf8"),
  ) as Tree;

function flat(tree: Tree, at = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${at}${key}`, value]] : flat(value, `${at}${key}.`),
  );
}

/** Every message as the estimator writes its own: arguments without their format, plain spaces. */
const bare = (text: string): string => text.replace(/\{(\w+), number[^}]*\}/g, "{$1}").replaceAll("\u00a0", " ");
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function argumentsOf(text: string): string[] {
  const found = new Set<string>();
  const walk = (elements: readonly MessageFormatElement[]) => {
    for (const e of elements) {
      if (e.type === TYPE.argument || e.type === TYPE.number || e.type === TYPE.plural) found.add(e.value);
      if (e.type === TYPE.plural) for (const option of Object.values(e.options)) walk(option.value);
    }
  };
  walk(parse(text));
  return [...found].sort();
}

const translator = (locale: string) => {
  const t = createTranslator({ locale, messages: { memory: messages(locale) }, namespace: "memory" });
  return t as unknown as Parameters<typeof wordText>[0];
};

const KINDS: readonly FormulaKind[] = ["serve", "train", "media"];
const ESTIMATES = KINDS.flatMap((kind) => requestsOf(kind).map(estimate));

/** A server that lacks room, on a card that others use, beyond what the model was made for. */
function short() {
  const parsed = parseEstimateRequest({
    model: { preset: "meta-llama/Llama-3.1-70B" },
    run: { kind: "serve", engineVersion: "0.99", concurrency: 64, contextTokens: 200_000 },
    gpu: "l40s",
    otherProcessesMib: 20_000,
  });
  if (!parsed.ok) throw new Error(parsed.message);
  return estimate(parsed.request);
}

describe("the estimator's words", () => {
  const codes = Object.keys(WORDS).sort();

  it.each(LOCALES)("are there for every code in %s, with what is put in, and for no other", (locale) => {
    const { input, ...rest } = messages(locale) as Readonly<Record<string, Tree>>;
    const all = new Map(flat(rest));
    expect([...all.keys()].sort()).toEqual(codes);
    for (const [code, text] of Object.entries(WORDS)) {
      expect(argumentsOf(all.get(code) ?? ""), `${locale} ${code}`).toEqual(argumentsOf(text));
    }
    expect(Object.keys(input ?? {}).sort()).toEqual([...NAMED_INPUTS].sort());
  });

  it("are in English the same on a page and on the command line", () => {
    const { input: _, ...rest } = messages("en");
    for (const [code, text] of flat(rest)) {
      expect(lowered(bare(text)), code).toBe(lowered(WORDS[code as keyof typeof WORDS]));
    }
  });

  it.each(LOCALES)("are read from whole estimates in %s, with numbers as that language writes them", (locale) => {
    const t = translator(locale);
    const words = [...ESTIMATES, short()].flatMap(({ lines, reasons }): Word[] => [
      ...lines.flatMap((line) => Object.values(line.words)),
      ...reasons.map((reason) => reason.words),
    ]);
    expect(words.length).toBeGreaterThan(300);
    for (const one of words) expect(wordText(t, one), one.code).not.toMatch(/NaN|undefined|memory\.|\{/);
  });

  it("say in Polish with a comma what the command line says in English with a point", () => {
    const words = word("reason.needs-cache", {
      load: word("reason.sequences", { sequences: 3, tokens: 4096 }),
      needGib: 12.5,
      thereGib: 3,
    });
    expect(english(words)).toBe("3 sequences of 4096 tokens: 12.50 GiB of cache are needed, 3.00 GiB are there");
    expect(wordText(translator("pl"), words)).toBe(
      "Potrzeba 12,50\u00a0GiB pamięci KV (3 sekwencje po 4096 tokenów), jest 3,00\u00a0GiB",
    );
  });
});
