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

describe("nvidia-smi-csv", () => {
  it("names each column, also without units", () => {
    expect(of("ok-nounits.txt").facts).toMatchObject({
      "memory.total": ["46068"],
      power_w: [33.1, 34.02],
      gpu_count: 2,
    });
  });
  it("finds the card that is lost, and drivers that contradict each other", () => {
    expect(of("bad-lost.txt").facts).toMatchObject({ healthy: [0], bad: [1] });
    expect(of("bad-two-drivers.txt").warnings.map((w) => w.code)).toEqual(["INCONSISTENT"]);
  });
  it("reads no figure in another unit than its own", () => {
    const head = (unit: string, cell: string) => readEvidence(`index, memory.total [${unit}]\n0, ${cell}\n`);
    expect(head("MiB", "81559 MiB")).toMatchObject({ facts: { memory_total_mib: [81_559] } });
    expect(head("GiB", "79 GiB")).toMatchObject({ facts: { memory_total_mib: [null] } });
    expect(head("GiB", "79")).toMatchObject({ facts: { memory_total_mib: [null], "memory.total": ["79 GiB"] } });
  });
  it("is not complete when the last figure lost its unit", () => {
    const text = "index, power.draw [W]\n0, 700.00 W\n1, 70";
    const answer = readEvidence(text);
    expect(answer.format !== null && answer.complete).toBe(false);
  });
});
