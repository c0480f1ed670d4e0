import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withSharedData } from "@/lib/testing/shared-data";
import { EVIDENCE_FORMATS, readEvidence } from "./evidence/read";
import { type ManifestEntry, scoreEvidence } from "./evidence-accuracy";

const encode = (text: string) => new TextEncoder().encode(text);

describe("the shared evidence", () => {
  it("gives every expected fact of the formats that are read, and harmed files never pass", { timeout: 60_000 }, () =>
    withSharedData((dir) => {
      const root = path.join(dir, "evidence");
      const { entries } = JSON.parse(readFileSync(path.join(root, "manifest.json"), "utf8")) as {
        entries: ManifestEntry[];
      };
      const bytesOf = (file: string) => new Uint8Array(readFileSync(path.join(root, file)));
      const score = scoreEvidence(entries, bytesOf, new Set(EVIDENCE_FORMATS));
      expect(score.files).toBeGreaterThan(100);
      expect(score.right).toBe(score.facts);
      expect({ wrong: score.wrong, missing: score.missing, crashes: score.crashes }).toEqual({
        wrong: [],
        missing: [],
        crashes: [],
      });
      expect(score.notRecognised).toEqual([]);
      expect({ passed: score.damage.passed, crashes: score.damage.crashes }).toEqual({ passed: [], crashes: [] });
      for (const { file, format } of entries.filter((e) => !EVIDENCE_FORMATS.includes(e.format))) {
        expect(readEvidence(bytesOf(file)).format, `${file} of ${format}`).toBeNull();
      }
      for (const entry of entries.filter((e) => EVIDENCE_FORMATS.includes(e.format))) {
        const answer = readEvidence(bytesOf(entry.file), entry.format);
        const failed = entry.expected.truncated === true || entry.expected.verdict === "fail";
        // A whole result of a load test is judged by its figures: what failed in it is told beside them.
        const told = answer.format !== null && answer.warnings.some((w) => w.code === "FAILED_REQUESTS");
        if (failed) expect(answer.format === null || !answer.complete || told, entry.file).toBe(true);
      }
    }),
  );
});

describe("scoring", () => {
  const listing = "GPU 0: NVIDIA L40S (UUID: GPU-4d0f1f2e-1111-4222-8333-444455556666)\n";
  const score = (expected: Record<string, unknown>, text = listing) =>
    scoreEvidence([{ file: "a.txt", format: "nvidia-smi-L", sha256: "a", expected }], () => encode(text));

  it("counts right, wrong and missing apart, and leaves remarks out", () => {
    const s = score({ gpu_lines: 1, names: ["NVIDIA H200"], mig_enabled: false, no_such: 1, trap: "x" });
    expect(s).toMatchObject({ files: 1, facts: 4, right: 1 });
    expect(s.wrong).toEqual([{ file: "a.txt", fact: "names", expected: ["NVIDIA H200"], got: ["NVIDIA L40S"] }]);
    expect(s.missing.map((m) => m.fact)).toEqual(["mig_enabled", "no_such"]);
  });
  it("asks of an object that names some figures for those alone", () => {
    const page = 'vllm:num_requests_running{model_name="m"} 2\nvllm:num_requests_waiting{model_name="m"} 0\n';
    const of = (running: number) => ({ values: { "vllm:num_requests_running": running } });
    const right = (expected: Record<string, unknown>) =>
      scoreEvidence([{ file: "a.txt", format: "vllm-metrics", expected }], () => encode(page)).right;
    expect([right(of(2)), right(of(3)), right({ values: {} })]).toEqual([1, 0, 0]);
  });
  it("does not ask for a number of the command line that the file does not print", () => {
    expect(score({ requested: 500 })).toMatchObject({ facts: 0, notInFile: [{ file: "a.txt", fact: "requested" }] });
  });
  it("asks for null where null is expected, not for a missing fact", () => {
    expect(score({ error: null }).right).toBe(1);
    expect(score({ no_such: null }).missing).toHaveLength(1);
  });
  it("counts no fact that equal bytes are told to contradict", () => {
    const entries = [0, 205].map((exit_code) => ({
      file: `${exit_code}.txt`,
      format: "nvidia-smi-L",
      sha256: "same",
      expected: { gpu_lines: 1, exit_code },
    }));
    const s = scoreEvidence(entries, () => encode(listing));
    expect(s).toMatchObject({ facts: 2, right: 2 });
    expect(s.notInFile).toHaveLength(2);
  });
  it("names content that is not recognised as what it is said to be", () => {
    expect(score({ gpu_lines: 1 }, "nothing\n").notRecognised).toEqual([
      { file: "a.txt", format: "nvidia-smi-L", seen: null },
    ]);
  });
  it("sees a wrong pass", () => {
    const { damage } = score({}, `${listing}GPU 1: NVIDIA L40S (UUID: GPU-4d0f1f2e-1111-4222-8333-444455557777)\n`);
    expect(damage.tries).toBe(14);
    expect(damage.refused + damage.incomplete + damage.same + damage.shorter.length).toBe(14);
  });
});
