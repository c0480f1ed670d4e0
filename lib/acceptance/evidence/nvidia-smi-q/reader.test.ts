import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type EvidenceAnswer, readEvidence } from "../read";

const sample = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name), "utf8");

function of(name: string): EvidenceAnswer {
  const answer = readEvidence(sample(name));
  if (answer.format === null) throw new Error(answer.error.message);
  return answer;
}

describe("nvidia-smi-q", () => {
  it("never adds the volatile to the aggregate counter for a judgement", () => {
    const { facts } = of("ok-two-l40s.txt");
    expect(facts).toMatchObject({ ecc_uncorrectable_volatile: 0, ecc_uncorrectable_aggregate: 6, gpu_blocks: 2 });
  });
  it("shows rows that wait for a reset", () => {
    const answer = of("ok-remap-pending.txt");
    expect(answer.facts.remapped_rows_pending).toEqual(["Yes"]);
    expect(answer.warnings.map((w) => w.code)).toContain("REMAP_PENDING");
  });
  it("compares the cards attached with the blocks found", () => {
    expect(of("bad-one-of-two.txt").facts).toMatchObject({ attached_gpus: 2, gpu_blocks: 1, truncated: true });
  });
});
