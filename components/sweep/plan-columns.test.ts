import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { sweepSchema } from "@/lib/boundary/sweep/schema";
import { sweep } from "@/lib/boundary/sweep/sweep";
import { sheetCsv } from "@/lib/sheet/csv";
import { PLAN_COLUMNS } from "./plan-columns";

const asked = sweepSchema.parse({
  model: { preset: "meta-llama/Llama-3.1-8B" },
  run: { kind: "serve" },
  gpus: ["h100-sxm", "l4"],
  load: { concurrency: 8, inputTokens: 512, outputTokens: 128 },
  offers: [
    {
      id: "=OFF-1",
      provider: "p",
      acceleratorId: "h100-sxm",
      purchase: "on-demand",
      boundary: "vm",
      price: { amount: "2.690000000000000001", currency: "USD", unit: "gpu-hour" },
      source: "s",
      dated: "2026-11-30",
    },
  ],
});

describe("plans as a file", () => {
  const result = sweep(asked);
  if (!result.ok) throw new Error(result.message);
  const { plans } = result.answer;
  const rows = parse(sheetCsv(PLAN_COLUMNS, plans), { bom: true, columns: true }) as Record<string, string>[];

  it("have a row for each, with the numbers of the search and the exact price", () => {
    expect(rows).toHaveLength(plans.length);
    const at = plans.findIndex((p) => p.gpu === "h100-sxm");
    const [plan, row] = [plans[at], rows[at]];
    expect(row).toMatchObject({
      card: "h100-sxm",
      card_name: "NVIDIA H100 SXM",
      cards: "1",
      cost_per_hour: "2.690000000000000001",
      currency: "USD",
      memory_total_gib: String(plan?.totalGib),
      time_per_token_low_ms: String(plan?.speed?.timePerTokenMs.low),
      cost_per_accepted_output_expected: plan?.costPerAccepted?.expected,
    });
  });

  it("say why one was rejected and leave empty what is not known; no id runs as a formula", () => {
    const l4 = rows.find((r) => r.card === "l4");
    expect(l4?.cost_per_hour).toBe("");
    expect(plans.find((p) => p.gpu === "l4")?.rejectedBecause?.message ?? "").toBe(l4?.rejected_because);
    expect(rows.find((r) => r.card === "h100-sxm")?.offer).toBe("'=OFF-1");
  });

  it("have names that say the unit, each once", () => {
    const names = PLAN_COLUMNS.map((c) => c.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });
});
