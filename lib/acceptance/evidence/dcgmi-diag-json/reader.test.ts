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

describe("dcgmi-diag-json", () => {
  it("finds a failure that only the summary of a test tells", () => {
    expect(of("bad-only-summary-fails.json").facts).toMatchObject({
      failed_or_warned_tests: ["memory"],
      result: "fail",
    });
  });
  it("is an error without tests, and inconclusive where all were skipped", () => {
    expect(of("bad-no-tests.json").facts.result).toBe("error");
    expect(of("bad-skipped.json").facts.result).toBe("inconclusive");
  });
});
