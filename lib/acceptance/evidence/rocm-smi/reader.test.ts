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

describe("rocm-smi", () => {
  it("reads caps, and keys with their unit", () => {
    expect(of("ok-caps-differ.txt").facts).toMatchObject({
      gpus: 2,
      power_caps_w: [500, 750],
      power_caps_differ: true,
    });
    expect(of("ok-json.json").facts).toMatchObject({
      cards: 1,
      id_key: ["GPU ID"],
      vram_total_b: "34342961152",
      driver: "6.3.6",
    });
  });
  it("knows no count where it was denied", () => {
    expect(of("bad-denied.txt").facts.gpus).toBeNull();
  });
});
