import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ECONOMICS_FIELDS, ECONOMICS_KINDS, economicsExample } from "@/components/boundary/economics-fields";
import { OFFER_FIELDS } from "@/components/offer/offer-fields";
import { PLAN_FIELDS } from "@/components/plan/plan-fields";
import examples from "@/lib/i18n/messages/en/examples.json";

const root = path.join(import.meta.dirname, "../..");
const TYPED = new Set(["Input", "Textarea", "TypedNumber", "input", "textarea"]);
/** A browser shows by itself how these are filled in, and nothing of a password or a file is written out. */
const OF_ITSELF = /^"(?:checkbox|radio|file|hidden|date|month|datetime-local|password)"$/;
/** Controls that need none, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  "components/acceptance/sign-form.tsx": "one types what stands above the field",
  "components/auth/invite-form.tsx": "the address of the invitation, which nobody changes",
  "components/memory/copy-link.tsx": "a link to be copied by hand",
  "components/offer/typed-number.tsx": "whoever uses it gives the example",
  "components/ui/field.tsx": "whoever uses it gives the example",
};

/** Controls of a file that one types into and that show no example. */
function bare(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if ((ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) && TYPED.has(node.tagName.getText())) {
      const given = node.attributes.properties.filter(ts.isJsxAttribute);
      const of = (name: string) => given.find((a) => a.name.getText() === name);
      if (!of("placeholder") && !OF_ITSELF.test(of("type")?.initializer?.getText() ?? ""))
        found.push(`${file}: ${node.getText().split("\n")[0]} ${of("id")?.getText() ?? ""}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

const at = (tree: unknown, key: string): unknown =>
  key.split(".").reduce((o: unknown, part) => (o as Record<string, unknown> | undefined)?.[part], tree);

describe("every field that one types into", () => {
  const files = ["components", "app"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((f) => f.endsWith(".tsx") && !f.endsWith(".test.tsx"))
      .map((f) => `${folder}/${f}`),
  );

  it("shows an example while it is empty", () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((f) => !EXEMPT[f]).flatMap(bare)).toEqual([]);
  });

  it("is no longer exempt once it shows one", () => {
    expect(Object.keys(EXEMPT).filter((f) => bare(f).length === 0)).toEqual([]);
  });

  it("of an offer and of a plan has an example of its own", () => {
    const written = ["text", "long-text", "list", "currency", "decimal", "count", "whole"];
    const offers = OFFER_FIELDS.filter((f) => written.includes(f.input)).map((f) => f.path);
    const plans = Object.values(PLAN_FIELDS).flatMap((f) => (written.includes(f.input) ? [f.name] : []));
    expect(offers.filter((p) => typeof at(examples.offer, p) !== "string")).toEqual([]);
    expect(plans.filter((n) => typeof at(examples.plan, n) !== "string")).toEqual([]);
  });

  it("of a question of cost has an example of its own, in each question", () => {
    const asked = ECONOMICS_KINDS.flatMap((kind) =>
      [...ECONOMICS_FIELDS[kind], "currency"].map((n) => [kind, n] as const),
    );
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.filter(([kind, name]) => !economicsExample(kind, name))).toEqual([]);
  });
});
