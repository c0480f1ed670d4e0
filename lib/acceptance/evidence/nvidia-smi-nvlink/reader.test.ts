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

describe("nvidia-smi-nvlink", () => {
  it("counts active and inactive links apart", () => {
    expect(of("ok-one-link-down.txt").facts).toMatchObject({ gpus: 2, links: 23, inactive: 1, speeds: ["25"] });
  });
  it("has no data in an empty output that is named", () => {
    expect(readEvidence("", "nvidia-smi-nvlink")).toMatchObject({ facts: { links: 0, empty: true }, complete: false });
    expect(readEvidence("")).toMatchObject({ format: null });
  });
});
