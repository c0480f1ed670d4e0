import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { NAMESPACES } from "@/lib/i18n/namespaces";
import { ClientWords, withoutInner } from "./client-words";

const root = path.resolve(import.meta.dirname, "../..");
const app = path.join(root, "app");
const messages = Object.fromEntries(
  NAMESPACES.map((ns) => [ns, JSON.parse(readFileSync(path.join(root, `lib/i18n/messages/en/${ns}.json`), "utf8"))]),
);
const read = new ClientWords(root, messages);

/** What Next.js shows by itself: pages, frames, and what stands in for them. */
const ENTRY = /^(?:page|layout|template|loading|error|not-found|forbidden|unauthorized)\.tsx$/;
const entries = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((f) => ENTRY.test(path.basename(f)))
  .map((f) => path.join(app, f));

/** The frames around an entry, the outermost first; one that only passes on another's is that other. */
function framesOf(entry: string): string[] {
  const steps = path.relative(app, path.dirname(entry)).split(path.sep).filter(Boolean);
  return ["", ...steps]
    .map((_, i) => path.join(app, ...steps.slice(0, i), "layout.tsx"))
    .filter((frame) => existsSync(frame) && frame !== entry);
}

const name = (entry: string): string => path.relative(root, entry);
const holds = (whole: string, part: string): boolean => part === whole || part.startsWith(`${whole}.`);

describe("the words that a page hands the browser", () => {
  it.each(entries.map((e) => [name(e), e] as const))("%s: all that its parts ask for", (_, entry) => {
    const given = [...framesOf(entry), entry].flatMap((f) => read.given(f));
    const lacking = read.needed(entry).filter((part) => !given.some((g) => holds(g, part)));
    expect(lacking, "add them to the <Words> of this page, or of the frame around it").toEqual([]);
  });

  it.each(entries.filter((e) => read.given(e).length > 0).map((e) => [name(e), e] as const))(
    "%s: nothing that no part below asks for, and nothing twice",
    (_, entry) => {
      const given = read.given(entry);
      const below = entries.filter((e) => e === entry || framesOf(e).includes(entry)).flatMap((e) => read.needed(e));
      const around = framesOf(entry).flatMap((f) => read.given(f));
      expect(given.filter((g) => !below.some((part) => holds(g, part)))).toEqual([]);
      expect(given.filter((g) => around.some((a) => holds(a, g)))).toEqual([]);
      expect(given).toEqual(withoutInner(given));
    },
  );

  it("are known of many pages", () => {
    expect(entries.length).toBeGreaterThan(50);
    expect(read.needed(path.join(app, "(work)/reviews/[reviewId]/page.tsx"))).toContain("review.card");
    expect(read.needed(path.join(app, "(work)/layout.tsx"))).toContain("shell");
  });
});
