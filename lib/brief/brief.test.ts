import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Locale } from "@/lib/i18n/locales";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { NUMBER_HABITS } from "@/lib/units/quantity";
import { CHOICES } from "./choices";
import { missingFields, namesOnlyACard, priceSearchOpen, submitBrief } from "./completeness";
import { contentOf, readBrief, valueAt, withUnparsed, withValue } from "./content";
import { DEFAULT_REASONS } from "./defaults";
import { diffBriefs } from "./diff";
import { BRIEF_BLOCKS, BRIEF_FIELDS, fieldAt } from "./fields";
import onlyACard from "./fixtures/not-ok/only-a-card.json";
import unknownField from "./fixtures/not-ok/unknown-field.json";
import { outlineOf } from "./outline";
import { placing } from "./placing";
import { revisionDigest } from "./revision";
import {
  BLOCK_LEAVES,
  BLOCK_NAMES,
  type BriefDraft,
  LATER_CONTROLS,
  LATER_SHAPES,
  LATER_TARGETS,
  TOP_LEAVES,
} from "./schema";
import { readTyped } from "./typed";

function draft(input: unknown): BriefDraft {
  const read = readBrief(input);
  if (!read.ok) throw new Error(`${read.path}: ${read.message}`);
  return read.draft;
}

const MESSAGES = ["en", "id", "pl"].map((lang) => ({
  lang,
  words: JSON.parse(readFileSync(path.join(import.meta.dirname, `../i18n/messages/${lang}/brief.json`), "utf8")),
}));

function word(words: unknown, key: string): unknown {
  return key
    .split(".")
    .slice(1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], words);
}

describe("the table of fields", () => {
  it("holds every leaf of the schema, once", () => {
    const leaves = [
      ...Object.keys(TOP_LEAVES),
      ...BLOCK_NAMES.flatMap((b) => Object.keys(BLOCK_LEAVES[b]).map((leaf) => `${b}.${leaf}`)),
    ];
    expect(BRIEF_FIELDS.map((f) => f.path).sort()).toEqual(leaves.sort());
    expect(BRIEF_BLOCKS.flatMap((b) => b.fields)).toHaveLength(leaves.length);
  });

  it.each(MESSAGES)("has words for all of it in $lang", ({ words }) => {
    const keys = [
      ...BRIEF_FIELDS.flatMap((f) => [f.labelKey, f.whyKey, f.exampleKey]),
      ...BRIEF_BLOCKS.flatMap((b) => [b.titleKey, b.whyKey]),
      ...Object.entries(CHOICES).flatMap(([set, values]) => values.map((v) => `brief.choices.${set}.${v}`)),
      ...["unanswered", "unreadable", "no-target", "only-a-card", "from-example"].map((r) => `brief.missing.${r}`),
      ...["persist", "scale", "failure", "done"].map((q) => `brief.priceSearch.${q}`),
    ];
    expect(keys.filter((k) => typeof word(words, k) !== "string" || word(words, k) === "")).toEqual([]);
  });

  it.each(MESSAGES)("gives an example for every field that can be typed as it stands, in $lang", ({ lang, words }) => {
    const typed = BRIEF_FIELDS.filter((f) => f.input !== "choice" && f.input !== "boolean");
    const refused = typed.filter((f) => {
      const example = word(words, f.exampleKey) as string;
      return !readTyped(f, example, NUMBER_HABITS[lang as Locale]).ok;
    });
    expect(refused.map((f) => `${f.path}: ${word(words, f.exampleKey)}`)).toEqual([]);
  });

  it.each(MESSAGES)("has a reason for every default in $lang", ({ words }) => {
    const keys = DEFAULT_REASONS.map((r) => `brief.defaults.${r}`);
    expect(keys.filter((k) => typeof word(words, k) !== "string" || word(words, k) === "")).toEqual([]);
  });

  it("offers exactly the answers the schema takes", () => {
    for (const f of BRIEF_FIELDS.filter((f) => f.choices.length > 0)) {
      for (const value of f.choices)
        expect(() => draft(withValue({}, f.path, value)), `${f.path} ${value}`).not.toThrow();
    }
  });
});

describe("completeness", () => {
  it.each([
    ["interactive serving", interactive],
    ["LoRA fine-tuning", lora],
    ["video rendering", video],
  ])("%s can be submitted", (_, input) => {
    expect(missingFields(draft(input)).map((m) => m.path)).toEqual([]);
    expect(submitBrief(draft(input)).ok).toBe(true);
    expect(priceSearchOpen(draft(input))).toEqual({ open: true, missing: [] });
  });

  it("refuses a brief that names only a card, and says so first", () => {
    const gaps = missingFields(draft(onlyACard));
    expect(namesOnlyACard(contentOf(draft(onlyACard)))).toBe(true);
    expect(gaps[0]?.reason).toBe("only-a-card");
    expect(gaps.map((g) => g.path)).toContain("memoryShape.modelSource");
    expect(submitBrief(draft(onlyACard)).ok).toBe(false);
  });

  it("misses each required answer that is taken away", () => {
    for (const input of [interactive, lora, video]) {
      const whole = draft(input);
      const required = BRIEF_FIELDS.filter(
        (f) =>
          f.requiredFor.includes(contentOf(whole).kind ?? "training") && valueAt(contentOf(whole), f.path) !== null,
      );
      expect(required.length).toBeGreaterThan(30);
      for (const f of required.filter((f) => f.path !== "kind")) {
        expect(
          missingFields(withValue(whole, f.path, null)).map((m) => m.path),
          f.path,
        ).toContain(f.path);
      }
    }
  });

  it("asks for a limit when no target of the kind is set", () => {
    const none = { ...draft(interactive), target: { coldStartToleranceSeconds: 5 } };
    expect(missingFields(none).map((m) => [m.path, m.reason])).toEqual([["target.ttftP95Ms", "no-target"]]);
  });

  it("asks where a kept thing is kept, and not where a lost one is", () => {
    const kept = withValue(draft(interactive), "persist.cachesFate", "kept");
    expect(missingFields(kept).map((m) => m.path)).toEqual(["persist.cachesPlace"]);
    expect(priceSearchOpen(kept)).toMatchObject({ open: false, missing: [{ question: "persist" }] });
  });

  it("asks the data protection questions only where personal data is used", () => {
    const none = withValue(withValue(draft(lora), "dataBoundary.personalData", "yes"), "dataBoundary.purpose", "Style");
    expect(missingFields(none).map((m) => m.path)).toEqual([
      "dataBoundary.residency",
      "dataBoundary.processingAgreement",
      "dataBoundary.encryptionAtRest",
      "dataBoundary.encryptionInTransit",
      "dataBoundary.deletionDate",
    ]);
  });

  it("folds what the kind does not need and drops what makes no sense", () => {
    const content = contentOf(draft(interactive));
    expect(placing(content, fieldAt("target.ttftP95Ms"))).toBe("open");
    expect(placing(content, fieldAt("reproducibility.seeds"))).toBe("folded");
    expect(placing(content, fieldAt("memoryShape.optimizer"))).toBe("absent");
  });
});

describe("drafts", () => {
  it("keep text that a field could not read", () => {
    const kept = withUnparsed(draft(interactive), "target.ttftP95Ms", "about 800");
    expect(draft(JSON.parse(JSON.stringify(kept))).unparsed).toEqual({ "target.ttftP95Ms": "about 800" });
    expect(missingFields(kept)).toMatchObject([{ path: "target.ttftP95Ms", reason: "unreadable" }]);
    expect(withValue(kept, "target.ttftP95Ms", 800).unparsed).toEqual({});
  });

  it("refuse an unknown field with its path", () => {
    expect(readBrief(unknownField)).toMatchObject({
      ok: false,
      code: "UNKNOWN_FIELD",
      path: "outcome.acceptedOutputs",
    });
  });

  it("take blank text for no answer", () => {
    expect(contentOf(draft({ title: "  ", dataBoundary: { residency: [""] } }))).toMatchObject({
      title: null,
      dataBoundary: { residency: null },
    });
  });

  it("never throw on any JSON", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof readBrief(value).ok === "boolean"));
  });
});

describe("revisions", () => {
  it("have a digest that does not depend on the order of keys or on nulls left out", () => {
    const shuffled = Object.fromEntries(Object.entries(draft(lora)).reverse());
    expect(revisionDigest(contentOf(draft(shuffled)))).toBe(revisionDigest(contentOf(draft(lora))));
    const explicit = { ...draft(lora), outcome: { ...draft(lora).outcome, largestRequest: null } };
    expect(revisionDigest(contentOf(draft(explicit)))).toBe(revisionDigest(contentOf(draft(lora))));
  });

  it("change their digest with every field, and the difference names exactly that field", () => {
    const whole = draft(interactive);
    for (const f of BRIEF_FIELDS) {
      const was = valueAt(contentOf(whole), f.path);
      if (was === null) continue;
      const changed = withValue(whole, f.path, null);
      expect(revisionDigest(contentOf(changed)), f.path).not.toBe(revisionDigest(contentOf(whole)));
      expect(diffBriefs(contentOf(whole), contentOf(changed))).toMatchObject([
        { path: f.path, kind: "removed", before: was, after: null, unit: f.unit },
      ]);
    }
  });

  it("keep the digest that they were signed with where they say nothing of a later target", () => {
    const signed = "0c7086c4cb2c434489e919459b907cd53a2cbeef94b5341c5a3e1818f11e2d11";
    expect(revisionDigest(contentOf(draft(interactive)))).toBe(signed);
    const silent = LATER_TARGETS.reduce((d, leaf) => withValue(d, `target.${leaf}`, null), draft(interactive));
    expect(revisionDigest(contentOf(silent))).toBe(signed);
    for (const leaf of LATER_TARGETS) {
      const more = withValue(draft(interactive), `target.${leaf}`, 400);
      expect(revisionDigest(contentOf(more)), leaf).not.toBe(signed);
      expect(diffBriefs(contentOf(draft(interactive)), contentOf(more))).toMatchObject([
        { path: `target.${leaf}`, kind: "added", before: null, after: 400 },
      ]);
    }
  });

  it("keep it too where they say nothing of the edge, of commodity calls or of tokens in and out", () => {
    const signed = revisionDigest(contentOf(draft(interactive)));
    const answers = { commodityCallsPercent: 60, edge: "nearness", edgeSites: 12 } as const;
    for (const leaf of LATER_CONTROLS) {
      const silent = withValue(draft(interactive), `controlBoundary.${leaf}`, null);
      expect(revisionDigest(contentOf(silent)), leaf).toBe(signed);
      const more = withValue(draft(interactive), `controlBoundary.${leaf}`, answers[leaf]);
      expect(revisionDigest(contentOf(more)), leaf).not.toBe(signed);
    }
    for (const leaf of LATER_SHAPES) {
      const silent = withValue(draft(interactive), `memoryShape.${leaf}`, null);
      expect(revisionDigest(contentOf(silent)), leaf).toBe(signed);
      const more = withValue(draft(interactive), `memoryShape.${leaf}`, 512);
      expect(revisionDigest(contentOf(more)), leaf).not.toBe(signed);
    }
  });

  it("say added and changed", () => {
    const next = withValue(withValue(draft(lora), "target.tokensPerSecond", 900), "target.completeWithinHours", 8);
    expect(diffBriefs(contentOf(draft(lora)), contentOf(next)).map((c) => [c.path, c.kind, c.before, c.after])).toEqual(
      [
        ["target.tokensPerSecond", "added", null, 900],
        ["target.completeWithinHours", "changed", 6, 8],
      ],
    );
  });
});

describe("outline", () => {
  it("names the measure that decides and its limits", () => {
    expect(outlineOf(contentOf(draft(interactive)))).toMatchObject({
      measure: "time-to-first-result",
      acceptedOutput: "requests-within-slo",
      volumeOutputs: 120000,
      model: "meta-llama/Llama-3.1-8B",
      targets: [{ path: "target.ttftP95Ms", value: 800, unit: "ms" }, {}, {}],
    });
    expect(outlineOf(contentOf(draft(video))).measure).toBe("throughput");
  });
});
