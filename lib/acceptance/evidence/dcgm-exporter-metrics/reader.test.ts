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

describe("dcgm-exporter-metrics", () => {
  it("does not take the mark of an unknown value for a count", () => {
    expect(of("ok-two-l40s.txt").facts).toMatchObject({
      samples: 6,
      ecc_double_bit_volatile: { "node-a:0": null, "node-a:1": null },
      xid_errors: { "node-a:0": 0, "node-a:1": 0 },
    });
  });
});
