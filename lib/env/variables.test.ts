import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { VARIABLES } from "./known-variables.mjs";
import { variable, wholeVariable } from "./variables.mjs";

const root = path.join(import.meta.dirname, "../..");
const names = Object.keys(VARIABLES).sort();

/** Set by the start for the server it starts, by Node, npm or Next.js, or for the tests alone. */
const SET_BY_PROGRAMS = new Set([
  "HEADROOM_APP_DATABASE_URL",
  "NEXTAUTH_URL",
  "HEADROOM_PG_FSYNC",
  "NODE_ENV",
  "PATH",
  "npm_lifecycle_event",
]);

/** A script with all that it imports from this checkout. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, from] of text.matchAll(/(?:from|import) "(\.{1,2}\/[^"]+\.mjs)"/g))
    withImports(path.resolve(path.dirname(file), from ?? ""), seen);
  return seen;
}

const read = ["scripts/start.mjs", "scripts/backup.mjs", "lib/env/env.mjs"]
  .flatMap((file) => [...withImports(path.join(root, file))])
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/process\.env\.(\w+)|[vV]ariable\("(\w+)"\)/g)])
  .map(([, direct, asked]) => direct ?? asked ?? "");

describe("variables that a person may set", () => {
  it("are all that the start, the application and the backup read", () => {
    expect([...new Set(read)].filter((name) => !SET_BY_PROGRAMS.has(name)).sort()).toEqual(names);
  });

  it.each(readdirSync(path.join(root, "lib/i18n/docs")))("are all explained in %s", (locale) => {
    const text = readFileSync(path.join(root, "lib/i18n/docs", locale, "running.json"), "utf8");
    expect(Object.keys((JSON.parse(text) as { variables: object }).variables).sort()).toEqual(names);
  });

  it("are all in the README, with what stands when they are not set", () => {
    const readme = readFileSync(path.join(root, "README.md"), "utf8");
    for (const name of names) expect(readme, name).toContain(`\`${name}\``);
    for (const name of ["PORT", "HEADROOM_PG_PORT", "HEADROOM_DATABASE_POOL", "HEADROOM_MAX_BILL_MIB"] as const)
      expect(readme, name).toContain(`\`${VARIABLES[name].standard}\``);
  });
});

describe("reading one", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("takes what is set, and for nothing or an empty text what stands for it", () => {
    vi.stubEnv("HEADROOM_MAX_BILL_MIB", "128");
    expect(wholeVariable("HEADROOM_MAX_BILL_MIB")).toBe(128);
    vi.stubEnv("HEADROOM_MAX_BILL_MIB", "");
    expect(wholeVariable("HEADROOM_MAX_BILL_MIB")).toBe(64);
    vi.stubEnv("HEADROOM_MAIL_FROM", undefined);
    expect(variable("HEADROOM_MAIL_FROM")).toBe("Headroom <headroom@localhost>");
  });

  it("refuses what is outside its bounds by its name", () => {
    for (const bad of ["0", "1025", "ten", "1.5"]) {
      vi.stubEnv("HEADROOM_MAX_BILL_MIB", bad);
      expect(() => wholeVariable("HEADROOM_MAX_BILL_MIB"), bad).toThrow("HEADROOM_MAX_BILL_MIB");
    }
  });
});
