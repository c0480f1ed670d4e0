import { describe, expect, it } from "vitest";
import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import { brief, checkOf, EVIDENCE, input, item, LOG, plan } from "./fixtures/review-case";
import { judge } from "./judge";
import { REMEDIES, remediesFor } from "./remedies";

const at = { brief: brief({}), plan: plan({}) };
const codes = (list: readonly Criterion[], where = at) => remediesFor(list, where).map((r) => r.code);
const bad = (id: string, seen: number | null = null) => failed({ id, seen }, "above-limit");

describe("remedies", () => {
  it("come cheapest first, each once, with what they answer", () => {
    const all = remediesFor([failed({ id: "fits" }, "out-of-memory"), bad("cache", 20_000)], at);
    expect(all.map((r) => r.effort)).toEqual([...all.map((r) => r.effort)].sort((a, b) => a - b));
    expect(new Set(all.map((r) => r.code)).size).toBe(all.length);
    expect(all.find((r) => r.code === "fewer-at-once")?.answers).toEqual(["fits", "cache"]);
    for (const r of all) expect(r.effort).toBe(REMEDIES[r.code]);
  });

  it("are given for what failed alone", () => {
    expect(codes([passed({ id: "cache" }), notEvidenced({ id: "tokens" }, "no-load-result")])).toEqual([]);
  });

  it.each<[string, Criterion[], string]>([
    ["out of memory", [failed({ id: "fits" }, "out-of-memory")], "defragment"],
    ["driver too old", [failed({ id: "driver" }, "too-old")], "look-up-matrix"],
    ["underuse", [failed({ id: "tokens" }, "below-limit")], "prefetch"],
    ["slices", [failed({ id: "whole-cards" }, "mig-slice")], "slices-to-size"],
    ["a tail", [bad("ttft-p95")], "chunk-prefill"],
    ["a broken card", [failed({ id: "xid" }, "xid-of-hardware")], "run-diagnostic-again"],
    ["two drivers", [failed({ id: "driver" }, "versions-differ")], "same-driver-everywhere"],
    ["secrets", [failed({ id: "image-secrets" }, "secrets-found")], "rebuild-without-secrets"],
    ["an old checkpoint", [bad("checkpoint-age")], "checkpoint-more-often"],
    ["money", [failed({ id: "budget" }, "over-budget")], "end-the-trial"],
  ])("for %s begin with the cheapest", (_, list, first) => expect(codes(list)[0]).toBe(first));

  it("for slow peers look at links and binding first, and only where there are peers", () => {
    const two = { ...at, plan: plan({ count: 2 }) };
    expect(codes([failed({ id: "collective" }, "below-limit")], two).slice(0, 2)).toEqual([
      "look-at-links",
      "bind-to-numa",
    ]);
    expect(codes([failed({ id: "collective" }, "below-limit")])).not.toContain("look-at-links");
  });

  it("leave out what is done already", () => {
    const done = brief({ "memoryShape.kvCacheDtype": "fp8", "memoryShape.weightFormat": "fp8" });
    const list = codes([failed({ id: "fits" }, "out-of-memory")], { ...at, brief: done });
    expect(list).not.toContain("kv-precision");
    expect(list).not.toContain("weights-in-fewer-bits");
    expect(codes([failed({ id: "fits" }, "out-of-memory")])).toContain("kv-precision");
  });

  it("take training's own for training", () => {
    const training = brief({ "memoryShape.runKind": "train", "memoryShape.checkpointing": "full" });
    const list = codes([failed({ id: "fits" }, "out-of-memory")], { ...at, brief: training });
    expect(list).toContain("smaller-micro-batch");
    expect(list).not.toContain("recompute-activations");
    expect(list).not.toContain("kv-precision");
  });

  it("say how many contexts the measured cache holds", () => {
    const fits = (seen: number) =>
      remediesFor([bad("cache", seen)], { ...at, brief: brief({ "memoryShape.contextTokens": 4_096 }) }).find(
        (r) => r.code === "fewer-at-once",
      )?.params;
    expect(fits(8_192)).toEqual({ fits: 2 });
    expect(fits(8_191)).toEqual({ fits: 1 });
    expect(fits(4_095)).toEqual({});
  });

  it("stand beside a failed check in the judgement, and beside no other", () => {
    const full = item("log", "smoke", LOG.replace("455,632", "1,000").replace("55.62x", "0.12x"));
    const given = input({ evidence: [...EVIDENCE.filter((e) => e.id !== "log"), full] });
    expect(checkOf(given, "memory")?.state).toBe("failed");
    expect(checkOf(given, "memory")?.remedies[0]?.code).toBe("defragment");
    const judged = judge(given);
    for (const j of [...judged.areas, ...judged.checks]) expect(j.remedies.length > 0).toBe(j.state === "failed");
  });
});
