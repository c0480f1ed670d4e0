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

describe("collect-env", () => {
  it("reads versions, and a driver that does not carry the build", () => {
    expect(of("ok-two-l40s.txt").facts).toMatchObject({
      torch: "2.8.0+cu128",
      gpus: 2,
      driver: "570.86.15",
      cuda_available: true,
    });
    expect(of("bad-no-device.txt").warnings.map((w) => w.code)).toEqual(["NO_DEVICE"]);
  });
});
