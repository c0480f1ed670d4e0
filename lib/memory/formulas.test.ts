import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { type FormulaKind, formulasOf, requestsOf, symbolsIn } from "./formulas";
import { english } from "./word";

const KINDS: readonly FormulaKind[] = ["serve", "train", "media"];

describe("formulas that are shown", () => {
  it("come out of requests that can all be estimated", () => {
    for (const kind of KINDS)
      for (const request of requestsOf(kind))
        expect(estimate(request).reasons.map((r) => r.code)).not.toContain("unusable-field");
  });

  it("are each shown once, with what they count and their source", () => {
    const serve = formulasOf("serve");
    const weights = serve.find((f) => f.formula === "Σ rows × columns × bits ÷ 8 + scales, per rank");
    expect(weights?.whats.map(english)).toEqual(
      expect.arrayContaining(["attention", "experts", "embedding", "output head"]),
    );
    expect(new Set(serve.map((f) => `${f.part} ${f.formula}`)).size).toBe(serve.length);
    for (const kind of KINDS) for (const f of formulasOf(kind)) expect(f.sources, f.formula).not.toEqual([]);
  });

  it("hold those of the sampler, the experts, the cache of each kind of engine and the optimizer", () => {
    const all = KINDS.flatMap((kind) => formulasOf(kind).map((f) => f.formula));
    expect(all).toEqual(
      expect.arrayContaining([
        "B × S × V + 3 × T × h",
        "2 × T × k × (max(2m, h) + max(m, h))",
        "usable × utilisation − weights − activations − runtime",
        "share × (usable − weights − activations − runtime)",
        "sequences × (tokens × bytes per token + state)",
        "patches × (6 × I + 6 × h) of the tower",
        "4 × T × h",
        "parameters × 8 ÷ shards",
        "2 × h per token and layer",
        "trained × 4",
        "parameters × bits ÷ 8",
      ]),
    );
  });

  it("miss none that the estimator writes out for these kinds of work", () => {
    const files = ["activations", "runtime", "serve-stage", "training"].map((name) =>
      readFileSync(path.join(import.meta.dirname, `${name}.ts`), "utf8"),
    );
    const written = files.flatMap((text) =>
      [...text.matchAll(/"(formula\.[\w-]+)"|asWritten\(\s*"([^"]*[×÷−][^"]*)"/g)].map((m) => m[1] ?? m[2] ?? ""),
    );
    const shown = new Set(KINDS.flatMap((kind) => formulasOf(kind).flatMap((f) => [f.formula, f.words.code])));
    expect(written.length).toBeGreaterThan(25);
    expect(written.filter((formula) => !shown.has(formula))).toEqual([]);
  });
});

describe("symbols", () => {
  const all = KINDS.flatMap((kind) => formulasOf(kind));
  const docs = path.join(import.meta.dirname, "../i18n/docs");

  it("are found in what is written", () => {
    const one = (formula: string) => symbolsIn([{ formula }]);
    expect(one("2 × T × k × (max(2m, h) + max(m, h))")).toEqual(["T", "k", "m", "h"]);
    expect(one("2 × 500 M elements × 2")).toEqual([]);
  });

  it.each(readdirSync(docs))("are all explained in %s, and no others", (locale) => {
    const { symbols } = JSON.parse(readFileSync(path.join(docs, locale, "memory.json"), "utf8")) as {
      symbols: Record<string, string>;
    };
    expect(Object.keys(symbols).sort()).toEqual(symbolsIn(all).sort());
  });
});
