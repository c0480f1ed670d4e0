import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Offer } from "@/lib/catalog/offer";
import { sharedDataDir } from "@/lib/testing/shared-data";
import { countOf, namesOf } from "./device-facts";
import { acceleratorOfName } from "./device-name";
import { readEvidence } from "./evidence/read";
import { EVIDENCE, INSIDE, input, plan } from "./fixtures/review-case";
import { judge } from "./judge";
import { type EvidenceItem, numberFact, textsFact } from "./selection";

interface Entry {
  readonly file: string;
  readonly format: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** Which part of the card an output of this format is judged in. */
const AREA_OF: Readonly<Record<string, readonly string[]>> = {
  "nvidia-smi-L": ["hardware-identity"],
  "nvidia-smi-table": ["hardware-identity", "node-readiness"],
  "nvidia-smi-q": ["hardware-identity", "node-readiness"],
  "nvidia-smi-q-x": ["hardware-identity", "node-readiness"],
  "nvidia-smi-csv": ["hardware-identity", "node-readiness"],
  "nvidia-smi-topo": ["topology"],
  "nvidia-smi-nvlink": ["topology"],
  "nccl-tests": ["topology"],
  "dcgmi-diag-table": ["node-readiness"],
  "dcgmi-diag-json": ["node-readiness"],
  "k8s-nodes": ["scheduler-path"],
  "k8s-manifests": ["scheduler-path"],
  "vllm-bench-json": ["reliability", "throughput"],
  "vllm-bench-text": ["reliability", "throughput"],
  aiperf: ["reliability", "throughput"],
  "genai-perf": ["reliability"],
  guidellm: ["reliability"],
  "inference-perf": ["reliability"],
};
const LOADS = ["vllm-bench-json", "vllm-bench-text", "aiperf", "genai-perf", "guidellm", "inference-perf"];

function itemOf(entry: Entry, bytes: Uint8Array): EvidenceItem {
  const read = readEvidence(bytes, entry.format);
  const { format, facts, complete, warnings } =
    read.format === null ? { format: null, facts: {}, complete: false, warnings: [] } : read;
  return { id: "real", gate: "load", format, facts, complete, warnings, uploadedAt: INSIDE, takenAt: null };
}

/** States of the areas and checks that one real output is judged in, by a plan that fits its cards. */
function statesOf(entry: Entry, e: EvidenceItem): Map<string, string> {
  const named = [...namesOf(e), ...textsFact(e, "names")].map(acceleratorOfName).find((c) => c !== null);
  const offer: Offer = { ...(plan().offer as Offer), acceleratorId: named ?? "h100-sxm" };
  const kept = LOADS.includes(entry.format)
    ? EVIDENCE.filter((o) => o.id !== "bench")
    : EVIDENCE.filter((o) => o.id !== "list");
  const count = Math.max(1, numberFact(e, "ranks") ?? countOf(e) ?? 1);
  const judged = judge(input({ plan: plan({ offer, count }), evidence: [...kept, e] }));
  const all: [string, string][] = [
    ...judged.areas.map((a): [string, string] => [a.area, a.state]),
    ...judged.checks.map((c): [string, string] => [c.check, c.state]),
  ];
  return new Map(all.filter(([name]) => AREA_OF[entry.format]?.includes(name)));
}

describe("real outputs that show something wrong", () => {
  const dir = sharedDataDir();
  const base = dir === null ? null : path.join(dir, "evidence");
  const entries: Entry[] =
    base === null ? [] : JSON.parse(readFileSync(path.join(base, "manifest.json"), "utf8")).entries;
  const wrong = entries.filter(
    (e) => /fail|reject|incomplete|not acceptable/.test(String(e.expected.verdict ?? "")) && AREA_OF[e.format],
  );

  it("never pass the part of the card that they speak of", () => {
    const passed = wrong.flatMap((entry) => {
      const states = statesOf(entry, itemOf(entry, readFileSync(path.join(base ?? "", entry.file))));
      return [...states.values()].every((s) => s === "passed" || s === "not-applicable") ? [entry.file] : [];
    });
    expect(passed).toEqual([]);
    if (base !== null) expect(wrong.length).toBeGreaterThan(15);
  });
});
