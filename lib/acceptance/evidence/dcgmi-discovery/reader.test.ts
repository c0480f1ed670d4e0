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

describe("dcgmi-discovery", () => {
  it("compares what the head states with the rows", () => {
    expect(of("bad-one-of-two.txt").facts).toMatchObject({ gpu_count: 2, gpu_rows_seen: 1, truncated: true });
  });
  it("has no name where the host engine has none", () => {
    expect(of("bad-names-unknown.txt").facts.names).toEqual([null]);
  });
});
