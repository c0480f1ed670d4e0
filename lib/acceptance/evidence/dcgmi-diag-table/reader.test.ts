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

describe("dcgmi-diag-table", () => {
  it("fails although the tool says that it ran successfully", () => {
    expect(of("bad-memory-fails.txt").facts).toMatchObject({
      status_rows: { Pass: 1, Fail: 1 },
      failed_or_warned_rows: ["memory"],
      failed_gpus: [1],
      result: "fail",
    });
  });
  it("joins a message that was broken in the middle of a word", () => {
    const [message] = of("bad-memory-fails.txt").facts.messages as { text: string }[];
    expect(message?.text).toContain("read back, so");
    expect(message?.text).toContain("GPU 1 should be taken out of use.");
  });
  it("measures nothing where every hardware test was skipped", () => {
    expect(of("bad-all-skipped.txt").facts.result).toBe("inconclusive");
    expect(of("ok-level-3.txt").facts).toMatchObject({ result: "pass", level: 3, gpus: 2, passed_gpus: [0, 1] });
  });
});
