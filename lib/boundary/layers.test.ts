import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { isFieldPath } from "@/lib/brief/fields";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { changed, offer } from "./fixtures/briefs";
import { LAYERS, type LayerInput, layersOf } from "./layers";
import { pathsOf } from "./paths";
import { type Plan, readPlan } from "./plan";

const plan = (more: Parameters<typeof offer>[0] | null = null, count = 2): Plan => {
  const reading = readPlan({
    boundary: "vm",
    offer: offer(more ?? { id: "OFF-1", amount: "2", acceleratorId: "h100-sxm" }),
    count,
    period: { start: "2026-12-01", end: "2026-12-31" },
    owner: "Team",
    stopRule: "Stop",
    fallbacks: { lostAllocation: "a", shortage: "b", failedDeployment: "c" },
    trial: { endDate: "2026-12-04", budget: { amount: "300", currency: "USD" } },
  });
  if (!reading.ok) throw new Error("the plan is one");
  return reading.plan;
};
const items = (input: unknown, more: Partial<LayerInput> = {}, changes: Partial<Record<FieldPath, FieldValue>> = {}) =>
  new Map(
    layersOf({ brief: contentOf(changed(input, changes)), plan: null, fits: null, ...more }).map((i) => [i.id, i]),
  );

describe("the six layers", () => {
  it("hold the method's 39 items, each once, and name a field that exists", () => {
    for (const brief of [interactive, lora, video, {}]) {
      const all = layersOf({ brief: contentOf(brief), plan: null, fits: null });
      expect(new Set(all.map((i) => i.id)).size).toBe(39);
      expect([...new Set(all.map((i) => i.layer))]).toEqual([...LAYERS]);
      for (const { where } of all) if (where.kind === "brief") expect(isFieldPath(where.field)).toBe(true);
    }
  });

  it("are open in an empty brief but where an answer could not matter", () => {
    const states = [...items({}).values()].filter((i) => i.state === "settled");
    expect(states).toEqual([]);
  });

  it("settle the quota only where somebody looked and it holds the plan's cards", () => {
    const quota = (quotaCards: number | null, quotaSource: string | null = "console, 2026-05-01") =>
      items(lora, { plan: plan({ id: "OFF-1", amount: "2", quotaCards, quotaSource }) }).get("quota")?.state;
    expect([quota(null), quota(1), quota(0), quota(2)]).toEqual(["open", "open", "open", "settled"]);
    expect(quota(2, null)).toBe("open");
  });

  it("say where: brief, plan, offer, estimate, or only the review", () => {
    const found = items(interactive, { plan: plan(), fits: true });
    const where = (id: string) => found.get(id)?.where.kind;
    expect([where("card"), where("memory"), where("budget"), where("health")]).toEqual([
      "offer",
      "estimate",
      "plan",
      "review",
    ]);
    expect(found.get("memory")?.state).toBe("settled");
    expect(items(interactive, { fits: false }).get("memory")?.state).toBe("open");
    expect(found.get("checkpoints")).toMatchObject({ state: "not-applicable", where: { field: "kind" } });
    expect(items(lora).get("autoscaling")?.state).toBe("not-applicable");
    expect(items(lora, {}, { "controlBoundary.fabric": "between-nodes" }).get("fabric")).toMatchObject({
      state: "open",
      where: { kind: "review" },
    });
    expect(items(lora, {}, { "controlBoundary.fabric": "none" }).get("fabric")?.state).toBe("not-applicable");
  });

  it("a restore that was not tried is open at what was not tried", () => {
    const tried = {
      "persist.weightsRestore": "tested",
      "persist.checkpointsRestore": "tested",
      "persist.outputsRestore": "tested",
    } as const;
    expect(items(lora).get("restore-test")).toMatchObject({
      state: "open",
      where: { field: "persist.weightsRestore" },
    });
    expect(items(lora, {}, tried).get("restore-test")?.state).toBe("settled");
  });
});

describe("the paths", () => {
  it("are drawn from the brief's own answers, and name what lacks at its station", () => {
    const { request, failure } = pathsOf(contentOf(interactive));
    expect(request.map((s) => s.id)).toEqual([
      "client",
      "auth",
      "queue",
      "workload",
      "observe",
      "model",
      "data",
      "alert",
    ]);
    expect(request.find((s) => s.id === "model")?.facts).toContainEqual({
      field: "memoryShape.modelRevision",
      value: "0e9e39f",
    });
    expect(request.find((s) => s.id === "workload")?.open).toContain("memoryShape.acceleratorId");
    expect(failure.map((s) => s.id)).toContain("seen");
    expect(pathsOf(contentOf(lora)).request.map((s) => s.id)).toContain("checkpoint");
    expect(pathsOf(contentOf(lora)).failure.map((s) => s.id)).not.toContain("seen");
    for (const step of [...request, ...failure])
      for (const f of [...step.open, ...step.facts.map((x) => x.field)]) expect(isFieldPath(f)).toBe(true);
  });
});
