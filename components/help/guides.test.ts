import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DOC_PAGES } from "@/lib/i18n/documentation";
import { LOCALES } from "@/lib/i18n/locales";
import { GUIDE_LINKS, GUIDES, type GuideName } from "./guides";

const root = path.resolve(import.meta.dirname, "../..");
/** Pages without a guide: the front page and the doors say themselves what they are; prints are sheets of paper. */
const WITHOUT = /^app\/(page\.tsx|\(door\)\/|\(print\)\/)/;

const pages = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .map((file) => `app/${file.replaceAll(path.sep, "/")}`)
  .filter((file) => file.endsWith("/page.tsx") && !WITHOUT.test(file));

/** The address of a page as its folders say it; folders in brackets are no part of it. */
const routeOf = (file: string) =>
  `/${file
    .split("/")
    .slice(1, -1)
    .filter((part) => !part.startsWith("("))
    .join("/")}`;

const names = Object.keys(GUIDES) as GuideName[];

type Words = {
  readonly link: Readonly<Record<string, string>>;
  readonly of: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
const words = (locale: string) =>
  JSON.parse(readFileSync(path.join(root, `lib/i18n/guides/${locale}.json`), "utf8")) as Words;

const sentences = (text: string) => text.split(/[.!?](?:\s|$)/).filter((s) => s.trim() !== "").length;

describe("guides", () => {
  it("belong to pages that exist, one each", () => {
    expect(names.map((n) => GUIDES[n].route as string).sort()).toEqual(pages.map(routeOf).sort());
  });

  it.each(pages)("%s shows its own guide", (file) => {
    const name = names.find((n) => GUIDES[n].route === routeOf(file));
    expect(readFileSync(path.join(root, file), "utf8")).toContain(`<Guided of="${name}">`);
  });

  it.each(LOCALES)("are written in %s: two to four sentences with a link, and none left over", (locale) => {
    const { of, link } = words(locale);
    expect(Object.keys(of).sort()).toEqual([...names].sort());
    expect(Object.keys(link).sort()).toEqual(Object.keys(GUIDE_LINKS).sort());
    for (const name of names) {
      const parts = of[name] ?? {};
      expect(Object.keys(parts), name).toEqual(["what", "next", "from"]);
      const count = Object.values(parts).reduce((sum, text) => sum + sentences(text), 0);
      expect(count, `${locale} ${name}`).toBeGreaterThanOrEqual(2);
      expect(count, `${locale} ${name}`).toBeLessThanOrEqual(4);
      expect(link[GUIDES[name].link], name).toBeTruthy();
    }
  });

  it("say different things in different languages", () => {
    const en = words("en");
    for (const locale of LOCALES.filter((l) => l !== "en"))
      for (const name of names) expect(words(locale).of[name]?.what, `${locale} ${name}`).not.toBe(en.of[name]?.what);
  });

  it("of pages that open without signing in lead to such pages", () => {
    const outside = pages.filter((file) => !file.startsWith("app/(work)/")).map(routeOf);
    for (const name of names.filter((n) => outside.includes(GUIDES[n].route)))
      expect(outside, name).toContain(GUIDE_LINKS[GUIDES[name].link]);
  });

  it("name the page of the documentation that says how it works, and each such page is named by one", () => {
    const named = new Set(names.map((n) => GUIDES[n].doc));
    // The command line has no screen; the page on scripts leads to it.
    expect([...named, "command-line"].sort()).toEqual([...DOC_PAGES].sort());
  });

  it("link to pages and to parts of the help that are there", () => {
    const help = readFileSync(path.join(root, "components/help/help-page.tsx"), "utf8");
    for (const href of Object.values(GUIDE_LINKS)) {
      const [route, part] = href.split("#");
      expect(pages.map(routeOf), href).toContain(route);
      if (part) expect(new RegExp(`\\b${part}: \\{|id="${part}"`).test(help), href).toBe(true);
    }
  });
});
