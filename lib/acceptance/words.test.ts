import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { STYLES } from "@/lib/boundary/styles";
import { CHOICES } from "@/lib/brief/choices";
import { contentOf } from "@/lib/brief/content";
import { isFieldPath } from "@/lib/brief/fields";
import type { BriefDraft } from "@/lib/brief/schema";
import { WORDS } from "@/lib/memory/word";
import { interactive, lora } from "@/lib/sample/fixtures/briefs";
import { AREA_ROWS, STATEMENT_IDS } from "./areas";
import { REASON_CODES } from "./criterion";
import { checklistOf } from "./gates";
import { AREAS, CHECKS, DECISIONS, GATES } from "./names";
import { REMEDIES } from "./remedies";

const LANGUAGES = ["en", "id", "pl"] as const;
const ROOMS = ["brief", "boundary", "acceptance"] as const;

/** Needs that come from one answer each: their codes are the answers. */
const CHOICE_SETS = {
  weights: "yesNo",
  runtime: "yesNo",
  disk: "yesNo",
  host: "yesNo",
  access: "accessLevel",
  isolation: "isolation",
  fabric: "fabric",
  scale: "scaleShape",
} as const;

type Words = { readonly [key: string]: string | Words };

const load = (lang: string, room: string): Words =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../i18n/messages/${lang}/${room}.json`), "utf8"));

function flat(words: Words, at = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const here = at === "" ? key : `${at}.${key}`;
    if (typeof value === "string") all.set(here, value);
    else for (const [k, v] of flat(value, here)) all.set(k, v);
  }
  return all;
}

/** Names of ICU arguments in a message, without the words of plural branches. */
const args = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?:[},]|, )/g)].map((m) => m[1] ?? ""))].sort();

/** Codes written in the sources: string literals that follow `marker`. */
function literals(dir: string, marker: RegExp): string[] {
  return (
    readdirSync(dir, { recursive: true, encoding: "utf8" })
      .filter((f) => f.endsWith(".ts") && !f.endsWith(".test.ts") && !f.includes("server") && !f.includes("fixtures"))
      // The sweep names fields of its request, which have words of their own.
      .filter((f) => !f.startsWith("sweep/"))
      .flatMap((f) => [...readFileSync(path.join(dir, f), "utf8").matchAll(marker)].map((m) => m[1] ?? ""))
  );
}

describe.each(ROOMS)("the words of %s", (room) => {
  const english = flat(load("en", room));
  it.each(LANGUAGES)("are the same keys with the same arguments in %s", (lang) => {
    const words = flat(load(lang, room));
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of words) {
      expect(text.trim(), key).not.toBe("");
      expect(args(text), key).toEqual(args(english.get(key) ?? ""));
    }
  });
});

describe("every code has words", () => {
  const acceptance = flat(load("en", "acceptance"));
  const boundary = flat(load("en", "boundary"));
  const missing = (words: Map<string, string>, keys: readonly string[]) => keys.filter((k) => !words.has(k));

  it("in acceptance", () => {
    const briefs = [interactive, lora].map((b) => contentOf(b as BriefDraft));
    const items = GATES.flatMap((g) => briefs.flatMap((b) => checklistOf(g, b).map((i) => i.labelKey)));
    const criteria = literals(import.meta.dirname, /\bid: "([a-zA-Z0-9-]+)"/g);
    expect(criteria.length).toBeGreaterThan(25);
    expect(
      missing(acceptance, [
        ...AREA_ROWS.flatMap((r) => [r.nameKey, r.showsKey, r.pauseKey]).map((k) => k.replace("acceptance.", "")),
        ...AREAS.map((a) => `areas.${a}.name`),
        ...CHECKS.flatMap((c) => ["name", "criterion", "keeps"].map((k) => `checks.${c}.${k}`)),
        ...GATES.flatMap((g) => [`gates.${g}.name`, `gates.${g}.content`]),
        ...DECISIONS.flatMap((d) => [`decisions.${d}.name`, `decisions.${d}.what`]),
        ...items.map((k) => k.replace("acceptance.", "")),
        ...STATEMENT_IDS.map((s) => `statements.${s}`),
        ...REASON_CODES.map((r) => `reasons.${r}`),
        ...Object.keys(REMEDIES).map((r) => `remedies.${r}`),
        ...Object.values(REMEDIES).map((e) => `remedy.effort.${e}`),
        ...["optimisations", "bottlenecks"].map((i) => `items.${i}`),
        ...criteria.map((c) => `criteria.${c}`),
        ...literals(import.meta.dirname, /refuse\("(EVIDENCE_[A-Z_]+)"/g).map((c) => `refusals.${c}`),
        ...literals(path.join(import.meta.dirname, "evidence"), /(?:add\(|code: )"([A-Z_]+)"/g).map(
          (c) => `warnings.${c}`,
        ),
      ]),
    ).toEqual([]);
  });

  it("in boundary", () => {
    const styles = Object.values(STYLES).flatMap((s) => [
      s.nameKey,
      s.suitsKey,
      s.strengthKey,
      ...s.watchOuts.flatMap((w) => [w.key, w.conditionKey]),
    ]);
    const needs = path.join(import.meta.dirname, "../boundary");
    const codes = literals(needs, /"((?:[a-z]+-?)+\.(?:[a-z]+-?)+)"/g).filter((c) => !isFieldPath(c) && !(c in WORDS));
    const answers = Object.entries(CHOICE_SETS).flatMap(([need, set]) =>
      [...CHOICES[set], "open"].map((answer) => `reasons.${need}.${answer}`),
    );
    expect(codes.length).toBeGreaterThan(8);
    expect(
      missing(boundary, [
        ...styles.map((k) => k.replace("boundary.", "")),
        ...codes.map((c) => `reasons.${c}`),
        ...answers,
      ]),
    ).toEqual([]);
  });
});
