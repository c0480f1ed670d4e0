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

describe("nvidia-smi-L", () => {
  it("is no inventory when a card is listed twice", () => {
    expect(of("bad-listed-twice.txt").facts).toMatchObject({ gpu_lines: 3, gpu_count_physical: 2, shared: true });
  });
});
