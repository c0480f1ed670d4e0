import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { LOCALES } from "./locales";

/** Words of the glossary that have another one in each language; what a language took over from English is not here. */
const ENGLISH = [
  /\bbrief\p{L}*/iu,
  /\bheadroom\b/u,
  /\bevidence\b/i,
  /\bgates?\b/i,
  /\b(?:allocation )?boundar(?:y|ies)\b/i,
  /\baccepted outputs?\b/i,
  /\bacceptance card\b/i,
  /\breasons? to pause\b/i,
  /\b(?:recovery )?drills?\b/i,
  /\bretr(?:y|ies)\b/i,
  /\bworkloads?\b/i,
  /\bledgers?\b/i,
  /\bverdicts?\b/i,
  /\brentals?\b/i,
  /\bfallbacks?\b/i,
] as const;
const OF: Readonly<Record<string, readonly RegExp[]>> = {
  id: ENGLISH,
  pl: [...ENGLISH, /\bidle\b/i, /\bsmoke\b/i, /\boutputs?\b/i],
};

type Tree = string | readonly Tree[] | { readonly [key: string]: Tree };

/** Texts for people; an id is for addresses. */
function texts(tree: Tree, at = ""): [string, string][] {
  if (typeof tree === "string") return [[at, tree]];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === "id" ? [] : texts(value as Tree, at ? `${at}.${key}` : key),
  );
}

/** What is said around arguments, and not what stands in code. */
function said(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((e) => {
      if (e.type === TYPE.literal) return e.value;
      if (e.type === TYPE.tag) return e.value === "code" ? " " : said(e.children);
      if (e.type === TYPE.plural || e.type === TYPE.select)
        return ` ${Object.values(e.options)
          .map((o) => said(o.value))
          .join(" ")} `;
      return " ";
    })
    .join("");
}

/** Addresses, code, quoted names of scopes and arguments are the same in every language. */
const plain = (text: string): string =>
  text
    .replace(/`[^`]*`/g, " ")
    .replace(/\]\([^)]*\)/g, "] ")
    .replace(/\{[^{}]*\}/g, " ")
    .replace(/[“„][a-z]+”/g, " ")
    .replace(/(?:^|\s)\/[\w/.-]+/g, " ");

const read = (...parts: string[]): Tree => JSON.parse(readFileSync(path.join(import.meta.dirname, ...parts), "utf8"));

function spoken(locale: string): [string, string][] {
  const messages = readdirSync(path.join(import.meta.dirname, "messages", locale)).flatMap((file) =>
    texts(read("messages", locale, file), file).map(([at, text]): [string, string] => [at, said(parse(text))]),
  );
  const docs = readdirSync(path.join(import.meta.dirname, "docs", locale)).flatMap((file) =>
    texts(read("docs", locale, file), `docs/${file}`),
  );
  return [
    ...messages,
    ...docs,
    ...texts(read("guides", `${locale}.json`), "guides"),
    ...texts(read("examples", `${locale}.json`), "examples"),
  ].map(([at, text]) => [at, plain(text)]);
}

const englishIn = (locale: string, text: string): string[] =>
  (OF[locale] ?? []).flatMap((word) => word.exec(text)?.[0] ?? []);

describe("words of the glossary", () => {
  it.each(LOCALES.filter((l) => l !== "en"))("are said in %s, not in English", (locale) => {
    const all = spoken(locale);
    expect(all.length).toBeGreaterThan(2000);
    expect(all.flatMap(([at, text]) => englishIn(locale, text).map((word) => `${at}: ${word}`))).toEqual([]);
  });

  it("are found in any form, and not in names, addresses, code or arguments", () => {
    expect(englishIn("pl", plain("Jeden briefu i Evidence"))).toEqual(["briefu", "Evidence"]);
    expect(englishIn("id", plain("[Ringkasan](/briefs), `headroom push evidence`, BRF-12, {brief}, Headroom"))).toEqual(
      [],
    );
    expect(englishIn("id", said(parse("{n, plural, other {# brief}} <code>evidence</code>")))).toEqual(["brief"]);
    expect(englishIn("id", "waktu idle, uji smoke, output yang diterima")).toEqual([]);
  });
});
