import { describe, expect, it } from "vitest";
import { benchResult } from "@/lib/sample/evidence";
import { lora } from "@/lib/sample/fixtures/briefs";
import { brief, item, plan, WINDOW } from "./fixtures/review-case";
import { measuredSpeed } from "./measured-speed";
import { cardSchema } from "./schema";
import { type EvidenceItem, selectEvidence } from "./selection";

const select = (...items: EvidenceItem[]) => selectEvidence(items, cardSchema.parse({}), WINDOW);
const facts = (id: string, format: string, values: EvidenceItem["facts"]): EvidenceItem => ({
  id,
  format,
  facts: values,
  gate: "load",
  complete: true,
  warnings: [],
  uploadedAt: "2026-06-02T12:00:00Z",
  takenAt: null,
});
const titan = [1, 2, 3, 4].map((n) => `step: ${n}  loss: 2.9${n}  memory: 40.1GiB(50.1%)  tps: 7,000  mfu: 40.1%`);

describe("the brief's own benchmark", () => {
  it("replaces the planning figures by what a load test printed", () => {
    const found = measuredSpeed(brief(), plan(), select(item("b", "load", benchResult())));
    const printed = JSON.parse(benchResult()) as Record<string, number>;
    expect(found).toMatchObject({
      kind: "serving",
      evidenceId: "b",
      format: "vllm-bench-json",
      timeToFirstTokenMs: printed.mean_ttft_ms,
      timePerTokenMs: printed.mean_tpot_ms,
      outputTokensPerSecond: printed.output_throughput,
    });
  });

  it("is none while nothing counts: outside the trial, cut, of another model, or several loads in one file", () => {
    const bench = item("b", "load", benchResult());
    const none = (e: EvidenceItem) => expect(measuredSpeed(brief(), plan(), select(e))).toBeNull();
    none({ ...bench, uploadedAt: "2026-07-02T12:00:00Z" });
    none({ ...bench, complete: false });
    none({ ...bench, facts: { ...bench.facts, model_id: "Qwen/Qwen3-8B" } });
    none({ ...bench, facts: { ...bench.facts, documents: 3 } });
    none(item("smi", "smoke", "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1f0c2d3e-0001-4000-8000-0000000000a1)\n"));
    expect(measuredSpeed(brief({}, lora), plan(), select(bench))).toBeNull();
  });

  it("takes a trainer's log for training: the job's tokens, or a card's times the plan's cards", () => {
    const learns = brief({}, lora);
    const log = item("t", "load", `${titan.join("\n")}\n`);
    expect(log.format).toBe("torchrun-log");
    const eight = plan({ count: 8 });
    expect(measuredSpeed(learns, eight, select(log))?.tokensPerSecond).toBe(56_000);
    const job = facts("j", "torchrun-log", { tokens_per_s_job: 9000, tokens_per_s_card: 1 });
    expect(measuredSpeed(learns, eight, select(job))?.tokensPerSecond).toBe(9000);
    const state = facts("h", "hf-trainer-state", { tokens_seen: 1_000_000, train_runtime_s: 500 });
    expect(measuredSpeed(learns, eight, select(state))).toMatchObject({ evidenceId: "h", tokensPerSecond: 2000 });
    expect(measuredSpeed(learns, eight, select(facts("e", "hf-trainer-state", { tokens_seen: 0 })))).toBeNull();
  });
});
