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

describe("k8s-manifests", () => {
  it("multiplies by the replicas and knows a pinned image", () => {
    expect(of("ok-pinned.yaml").facts).toMatchObject({
      gpus_per_pod: 2,
      gpus_total: 6,
      images_pinned: { server: true },
      result: "ok",
    });
    expect(of("ok-tag-only.yaml").facts).toMatchObject({ images_pinned: { server: false }, result: "warn" });
  });
  it.each([
    ["bad-requests-differ.yaml", "must be equal to nvidia.com/gpu limit of 2"],
    ["bad-half-a-card.yaml", 'Invalid value: "500m": must be an integer'],
  ])("%s: the API server would refuse it", (name, error) => {
    expect(of(name).facts.api_error).toContain(error);
  });
  it("forgives no doubled key and follows no alias", () => {
    expect(of("bad-key-twice.yaml").facts).toMatchObject({ well_formed: false, gpus_total: null });
    expect(of("bad-aliases.yaml").facts.error).toBe("aliases are not followed");
  });
});
