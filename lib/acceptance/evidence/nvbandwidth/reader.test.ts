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

describe("nvbandwidth", () => {
  it("checks the sum against its cells", () => {
    expect(of("ok-h2d.txt").facts).toMatchObject({
      sums: { host_to_device_memcpy_ce: 49.3 },
      min: { host_to_device_memcpy_ce: 24.6 },
    });
    expect(of("bad-sum.txt").warnings.map((w) => w.code)).toEqual(["INCONSISTENT"]);
  });
});
