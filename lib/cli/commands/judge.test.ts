import { describe, expect, it } from "vitest";
import { interactive } from "@/lib/sample/fixtures/briefs";
import { command } from "./judge";

const PLAN = {
  boundary: "managed-api",
  offer: null,
  count: 1,
  period: { start: "2026-06-01", end: "2026-07-01" },
  owner: "a",
  stopRule: "b",
  fallbacks: { lostAllocation: "c", shortage: "d", failedDeployment: "e" },
  trial: { endDate: "2026-06-04", budget: { amount: "1", currency: "USD" } },
};
const run = (value: unknown) =>
  command.run({
    files: [{ name: "-", bytes: new TextEncoder().encode(JSON.stringify(value)) }],
    options: {},
    readFile: () => new Uint8Array(),
  });

describe("headroom judge", () => {
  it("ends with 1 where something failed, and shows area by area", async () => {
    const { output, exitCode } = await run({ id: "j", card: { brief: interactive }, facts: [], plan: PLAN });
    expect(exitCode).toBe(1);
    const judged = output as { areas: { area: string; state: string }[]; checks: { state: string }[] };
    expect(output).toMatchObject({ id: "j", verdict: "failed" });
    expect(judged.areas).toHaveLength(9);
    expect(judged.checks).toHaveLength(6);
    expect(judged.areas[1]).toMatchObject({ area: "allocation-boundary", state: "failed", limit: "dedicated-node" });
    expect(judged.checks.some((c) => c.state === "passed")).toBe(false);
  });
  it("refuses unknown fields with their path", async () => {
    expect(await run({ card: { brief: interactive, gate: 1 }, facts: [], plan: PLAN })).toMatchObject({
      exitCode: 2,
      output: { error: { code: "UNKNOWN_FIELD", path: "card.gate" } },
    });
    expect(await run({ card: { brief: { titel: "x" } }, facts: [], plan: PLAN })).toMatchObject({
      output: { error: { code: "UNKNOWN_FIELD", path: "card.brief.titel" } },
    });
  });
  it("has a JSON Schema", () => {
    expect(command.schema()).toMatchObject({ type: "object", properties: { card: {}, facts: {}, plan: {} } });
  });
});
