import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../..");

/** Routes of `app/` that show a page, as segments; `[name]` stands for one of its own. */
function routes(): string[] {
  return readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith("page.tsx"))
    .map((f) => {
      const segments = f.split(path.sep).slice(0, -1);
      return `/${segments.filter((s) => !/^\(.*\)$/.test(s)).join("/")}`;
    });
}

/** Addresses that the browser tests open: written out, or the beginning of a link that they follow. */
function opened(text: string): string[] {
  const written = [...text.matchAll(/"(\/[^"?#]*)/g)].map((m) => m[1] ?? "");
  const followed = [...text.matchAll(/href\^="(\/[^"]*)"/g)].map((m) => m[1] ?? "");
  return [...written, ...followed];
}

function opens(route: string, address: string): boolean {
  const pattern = route.replace(/[.*+?^${}()|\\]/g, "\\$&").replace(/\[[^\]]+\]/g, "[^/]+");
  const whole = new RegExp(`^${pattern}$`);
  // A followed link is known by its beginning; an id, or a month and an id, completes it.
  const complete = address.endsWith("/") ? [address, `${address}id`, `${address}month/id`] : [address];
  return complete.some((a) => whole.test(a));
}

describe("every page is looked at in a browser", () => {
  const spec = readFileSync(path.join(root, "e2e/habits/pages.spec.ts"), "utf8");
  const listed = readFileSync(path.join(root, "e2e/fixtures/addresses.ts"), "utf8");

  it("in every language and both themes, with axe", () => {
    expect(spec).toContain("...SIGNED_IN");
    const addresses = [...opened(spec), ...opened(listed)];
    expect(routes().length).toBeGreaterThan(30);
    expect(routes().filter((route) => !addresses.some((a) => opens(route, a)))).toEqual([]);
  });

  it("and a page that is not would be seen", () => {
    expect(opens("/ledger/entry/[month]/[id]", "/ledger/entry/")).toBe(true);
    expect(opens("/briefs/[briefId]/edit", "/briefs/BRF-1/edit")).toBe(true);
    expect(opens("/briefs/[briefId]/edit", "/briefs/BRF-1")).toBe(false);
    expect(opens("/a/page", "/a/")).toBe(false);
  });
});
