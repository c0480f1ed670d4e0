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

describe("k8s-nodes", () => {
  it("sees the card that cannot be allocated", () => {
    const answer = of("ok-one-card-unhealthy.json");
    expect(answer.facts).toMatchObject({ capacity: 2, allocatable: 1 });
    expect(answer.warnings.map((w) => w.code)).toEqual(["UNHEALTHY_GPU"]);
  });
  it("counts cards, not shares, in a description", () => {
    expect(of("ok-described.txt").facts).toMatchObject({
      gpu_allocatable: 8,
      physical_gpus: 2,
      sharing: "time-slicing",
      replicas: 4,
    });
  });
  it("takes no simulated node", () => {
    expect(of("bad-simulated.json").facts.fake).toBe(true);
  });
});
