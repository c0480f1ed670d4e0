import { describe, expect, it } from "vitest";
import { estimate } from "@/lib/memory/estimate";
import { CONFIG_ADDRESS_LIMIT, packConfig, unpackConfig } from "./config-address";
import { ESTIMATE_FIELDS, ESTIMATE_PARAMS } from "./estimate-fields";
import { askedRequest, controlAt, isUsable } from "./estimate-request";

const LLAMA = { model: "meta-llama/Llama-3.1-8B", gpu: "h100-sxm", tokens: "4096", concurrency: "8" };
const TYPED = { source: "typed", gpu: "h100-sxm", layers: "32", hidden: "4096", heads: "32", kvHeads: "8" };
const SHAPE = { ...TYPED, ffn: "14336", vocab: "128256", positions: "131072", tokens: "4096", concurrency: "8" };

describe("what the page asks", () => {
  it("names what is missing before it asks anything", () => {
    expect(askedRequest({}, "")).toEqual({ ok: false, code: "missing", fields: ["model", "gpu"] });
    expect(askedRequest({ source: "config", gpu: "h100-sxm" }, " ")).toMatchObject({ fields: ["config"] });
    expect(askedRequest(TYPED, "")).toMatchObject({ fields: ["ffn", "vocab"] });
  });

  it("says a name that no model has at once, also before a card is chosen", () => {
    expect(askedRequest({ model: "qwen3 32" }, "")).toEqual({
      ok: false,
      code: "unreadable",
      field: "model",
      words: null,
    });
    expect(askedRequest({ model: "qwen3 32b" }, "")).toMatchObject({ code: "missing", fields: ["gpu"] });
  });

  it("gives the same memory for the typed numbers of a model as for the model", () => {
    const known = askedRequest(LLAMA, "");
    const typed = askedRequest(SHAPE, "");
    expect(known.ok && typed.ok).toBe(true);
    if (!known.ok || !typed.ok) return;
    const [a, b] = [estimate(known.request), estimate(typed.request)];
    expect(b.kv?.logicalBytesPerTokenPerGpu).toBe(131072);
    expect(b.kv?.logicalBytesPerTokenPerGpu).toBe(a.kv?.logicalBytesPerTokenPerGpu);
    expect(b.perGpu?.weightsGib).toBeCloseTo(a.perGpu?.weightsGib ?? 0, 3);
  });

  it("lets the server hold at least one request of the planned load", () => {
    const asked = askedRequest(LLAMA, "");
    expect(asked.ok && asked.request.run).toMatchObject({ kind: "serve", maxModelLen: 4096, contextTokens: 4096 });
    const longer = askedRequest({ ...LLAMA, context: "8192" }, "");
    expect(longer.ok && longer.request.run).toMatchObject({ maxModelLen: 8192 });
  });

  it("keeps text that is no number and names its control", () => {
    expect(askedRequest({ ...LLAMA, tokens: "4k" }, "")).toMatchObject({ code: "unreadable", field: "tokens" });
    expect(askedRequest({ ...LLAMA, util: "1.5" }, "")).toMatchObject({ code: "unreadable", field: "util" });
    expect(askedRequest({ ...LLAMA, util: "0.85" }, "").ok).toBe(true);
    expect(askedRequest({ ...LLAMA, model: "nobody/nothing" }, "")).toMatchObject({ field: "model" });
  });

  it("says where a config stops being JSON, and reads bare NaN", () => {
    const v = { source: "config", gpu: "h100-sxm" };
    expect(askedRequest(v, '{\n  "a": 1,\n  oops\n}')).toMatchObject({ code: "config", line: 3, column: 3 });
    expect(askedRequest(v, '{"a": NaN}').ok).toBe(true);
  });

  it("leaves out answers of another kind", () => {
    const asked = askedRequest({ ...LLAMA, width: "not a number", kind: "serve" }, "");
    expect(asked.ok).toBe(true);
  });

  it("has one name per control, and finds the control of every refusal path", () => {
    expect(new Set(ESTIMATE_PARAMS).size).toBe(ESTIMATE_PARAMS.length);
    for (const f of ESTIMATE_FIELDS) expect(isUsable(f, f.fallback ?? "")).toBe(true);
    expect(controlAt("model.config.num_layers")).toBe("config");
    expect(controlAt("run.maxModelLen")).toBe("context");
    expect(controlAt(null)).toBeNull();
  });
});

describe("a config in the address", () => {
  it("comes back word for word", () => {
    const text = `{"model_type": "llama", "note": "zażółć gęślą jaźń 🙂"}`;
    expect(unpackConfig(packConfig(text) ?? "")).toBe(text);
  });
  it("is refused where it is damaged, and not put there where it is too long", () => {
    expect(unpackConfig("%%%")).toBeNull();
    expect(unpackConfig("x".repeat(CONFIG_ADDRESS_LIMIT + 1))).toBeNull();
    const random = Array.from({ length: 20_000 }, (_, i) => ((i * 7919 + (i % 13) * 104729) % 9973).toString(36)).join(
      "",
    );
    expect(packConfig(random)).toBeNull();
  });
});
