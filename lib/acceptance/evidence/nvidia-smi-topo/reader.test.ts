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

describe("nvidia-smi-topo", () => {
  it("counts both directions of every pair", () => {
    expect(of("ok-nv12.txt").facts).toMatchObject({
      gpu_gpu_links: { NV12: 12 },
      all_nvlink: true,
      nvswitch: true,
      numa_nodes: 2,
    });
    expect(of("ok-pcie.txt").facts).toMatchObject({
      gpu_gpu_links: { SYS: 12 },
      all_nvlink: false,
      nvswitch: null,
      legend: false,
    });
  });
  it("sees that two rows say different things of one pair", () => {
    expect(of("bad-not-symmetric.txt").facts).toMatchObject({
      symmetric: false,
      all_nvlink: true,
      uniform_nvlink: false,
    });
  });
  it("reads the same where blanks stand for tabs", () => {
    const spaced = sample("ok-pcie.txt").replaceAll("\t", "     ");
    const answer = readEvidence(spaced);
    expect(answer.format !== null && answer.facts.gpu_gpu_links).toEqual({ SYS: 12 });
  });
});
