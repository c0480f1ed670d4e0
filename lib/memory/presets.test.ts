import { describe, expect, it } from "vitest";
import { listModelPresets } from "@/lib/catalog/models";
import { estimate } from "./estimate";
import { parseEstimateRequest } from "./schema";

describe("models of the catalogue", () => {
  it("are at least 120, each once, with a source", () => {
    const presets = listModelPresets();
    expect(presets.length).toBeGreaterThanOrEqual(120);
    expect(new Set(presets.map(({ id }) => id.toLowerCase())).size).toBe(presets.length);
    for (const { id, source } of presets) expect(source.length, id).toBeGreaterThan(10);
  });

  it("are all estimated", () => {
    for (const { id, kind } of listModelPresets()) {
      if (kind === "media") continue;
      const run = kind === "encoder" ? ({ kind: "embed" } as const) : ({ kind: "serve", maxModelLen: 2048 } as const);
      const parsed = parseEstimateRequest({ model: { preset: id }, run, gpu: { totalGib: 8000 } });
      if (!parsed.ok) throw new Error(`${id}: ${parsed.message}`);
      const answer = estimate(parsed.request);
      expect(answer.verdict, `${id}: ${answer.reasons[0]?.message}`).not.toBe("not-estimable");
      expect(Number(answer.parameters?.weightBytes), id).toBeGreaterThan(1e8);
    }
  });
});
