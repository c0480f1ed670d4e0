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

describe("docker-digest", () => {
  it("takes the digest that can be pulled, never the id", () => {
    const digest = `sha256:${"a1b2c3d4e5f60718293a4b5c6d7e8f90".repeat(2)}`;
    expect(of("ok-pull.txt").facts.repo_digest).toBe(digest);
    expect(of("ok-inspect.json").facts.repo_digest).toBe(digest);
    expect(of("bad-never-pushed.json").facts.repo_digest).toBeNull();
    expect(of("bad-digest-cut.txt").facts).toMatchObject({ repo_digest: null, digest_cut: true });
  });
});
