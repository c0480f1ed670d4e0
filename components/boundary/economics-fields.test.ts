import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { economics } from "@/lib/boundary/economics/economics";
import { LOCALES } from "@/lib/i18n/locales";
import { askedEconomics, ECONOMICS_EXAMPLES, ECONOMICS_FIELDS, ECONOMICS_KINDS } from "./economics-fields";

describe("questions of cost", () => {
  it("each begin from an example that can be answered", () => {
    for (const kind of ECONOMICS_KINDS) {
      const asked = askedEconomics({ kind, ...ECONOMICS_EXAMPLES[kind] });
      if (!asked.ok) throw new Error(`${kind}: ${[...asked.missing, ...asked.unreadable].join()}`);
      expect(economics(asked.request).table.length).toBeGreaterThan(1);
      expect(Object.keys(ECONOMICS_EXAMPLES[kind]).filter((name) => !ECONOMICS_FIELDS[kind].includes(name))).toEqual(
        [],
      );
    }
  });

  it.each(LOCALES)("say in %s by what formula and from which source, in English as the answer itself", (locale) => {
    const { questions } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, `../../lib/i18n/messages/${locale}/boundary.json`), "utf8"),
    ) as { questions: Record<"formulas" | "sources", Readonly<Record<string, string>>> };
    const answers = ECONOMICS_KINDS.map((kind) => {
      const asked = askedEconomics({ kind, ...ECONOMICS_EXAMPLES[kind] });
      if (!asked.ok) throw new Error(kind);
      return economics(asked.request);
    });
    expect(Object.keys(questions.formulas).sort()).toEqual([...ECONOMICS_KINDS].sort());
    expect(Object.keys(questions.sources).sort()).toEqual([...ECONOMICS_KINDS].sort());
    if (locale !== "en") return;
    expect(questions.formulas).toEqual(Object.fromEntries(answers.map((a) => [a.kind, a.formula])));
    expect(questions.sources).toEqual(Object.fromEntries(answers.map((a) => [a.kind, a.source])));
  });

  it("tell what lacks from what cannot be read", () => {
    expect(askedEconomics({ kind: "spot" })).toMatchObject({
      missing: ["onDemandPerHour", "spotPerHour", "meanHoursBetweenInterruptions", "workHours"],
      unreadable: [],
    });
    const { period } = ECONOMICS_EXAMPLES;
    expect(askedEconomics({ kind: "period", ...period, cards: "1.5", setUpHours: "-1" })).toMatchObject({
      missing: [],
      unreadable: ["cards", "setUpHours"],
    });
    const reserved = { kind: "reserved-vs-on-demand", ...ECONOMICS_EXAMPLES["reserved-vs-on-demand"] };
    expect(askedEconomics({ ...reserved, demand: "two at night" })).toMatchObject({ unreadable: ["demand"] });
    expect(askedEconomics({ ...reserved, currency: "dollars" })).toMatchObject({ unreadable: ["currency"] });
  });
});
