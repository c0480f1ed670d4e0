import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { LOCALES } from "./locales";
import { NAMESPACES } from "./namespaces";

type Tree = { readonly [key: string]: string | Tree };

const dir = path.join(import.meta.dirname, "messages");
const read = (locale: string, ns: string) =>
  JSON.parse(readFileSync(path.join(dir, locale, `${ns}.json`), "utf8")) as Tree;

function flat(tree: Tree, at = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const full = at ? `${at}.${key}` : key;
    if (typeof value === "string") all.set(full, value);
    else for (const [k, v] of flat(value, full)) all.set(k, v);
  }
  return all;
}

/** Names of the arguments, and each plural with the branches it has. */
function shape(message: string): { args: string[]; plurals: string[][] } {
  const args = new Set<string>();
  const plurals: string[][] = [];
  const walk = (elements: readonly MessageFormatElement[]) => {
    for (const e of elements) {
      if (e.type === TYPE.argument || e.type === TYPE.number || e.type === TYPE.date || e.type === TYPE.time)
        args.add(e.value);
      if (e.type === TYPE.plural || e.type === TYPE.select) {
        args.add(e.value);
        if (e.type === TYPE.plural) plurals.push(Object.keys(e.options));
        for (const o of Object.values(e.options)) walk(o.value);
      }
      if (e.type === TYPE.tag) walk(e.children);
    }
  };
  walk(parse(message));
  return { args: [...args].sort(), plurals };
}

describe("messages", () => {
  it("exist for every namespace and for no other", () => {
    for (const locale of LOCALES)
      expect(readdirSync(path.join(dir, locale)).sort(), locale).toEqual(NAMESPACES.map((n) => `${n}.json`).sort());
  });

  for (const ns of NAMESPACES) {
    const en = flat(read("en", ns));
    for (const locale of LOCALES.filter((l) => l !== "en")) {
      it(`${locale}/${ns} has the keys, arguments and plural branches of en`, () => {
        const other = flat(read(locale, ns));
        expect([...other.keys()].sort()).toEqual([...en.keys()].sort());
        const need = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
        for (const [key, message] of other) {
          const there = shape(message);
          expect(there.args, key).toEqual(shape(en.get(key) ?? "").args);
          for (const branches of there.plurals)
            for (const category of need) expect(branches, `${ns}.${key}`).toContain(category);
        }
      });
    }
  }
});

/** Units that stand behind a number or behind an argument that is one. */
const PARTED = /[\d}] (?:[KMGT]iB|[MG]B|k?Wh|W|ms|%|USD)(?!\w)/;

describe("a number and its unit", () => {
  for (const locale of LOCALES)
    it(`stay in one line in ${locale}`, () => {
      const parted = NAMESPACES.flatMap((ns) =>
        [...flat(read(locale, ns))]
          // Examples are what one types.
          .filter(([key, message]) => !key.endsWith(".example") && PARTED.test(message))
          .map(([key]) => `${ns}.${key}`),
      );
      expect(parted).toEqual([]);
    });
});
