import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { briefAnswers } from "@/lib/boundary/brief-answers";
import { missingFields, priceSearchOpen, submitBrief } from "./completeness";
import { contentOf, valueAt, withValue } from "./content";
import { defaultFor } from "./defaults";
import { EXAMPLE_IDS, type ExampleWords, exampleDraft, NEVER_FROM_AN_EXAMPLE } from "./examples";
import { lookedAt, notLookedAt } from "./from-example";
import { progressOf } from "./progress";
import { revisionDigest } from "./revision";
import { type BriefDraft, briefDraftSchema, type FieldPath } from "./schema";

interface Words {
  readonly every: Readonly<Record<string, string>>;
  readonly of: Readonly<Record<string, ExampleWords>>;
}

const WORDS = (["en", "id", "pl"] as const).map((lang) => ({
  lang,
  words: JSON.parse(readFileSync(path.join(import.meta.dirname, `../i18n/examples/${lang}.json`), "utf8")) as Words,
}));
const CASES = WORDS.flatMap(({ lang, words }) => EXAMPLE_IDS.map((id) => ({ lang, words, id })));
const wordsOf = (words: Words, id: string) => ({ ...words.every, ...words.of[id]?.answers });
const OWN: readonly (readonly [FieldPath, string])[] = [
  ["capacityVanishes.interruption", "tolerated"],
  ["owner", "Olga"],
  ["samples.synthetic", "none"],
  ["dataBoundary.personalData", "no"],
];
const own = (draft: BriefDraft) => OWN.reduce((d, [p, v]) => (valueAt(d, p) === null ? withValue(d, p, v) : d), draft);

const english = WORDS[0]?.words ?? { every: {}, of: {} };
const chat = () => exampleDraft("chat", wordsOf(english, "chat"), "");

describe("an example to start from", () => {
  it.each(CASES)("$id in $lang asks only what nobody else can know", ({ words, id }) => {
    const draft = exampleDraft(id, wordsOf(words, id), "");
    expect(briefDraftSchema.parse(draft)).toEqual(draft);
    const asked = id === "chat" ? [...NEVER_FROM_AN_EXAMPLE, "capacityVanishes.interruption"] : NEVER_FROM_AN_EXAMPLE;
    expect(missingFields(draft).map((m) => m.path)).toEqual(asked);
    expect(words.of[id]?.name).toBeTruthy();
    expect(words.of[id]?.about).toBeTruthy();
    expect(Object.keys(wordsOf(words, id)).sort()).toEqual(Object.keys(wordsOf(english, id)).sort());
  });

  it.each(EXAMPLE_IDS)("%s fits its card, opens prices and gets advice", (id) => {
    const content = contentOf(own(exampleDraft(id, wordsOf(english, id), "")));
    const { estimate, advice } = briefAnswers(content);
    expect(estimate?.verdict).toBe("fits");
    expect(priceSearchOpen(own(exampleDraft(id, wordsOf(english, id), ""))).open).toBe(true);
    expect(advice.boundary).toBe(id === "chat" || id === "lora" ? "vm" : "serverless");
  });

  it("takes the person's own title for their word", () => {
    const draft = exampleDraft("lora", wordsOf(english, "lora"), "Our adapter");
    expect(draft.title).toBe("Our adapter");
    expect(draft.fromExample).not.toContain("title");
  });
});

describe("answers that an example wrote", () => {
  it("are no brief until each was changed or looked at", () => {
    const draft = own(chat());
    const submission = submitBrief(draft);
    expect(submission.ok ? [] : [...new Set(submission.missing.map((m) => m.reason))]).toEqual(["from-example"]);
    const all = notLookedAt(draft);
    expect(all.length).toBeGreaterThan(35);
    const block = all.filter((p) => p.startsWith("persist."));
    const some = lookedAt(draft, block);
    expect(notLookedAt(some)).toEqual(all.filter((p) => !p.startsWith("persist.")));
    expect(submitBrief(some).ok).toBe(false);
    expect(submitBrief(lookedAt(some, notLookedAt(some))).ok).toBe(true);
  });

  it("become the person's own word by a change, and stay named in the revision where they were kept", () => {
    const changed = withValue(own(chat()), "memoryShape.concurrency", 48);
    const done = submitBrief(lookedAt(changed, notLookedAt(changed)));
    const kept = done.ok ? (done.brief.keptFromExample ?? []) : [];
    expect(kept).toContain("memoryShape.contextTokens");
    expect(kept).not.toContain("memoryShape.concurrency");
    expect(kept).not.toContain("owner");
    expect([...kept].sort()).toEqual(kept);
  });

  it("change the digest, in whatever order they were looked at; without an example nothing changes", () => {
    const draft = own(chat());
    const all = notLookedAt(draft);
    const forth = all.reduce((d, p) => lookedAt(d, [p]), draft);
    const back = all.toReversed().reduce((d, p) => lookedAt(d, [p]), draft);
    expect(revisionDigest(contentOf(forth))).toBe(revisionDigest(contentOf(back)));
    const { fromExample: _from, keptFromExample: _kept, ...plain } = forth;
    expect(revisionDigest(contentOf(plain))).not.toBe(revisionDigest(contentOf(forth)));
    expect(contentOf(plain)).not.toHaveProperty("keptFromExample");
  });

  it("leave with the question that asked for them: nobody could have looked at them", () => {
    const draft = withValue(own(chat()), "memoryShape.runKind", "embed");
    expect(notLookedAt(draft)).not.toContain("memoryShape.concurrency");
    const more = withValue(draft, "memoryShape.sequenceLengthTokens", 512);
    const done = submitBrief(lookedAt(more, notLookedAt(more)));
    expect(done.ok ? valueAt(done.brief, "memoryShape.concurrency") : "refused").toBeNull();
  });
});

describe("progress", () => {
  it("counts what is needed now, and where the rest stands", () => {
    const draft = chat();
    const progress = progressOf(draft);
    expect(progress.needed - progress.answered).toBe(4);
    expect(progress.needed).toBe(48);
    expect(progress.open.find((b) => b.block === "dataBoundary")?.missing.map((m) => m.path)).toEqual([
      "dataBoundary.personalData",
    ]);
    expect(progress.unlooked).toBe(notLookedAt(draft).length);
    const whole = lookedAt(own(draft), notLookedAt(own(draft)));
    expect(progressOf(whole)).toMatchObject({ answered: progressOf(whole).needed, open: [], unlooked: 0 });
  });

  it("counts text that cannot be read in a field that nobody needs", () => {
    const draft = { ...chat(), unparsed: { "target.queueP95Ms": "soon" } };
    expect(progressOf(draft).needed - progressOf(draft).answered).toBe(5);
  });
});

describe("proposals", () => {
  it("answer nothing until they are taken, and are none for what only the person knows", () => {
    const empty: BriefDraft = { title: "Chat", kind: "interactive-inference" };
    const content = contentOf(empty);
    expect(defaultFor(content, "runtime.computePlatform", "Olga")).toEqual({
      path: "runtime.computePlatform",
      value: "cuda",
      reasonKey: "brief.defaults.mostOffers",
    });
    expect(missingFields(empty).map((m) => m.path)).toContain("runtime.computePlatform");
    expect(defaultFor(content, "owner", "Olga")?.value).toBe("Olga");
    for (const path of ["dataBoundary.personalData", "samples.synthetic", "controlBoundary.ownWeights"] as const)
      expect(defaultFor(content, path, "Olga"), path).toBeNull();
    expect(
      defaultFor(contentOf(withValue(empty, "runtime.computePlatform", "rocm")), "runtime.computePlatform", null),
    ).toBeNull();
  });
});
