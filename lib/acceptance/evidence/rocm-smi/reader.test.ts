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
  it("reads the JSON of amd-smi, as a list and under gpu_data, memory in its own unit alone", () => {
    const item = (gpu: number, unit: string) => ({
      gpu,
      asic: { market_name: "AMD Instinct MI300X", device_id: "0x74a1" },
      uuid: `1cff74a1-0000-1000-80d4-00000000000${gpu}`,
      vram: { type: "HBM3", size: { value: 196_592, unit } },
      limit: { max_power: { value: 750, unit: "W" } },
      driver: { name: "amdgpu", version: "6.10.5" },
    });
    const told = {
      format: "rocm-smi",
      complete: true,
      tool: "amd-smi",
      facts: {
        gpus: 2,
        name: "AMD Instinct MI300X",
        memory_total_mb: 196_592,
        power_caps_w: [750, 750],
        driver: "6.10.5",
      },
    };
    const two = [item(0, "MB"), item(1, "MB")];
    expect(readEvidence(JSON.stringify(two))).toMatchObject(told);
    expect(readEvidence(JSON.stringify({ gpu_data: two }, null, 4))).toMatchObject(told);
    expect(readEvidence(JSON.stringify([item(0, "GB")]))).toMatchObject({ facts: { gpus: 1, memory_total_mb: null } });
    expect(readEvidence(JSON.stringify([item(0, "MB"), item(0, "MB")]))).toMatchObject({ complete: false });
    expect(readEvidence(JSON.stringify([item(0, "MB"), { gpu: "N/A", asic: {} }]))).toMatchObject({ complete: false });
    expect(readEvidence(JSON.stringify(two).slice(0, -40))).not.toMatchObject({ complete: true });
  });
  it("knows no count where it was denied", () => {
    expect(of("bad-denied.txt").facts.gpus).toBeNull();
  });
});
