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
  it.each<[string, string[], number | null]>([
    ["tests of the software alone", ["Denylist", "NVML Library"], 1],
    ["with memory and PCIe", ["Denylist", "Memory", "PCIe"], 2],
    ["with stress", ["memory", "pcie", "diagnostic", "targeted_power"], 3],
    ["with the long ones", ["memory", "pcie", "diagnostic", "memtest"], 4],
    ["one test asked for by name is no level", ["targeted_power"], 1],
    ["nor are the long ones alone", ["memory", "pcie", "memtest"], 2],
    ["no tests", [], null],
  ])("tells the level by its tests: %s", (_, names, level) => {
    const tests = names.map((name) => ({ name, results: [{ gpu_id: "0", status: "Pass" }] }));
    const category = { category: "Hardware", tests };
    const document = { "DCGM GPU Diagnostic": { test_categories: names.length > 0 ? [category] : [] } };
    const answer = readEvidence(JSON.stringify(document));
    expect(answer.format === null ? null : (answer.facts.level ?? null)).toBe(level);
  });
});
