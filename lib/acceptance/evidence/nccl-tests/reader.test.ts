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

describe("nccl-tests", () => {
  it("judges the largest size, and knows the collective from its ratio or its name only", () => {
    expect(of("ok-two-l40s.txt").facts).toMatchObject({
      rows: 3,
      largest_size: 1073741824,
      busbw_largest_oop_ip: [22, 22],
      wrong_total: 0,
      op: null,
      result: "pass",
    });
  });
  it("reads no table in other units than its own", () => {
    const whole = sample("ok-two-l40s.txt");
    for (const [own, other] of [
      ["(GB/s)", "(MB/s)"],
      ["(us)", "(ms)"],
    ] as const) {
      expect(whole).toContain(own);
      const answer = readEvidence(whole.replaceAll(own, other));
      expect(answer).toMatchObject({
        complete: false,
        facts: { rows: 0, busbw_largest_oop_ip: null, wrong_total: null },
      });
    }
  });
  it.each([
    ["bad-wrong-values.txt", "fail"],
    ["bad-row-taken-out.txt", "incomplete"],
    ["bad-average-of-other-rows.txt", "inconsistent"],
    ["bad-one-rank.txt", "inconclusive"],
    ["bad-no-summary.txt", "incomplete"],
  ])("%s is %s", (name, result) => {
    expect(of(name).facts.result).toBe(result);
  });
});
