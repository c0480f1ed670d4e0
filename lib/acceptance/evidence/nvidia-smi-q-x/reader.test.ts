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

describe("nvidia-smi-q-x", () => {
  it("expands no entity and loads no declaration", () => {
    const answer = of("bad-entities.xml");
    expect(answer.facts).toMatchObject({ well_formed: false, names: [] });
    expect(JSON.stringify(answer)).not.toContain("aaaaaaaaaa");
  });
  it("reads the power of newer versions", () => {
    expect(of("ok-two-l40s.xml").facts).toMatchObject({
      power_draw: ["33.10 W"],
      power_element: ["gpu_power_readings"],
    });
  });
});
