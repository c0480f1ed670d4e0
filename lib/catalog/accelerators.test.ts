import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withSharedData } from "@/lib/testing/shared-data";
import { findAccelerator, listAccelerators, searchAccelerators } from "./accelerators";
import { acceleratorSchema } from "./schema";

describe("accelerators", () => {
  it("each row has its source, its date and one id", () => {
    for (const card of listAccelerators()) expect(acceleratorSchema.safeParse(card).error).toBeUndefined();
    expect(new Set(listAccelerators().map((a) => a.id)).size).toBe(listAccelerators().length);
  });
  it("what the engine sees is never more than the driver reports", () => {
    for (const { id, memory } of listAccelerators()) {
      if (memory.engineTotalGib === null || memory.reportedMib === null) continue;
      expect(memory.engineTotalGib * 1024, id).toBeLessThanOrEqual(memory.reportedMib);
    }
    expect(findAccelerator("h100-sxm")?.memory.engineTotalGib).toBe(79.19);
  });
  it("is found by any of its names, and unknown ids give null", () => {
    expect(searchAccelerators("h100 sxm5").map((a) => a.id)).toContain("h100-sxm");
    expect(findAccelerator("h100")).toBeNull();
  });
  it("agrees with the shared facts on every card's memory and bandwidth", () =>
    withSharedData((dir) => {
      const facts = JSON.parse(readFileSync(path.join(dir, "catalog/gpus.json"), "utf8")) as {
        gpus: { id: string; memory: { reported_mib: number | null }; bandwidth_gb_s: number }[];
      };
      expect(facts.gpus.length).toBeGreaterThan(40);
      for (const fact of facts.gpus) {
        const card = findAccelerator(fact.id);
        expect(card?.memory.reportedMib, fact.id).toBe(fact.memory.reported_mib);
        expect(card?.bandwidthGbPerS, fact.id).toBe(fact.bandwidth_gb_s);
      }
    }));
});
