import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EVIDENCE_FORMATS } from "@/lib/acceptance/evidence/read";
import { KNOWN_COMMANDS } from "@/lib/cli/known-commands";
import { DOC_PAGES, docFrame, docText, docWords, searchDocs } from "@/lib/i18n/documentation";
import { LOCALES } from "@/lib/i18n/locales";
import { formats } from "@/lib/ledger/import/registry.generated";
import { EVIDENCE_COMMANDS } from "./evidence-commands";
import { FIGURES } from "./figures";

const root = path.resolve(import.meta.dirname, "../..");

const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, v]) => [key, key === "id" ? v : shapeOf(v)]))
      : "text";

const texts = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(texts)
      : [];
const codes = (value: unknown) => texts(value).flatMap((t) => t.match(/`[^`]+`/g) ?? []);
const links = (value: unknown) => texts(value).flatMap((t) => [...t.matchAll(/\]\(([^)]+)\)/g)].map((m) => m[1] ?? ""));

const routes = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(page\.tsx|route\.ts)$/.test(file))
  .map(
    (file) =>
      `/${file
        .split(path.sep)
        .slice(0, -1)
        .filter((s) => !s.startsWith("("))
        .join("/")}`,
  );
const leads = (href: string): boolean => {
  const [address = ""] = href.split("#");
  const page = /^\/docs\/(.+)$/.exec(address)?.[1];
  if (page !== undefined) return DOC_PAGES.some((p) => p === page);
  return routes.includes(address) || existsSync(path.join(root, "public", address));
};

describe("the documentation", () => {
  it.each(LOCALES)("has every page in %s, with the parts, words, names and links of English", async (locale) => {
    expect(readdirSync(path.join(root, "lib/i18n/docs", locale)).sort()).toEqual(
      ["frame", ...DOC_PAGES].map((name) => `${name}.json`).sort(),
    );
    expect(shapeOf(await docFrame(locale))).toEqual(shapeOf(await docFrame("en")));
    for (const page of DOC_PAGES) {
      const [own, english] = [await docWords(locale, page), await docWords("en", page)];
      expect(shapeOf(own), page).toEqual(shapeOf(english));
      expect(codes(own).sort(), page).toEqual(codes(english).sort());
      expect(links(own).sort(), page).toEqual(links(english).sort());
    }
  });

  it("says different things in different languages", async () => {
    for (const locale of LOCALES.filter((l) => l !== "en"))
      for (const page of DOC_PAGES)
        expect((await docText(locale, page)).about).not.toBe((await docText("en", page)).about);
  });

  it("leads to what is there", async () => {
    for (const page of DOC_PAGES)
      expect(
        links(await docWords("en", page)).filter((href) => !leads(href)),
        page,
      ).toEqual([]);
    expect(leads("/nowhere")).toBe(false);
  });

  it("is short: a part has at most three sentences of a hundred words in all, or a list", async () => {
    for (const locale of LOCALES)
      for (const page of DOC_PAGES)
        for (const { id, text } of (await docText(locale, page)).sections) {
          expect(text.length, `${locale} ${page}#${id}`).toBeLessThanOrEqual(3);
          expect(text.join(" ").split(/\s+/).length, `${locale} ${page}#${id}`).toBeLessThanOrEqual(110);
        }
  });

  it("has each figure at a part that is there", async () => {
    const parts = await Promise.all(
      DOC_PAGES.map(async (page) => (await docText("en", page)).sections.map(({ id }) => `${page}#${id}`)),
    );
    expect(parts.flat()).toEqual(expect.arrayContaining(Object.keys(FIGURES)));
    for (const page of DOC_PAGES)
      for (const { id, text } of (await docText("en", page)).sections)
        expect(text.length > 0 || `${page}#${id}` in FIGURES, `${page}#${id}`).toBe(true);
  });

  it("explains what the program has and nothing else", async () => {
    const { exports } = await docWords("en", "bills");
    expect(formats.map((f) => f.id as string)).toEqual(expect.arrayContaining(Object.keys(exports)));
    expect(EVIDENCE_FORMATS).toEqual(expect.arrayContaining(Object.keys(EVIDENCE_COMMANDS)));
    const { commands } = await docWords("en", "command-line");
    expect(Object.keys(commands)).toEqual(Object.keys(KNOWN_COMMANDS));
  });

  it("names its commands in the README too", () => {
    const readme = readFileSync(path.join(root, "README.md"), "utf8");
    for (const name of Object.keys(KNOWN_COMMANDS)) expect(readme, name).toContain(`\`${name}\``);
  });
});

describe("searching it", () => {
  it("finds a page by its title and a part by its words, in the reader's language", async () => {
    expect((await searchDocs("en", "upgrade", 5))[0]?.path).toBe("/docs/running");
    expect((await searchDocs("en", "sliding window", 5)).map((h) => h.path)).toEqual(["/docs/memory#cache"]);
    expect((await searchDocs("pl", "skrot rewizji", 5)).map((h) => h.path)).toEqual(["/docs/acceptance#signing"]);
    expect((await searchDocs("id", "cadangan", 5)).map((h) => h.path)).toContain("/docs/running#backup");
  });

  it("finds nothing by a letter or two, and never more than was asked for", async () => {
    expect(await searchDocs("en", "a", 5)).toEqual([]);
    expect(await searchDocs("en", "the", 4)).toHaveLength(4);
  });
});
