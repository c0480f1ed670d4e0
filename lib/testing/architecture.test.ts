import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const PURE = [
  "money",
  "units",
  "digest",
  "access",
  "sheet",
  "catalog",
  "brief",
  "memory",
  "speed",
  "boundary",
  "acceptance",
  "ledger",
];
const EVERYWHERE = ["app", "components", "lib"];

function* sources(at: string): Generator<string> {
  if (!existsSync(at)) return;
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    if (["node_modules", "generated", "fixtures"].includes(entry.name)) continue;
    const full = path.join(at, entry.name);
    if (entry.isDirectory()) yield* sources(full);
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith(".generated.ts")) yield full;
  }
}

const isPure = (file: string) => !file.includes("/server/") && !/\.(test|typetest)\.ts$/.test(file);
const relative = (file: string) => path.relative(root, file);

/** What a pure room may not say: the clock, chance, the reader's locale, binary rounding of money. */
function impurities(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAccessExpression(node)) {
      const said = node.getText(source).replace(/\s+/g, "");
      if (/^(Date\.now|Math\.random|performance\.now|process\.|globalThis\.)/.test(said)) found.push(said);
      if (/^toLocale(String|DateString|TimeString|UpperCase|LowerCase)$/.test(node.name.text))
        found.push(node.name.text);
    }
    if (ts.isNewExpression(node) && node.expression.getText(source) === "Date" && (node.arguments?.length ?? 0) === 0)
      found.push("new Date()");
    if (ts.isCallExpression(node) && /^(parseFloat|Number\.parseFloat)$/.test(node.expression.getText(source)))
      found.push("parseFloat");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("the house", () => {
  it("keeps the clock, chance and locale out of the pure rooms", () => {
    const bad = PURE.flatMap((room) => [...sources(path.join(root, "lib", room))].filter(isPure)).flatMap((f) =>
      impurities(f, readFileSync(f, "utf8")).map((what) => `${relative(f)}: ${what}`),
    );
    expect(bad).toEqual([]);
  });
  it("would see them", () => {
    expect(
      impurities(
        "x.ts",
        "const a = Date.now(); const b = new Date(); const c = Math.random(); (1).toLocaleString(); parseFloat('1'); new Date(5)",
      ),
    ).toEqual(["Date.now", "new Date()", "Math.random", "toLocaleString", "parseFloat"]);
  });
  it("has no drawer for leftovers, and no file beyond 350 lines", () => {
    const files = EVERYWHERE.flatMap((d) => [...sources(path.join(root, d))]);
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((f) => /\/(utils|helpers|common|misc|index)\.tsx?$/.test(f)).map(relative)).toEqual([]);
    const long = files.filter((f) => !/\/data\//.test(f) && readFileSync(f, "utf8").split("\n").length > 351);
    expect(long.map(relative)).toEqual([]);
  });
  it("gives every server folder the same few names", () => {
    const allowed =
      /^(data|loaders|actions|mutations|[a-z-]+-input|[a-z]+-loaders|routes|fill|walk|open)\.ts$|\.(int|long)\.test\.ts$/;
    const odd = readdirSync(path.join(root, "lib"))
      .map((room) => path.join(root, "lib", room, "server"))
      .filter(existsSync)
      .flatMap((dir) =>
        readdirSync(dir, { withFileTypes: true })
          .filter((e) => (e.isDirectory() ? !["data", "mutations"].includes(e.name) : !allowed.test(e.name)))
          .map((e) => relative(path.join(dir, e.name))),
      );
    expect(odd).toEqual([]);
  });
  it("makes every page thin", () => {
    const pages = [...sources(path.join(root, "app"))].filter((f) => f.endsWith("page.tsx"));
    expect(pages.filter((f) => readFileSync(f, "utf8").split("\n").length > 61).map(relative)).toEqual([]);
  });
});

describe("every write goes through the gate", () => {
  it("exports from server/actions.ts only what a definer of the gate made", () => {
    const files = [...sources(path.join(root, "lib"))].filter((f) => f.endsWith("/server/actions.ts"));
    expect(files.length).toBeGreaterThan(4);
    for (const f of files) {
      const text = readFileSync(f, "utf8");
      expect(text.startsWith('"use server";'), relative(f)).toBe(true);
      const exported = [...text.matchAll(/^export (?:async )?(?:const|function|class|default) ?(\w*)\s*=?\s*(\w*)/gm)];
      for (const [, name, maker] of exported) {
        expect(
          ["defineAction", "defineBulkAction", "defineVisitorAction", "defineLinkAction"],
          `${relative(f)}: ${name}`,
        ).toContain(maker);
      }
    }
  });
  it("lets no route handler answer without a definer, but for the closed list", () => {
    const open = ["app/api/auth/[...nextauth]/route.ts", "app/api/health/route.ts", "app/api/v1/openapi.json/route.ts"];
    const files = [...sources(path.join(root, "app"))].filter(
      (f) => /\/route\.tsx?$/.test(f) && !open.includes(relative(f)),
    );
    expect(files.length).toBeGreaterThan(3);
    for (const f of files) {
      for (const [, method, maker] of readFileSync(f, "utf8").matchAll(
        /export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\s*=?\s*(\w*)/g,
      )) {
        expect(
          ["defineRoute", "defineReadRoute", "defineUploadRoute", "commandRoute"],
          `${relative(f)} ${method}`,
        ).toContain(maker);
      }
    }
  });
});

/** Every `audit:` of a file that is no event written out on the spot. */
function eventless(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const named = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
    if (named && node.name.getText(source) === "audit") {
      if (ts.isShorthandPropertyAssignment(node)) found.push("audit");
      else if (!ts.isObjectLiteralExpression(node.initializer)) found.push(node.initializer.getText(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("every mutation names its event", () => {
  it("but where nothing was written, and where autosave's sitting has its event", () => {
    const files = [...sources(path.join(root, "lib"))].filter((f) =>
      /\/server\/(mutations|mutations\/[^/]+)\.ts$/.test(f),
    );
    expect(files.length).toBeGreaterThan(10);
    const without = files.flatMap((f) =>
      eventless(f, readFileSync(f, "utf8")).map((what) => `${relative(f)}: ${what}`),
    );
    expect(without.sort()).toEqual([
      "lib/acceptance/server/mutations/card.ts: null",
      "lib/acceptance/server/mutations/evidence.ts: null",
      "lib/acceptance/server/mutations/seen.ts: null",
      "lib/alerts/server/mutations.ts: null",
      "lib/boundary/server/mutations/plan.ts: null",
      "lib/brief/server/mutations.ts: audit",
      "lib/catalog/server/mutations.ts: null",
      "lib/ledger/server/mutations/class-change.ts: null",
      "lib/ledger/server/mutations/record-outputs.ts: null",
      "lib/ledger/server/mutations/record-outputs.ts: null",
      "lib/ledger/server/mutations/upload-bill.ts: null",
    ]);
  });
  it("would see another", () => {
    const text =
      'const a = { audit: null }; const b = { audit: c ? null : d }; const audit = e; const f = { audit }; const g = { audit: { action: "x" } };';
    expect(eventless("x.ts", text)).toEqual(["null", "c ? null : d", "audit"]);
  });
});

describe("the direction of imports", () => {
  let tree: string;
  beforeAll(() => {
    tree = mkdtempSync(path.join(os.tmpdir(), "headroom-cruise-"));
    for (const f of ["tsconfig.json", ".dependency-cruiser.cjs", "package.json"])
      cpSync(path.join(root, f), path.join(tree, f));
    symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
    const plant = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
      writeFileSync(path.join(tree, file), text);
    };
    plant("lib/db/client.ts", "export const prisma = 1;");
    plant("lib/db/system.ts", "export const system = 1;");
    plant("lib/gate/action.ts", "export const gate = 1;");
    plant("lib/brief/server/data.ts", 'import { gate } from "@/lib/gate/action"; export const a = gate;');
    plant("lib/brief/server/loaders.ts", 'import { prisma } from "@/lib/db/client"; export const b = prisma;');
    plant("lib/brief/schema.ts", 'import fs from "node:fs"; export const c = fs;');
    plant("lib/brief/diff.ts", 'import type { Foo } from "@/lib/memory/estimate"; export type D = Foo;');
    plant("lib/memory/estimate.ts", 'import { useState } from "react"; export type Foo = typeof useState;');
    plant("lib/units/bytes.ts", 'import "@/lib/money/money"; export const e = 1;');
    plant("lib/money/money.ts", 'import "@/lib/units/bytes"; export const f = 1;');
    plant("lib/speed/goodput.ts", 'import "@/lib/db/system"; export const g = 1;');
    plant("components/ui/button.tsx", 'import "@/lib/brief/schema"; export const h = 1;');
    plant("components/brief/form.tsx", 'import "@/lib/brief/server/data"; export const i = 1;');
    plant("app/page.tsx", 'import "@/lib/brief/server/data"; export default 1;');
    plant("lib/cli/main.ts", 'import "@/lib/db/client"; import "@/app/page"; import "./gone"; export const j = 1;');
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it("still bites: each planted violation is caught by its own rule", () => {
    const bin = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const r = spawnSync(
      process.execPath,
      [bin, "app", "components", "lib", "--config", ".dependency-cruiser.cjs", "--output-type", "json"],
      { cwd: tree, encoding: "utf8" },
    );
    const { summary } = JSON.parse(r.stdout) as { summary: { violations: { rule: { name: string } }[] } };
    expect([...new Set(summary.violations.map((v) => v.rule.name))].sort()).toEqual(
      [
        "cli-loads-no-server",
        "components-see-only-pure-and-actions",
        "core-trusts-its-input",
        "no-circular",
        "not-to-unresolvable",
        "nothing-imports-app",
        "only-data-and-mutations-touch-db",
        "only-few-use-the-system-door",
        "pages-read-through-loaders",
        "pure-room-no-node-builtins",
        "pure-room-stays-pure",
        "room-brief",
        "room-money",
        "room-units",
        "ui-is-domain-free",
      ].sort(),
    );
  });
});
