import { describe, expect, it } from "vitest";
import unknownField from "@/lib/brief/fixtures/not-ok/unknown-field.json";
import { lora } from "@/lib/sample/fixtures/briefs";
import { command } from "./advise";

const run = (value: unknown) =>
  command.run({
    files: [{ name: "-", bytes: new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)) }],
    options: {},
    readFile: () => new Uint8Array(),
  });

describe("headroom advise", () => {
  it("gives the boundary and all five answers in order", async () => {
    const { output, exitCode } = await run({ id: "a", brief: lora });
    expect(exitCode).toBe(0);
    expect(output).toMatchObject({ id: "a", boundary: "vm", questions: [], hybrid: null });
    expect((output as { answers: { boundary: string }[] }).answers.map((a) => a.boundary)).toEqual([
      "managed-api",
      "serverless",
      "vm",
      "dedicated-node",
      "cluster",
    ]);
  });
  it("gives a cost line for every answer, and none while the four questions of prices are open", async () => {
    const spot = {
      id: "spot",
      provider: "Example",
      purchase: "on-demand",
      boundary: "vm",
      price: { amount: "2", currency: "USD", unit: "gpu-hour" },
      source: "a quote",
      dated: "2026-05-01",
    };
    const { output } = await run({ brief: lora, offers: [spot] });
    const { costs } = output as { costs: { answer: string; amount: string | null; missing: { code: string }[] }[] };
    expect(costs).toHaveLength(9);
    expect(costs.find((c) => c.answer === "vm")).toMatchObject({ currency: "USD", missing: [] });
    expect(costs.find((c) => c.answer === "cluster")).toMatchObject({ amount: null, missing: [{ code: "offer" }] });
    const open = { ...lora, capacityVanishes: { ...lora.capacityVanishes, retryRule: null } };
    expect((await run({ brief: open })).output).toMatchObject({ costs: null });
  });
  it("puts an error in place of a bad element and computes the others", async () => {
    const { output, exitCode } = await run([
      { id: "bad", brief: unknownField },
      { id: "good", brief: lora },
    ]);
    expect(exitCode).toBe(2);
    expect(output).toMatchObject([
      { id: "bad", error: { code: "UNKNOWN_FIELD", path: "brief.outcome.acceptedOutputs" } },
      { id: "good", boundary: "vm" },
    ]);
  });
  it("refuses what is not JSON, and unknown fields outside the brief", async () => {
    expect(await run("{")).toMatchObject({ exitCode: 2, output: { error: { code: "NOT_JSON" } } });
    expect(await run({ brief: lora, offer: [] })).toMatchObject({
      exitCode: 2,
      output: { error: { code: "UNKNOWN_FIELD", path: "offer" } },
    });
  });
  it("has a JSON Schema", () => {
    expect(command.schema()).toMatchObject({ type: "object", properties: { brief: {}, offers: {} } });
  });
});
