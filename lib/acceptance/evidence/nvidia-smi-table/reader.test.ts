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

describe("nvidia-smi-table", () => {
  it("tells a failing card from a healthy one", () => {
    expect(of("bad-one-errs.txt").facts).toMatchObject({
      gpu_count: 2,
      err_cells: 3,
      bad_gpus: [1],
      healthy_gpus: [0],
      bad_fields: ["fan", "mig", "power"],
    });
  });
  it("is cut where the table of processes is not there", () => {
    expect(of("bad-no-end.txt").facts).toMatchObject({ gpu_count: 2, truncated: true });
    expect(of("ok-two-l40s.txt").facts).toMatchObject({
      driver_version: "580.82.07",
      cuda_version: "13.0",
      processes: 0,
    });
  });
  it("knows no count where the driver does not answer", () => {
    expect(of("bad-driver-gone.txt").facts).toMatchObject({ gpu_count: null, names: [], driver_version: null });
  });
});
