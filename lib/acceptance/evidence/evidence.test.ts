import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorTime } from "@/lib/testing/processor-time";
import { cleanText } from "./clean";
import { decodeText } from "./decode";
import { MAX_EVIDENCE_BYTES } from "./limits";
import { EVIDENCE_FORMATS, type EvidenceAnswer, readEvidence } from "./read";

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name));

function read(input: Uint8Array | string, format?: string): EvidenceAnswer {
  const answer = readEvidence(input, format);
  if (answer.format === null) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer;
}

describe("nvidia-smi -L", () => {
  it("reads between prompts", () => {
    expect(read(fixture("ok/smi-l-l40s-prompt.txt"))).toMatchObject({
      facts: { gpu_count_physical: 2, names: ["NVIDIA L40S"], mig_devices: 0, mig_enabled: null, is_vgpu: false },
      unread: [],
      complete: true,
    });
  });
  it("counts cards, not pods", () => {
    const answer = read(fixture("ok/smi-l-time-sliced.txt"));
    expect(answer.facts).toMatchObject({ gpu_lines: 3, gpu_count_physical: 2, shared: true });
    expect(answer.warnings.map((w) => w.code)).toEqual(["SHARED_GPU"]);
  });
  it.each(["smi-l-cut.txt", "smi-l-elided.txt", "smi-l-driver-mismatch.txt"])("%s is not complete", (name) => {
    expect(read(fixture(`not-ok/${name}`)).complete).toBe(false);
  });
});

describe("vLLM start-up log", () => {
  it("gives memory figures for estimate against measured", () => {
    expect(read(fixture("ok/vllm-log-v1.txt"))).toMatchObject({
      toolVersion: "0.19.0",
      facts: {
        model: "example/llama-8b",
        revision: "0e9e39f",
        model_weights_gib: [14.99],
        available_kv_cache_gib: [55.62],
        kv_cache_tokens: [455632],
        max_concurrency: [[8192, 55.62]],
        cuda_graphs_gib: [0.62],
        max_seq_len: 8192,
        quantization: null,
        startup_seconds: 174,
        ready: true,
      },
      complete: true,
    });
  });
  it("says that it does not fit, and keeps the error lines", () => {
    const answer = read(fixture("not-ok/vllm-log-does-not-fit.txt"));
    expect(answer.warnings.map((w) => w.code)).toEqual(["NOT_READY", "OUT_OF_MEMORY", "DOES_NOT_FIT", "ERROR_LINES"]);
    expect(answer.unread.map((u) => u.line)).toEqual([4, 5]);
    expect(answer.complete).toBe(false);
  });
  it("counts a start over the turn of the year", () => {
    const text = fixture("ok/vllm-log-v1.txt").toString().replace("03-08 16:42:01", "12-31 23:59:00");
    const turned = text.replace("03-08 16:44:55", "01-01 00:01:30");
    expect(read(turned).facts.startup_seconds).toBe(150);
  });
});

describe("vllm bench serve JSON", () => {
  it("computes percentiles that were not printed from the lists", () => {
    const answer = read(fixture("ok/vllm-bench-with-lists.json"));
    expect(answer.facts.recomputed_from_arrays).toMatchObject({ n: 40, p95_ttft_ms: 570.5, p99_ttft_ms: 586.1 });
    expect(answer).toMatchObject({ complete: true, warnings: [], facts: { p95_ttft_ms: null, errors_nonempty: 0 } });
  });
  it("reads a result after log lines", () => {
    const answer = read(fixture("ok/vllm-bench-after-log.txt"));
    expect(answer.unread).toEqual([
      { line: 1, text: "[INFO]" },
      { line: 1, text: " starting benchmark" },
    ]);
    expect(answer.complete).toBe(true);
  });
  it("names lost requests and results in which nothing completed", () => {
    expect(read(fixture("not-ok/vllm-bench-lost.json")).warnings.map((w) => w.code)).toEqual(["LOST_REQUESTS"]);
    expect(read(fixture("not-ok/vllm-bench-all-failed.json")).warnings.map((w) => w.code)).toContain(
      "NOTHING_COMPLETED",
    );
  });
  it("takes the last of several results and keeps the others", () => {
    const one = JSON.parse(fixture("ok/vllm-bench-with-lists.json").toString());
    const answer = read(`${JSON.stringify(one)}\n${JSON.stringify({ ...one, completed: 39, failed: 1 })}`);
    expect(answer.facts).toMatchObject({ completed: 39, documents: 2 });
    expect(answer.others).toMatchObject([{ completed: 40 }]);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["not-ok/empty.txt", "EVIDENCE_EMPTY"],
    ["not-ok/binary.bin", "EVIDENCE_BINARY"],
    ["not-ok/other-tool.txt", "EVIDENCE_UNKNOWN_FORMAT"],
  ])("%s is refused with %s", (name, code) => {
    expect(readEvidence(fixture(name))).toMatchObject({ format: null, error: { code } });
  });
  it("names the limit, an unknown format, and another format than named", () => {
    const big = new Uint8Array(MAX_EVIDENCE_BYTES + 1).fill(65);
    expect(readEvidence(big)).toMatchObject({ error: { code: "EVIDENCE_TOO_LARGE" } });
    expect(readEvidence("GPU", "no-such")).toMatchObject({ error: { code: "EVIDENCE_NO_SUCH_FORMAT" } });
    expect(readEvidence(fixture("ok/vllm-log-v1.txt"), "vllm-bench-json")).toMatchObject({
      error: { code: "EVIDENCE_OTHER_FORMAT" },
    });
  });
});

describe("cleaning", () => {
  const plain = fixture("ok/smi-l-time-sliced.txt").toString();
  const lines = plain.trimEnd().split("\n");
  it.each([
    ["byte order mark and CRLF", `\ufeff${plain.replaceAll("\n", "\r\n")}`],
    ["comment signs", lines.map((l) => `# ${l}`).join("\n")],
    ["quote signs", lines.map((l) => `> ${l}`).join("\n")],
    ["a frame", lines.map((l) => `│ ${l}   │`).join("\n")],
    ["an indent", lines.map((l) => `    ${l}`).join("\n")],
    ["times of a CI log", lines.map((l) => `2026-03-01T10:11:12.1234567Z ${l}`).join("\n")],
    ["colours", lines.map((l) => `\u001b[32m${l}\u001b[0m`).join("\n")],
    ["colours without escape", lines.map((l) => `[36m${l}[0m`).join("\n")],
    ["a Markdown fence", `\`\`\`text\n${plain}\`\`\`\n`],
  ])("takes off %s", (_, text) => {
    expect(read(text).facts.gpu_count_physical).toBe(2);
    expect(cleanText(text).changes.length).toBeGreaterThan(0);
  });
  it("reads UTF-16 with its mark, as PowerShell writes", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(plain, "utf16le")]);
    expect(read(utf16).facts.gpu_count_physical).toBe(2);
  });
  it("decodes UTF-8 as the platform does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (s) => {
        const bytes = new TextEncoder().encode(s);
        if (bytes.includes(0) || bytes[0] === 0xff) return;
        const text = decodeText(bytes);
        if (text !== null) expect(text).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      }),
    );
  });
});

describe("fuzz", () => {
  const seeds = ["ok/smi-l-l40s-prompt.txt", "ok/vllm-log-v1.txt", "ok/vllm-bench-with-lists.json"].map((f) =>
    fixture(f).toString(),
  );
  it("never throws, whatever the bytes and the format", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(undefined, ...EVIDENCE_FORMATS),
        (bytes, format) => {
          readEvidence(bytes, format);
        },
      ),
      { numRuns: 300 },
    );
  });
  it("never throws on damaged output, and never calls a cut result or log complete", () => {
    const damage = fc.record({
      seed: fc.constantFrom(...seeds),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      insert: fc.string({ maxLength: 20 }),
      cut: fc.boolean(),
    });
    fc.assert(
      fc.property(damage, ({ seed, at, insert, cut }) => {
        const i = Math.floor(seed.trimEnd().length * at);
        const answer = readEvidence(cut ? seed.slice(0, i) : seed.slice(0, i) + insert + seed.slice(i));
        const hasEnd = !seed.startsWith("ops@");
        if (cut && hasEnd && answer.format !== null && !seed.slice(0, i).includes("startup complete")) {
          expect(answer.complete).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });
  it("reads 8 MB within a second", () => {
    const log = `${fixture("ok/vllm-log-v1.txt")}${"INFO 03-08 16:45:00 [metrics.py:1] Running: 1 reqs\n".repeat(160_000)}`;
    const bytes = new TextEncoder().encode(log);
    expect(bytes.length).toBeGreaterThan(8e6);
    const taken = processorTime();
    expect(read(bytes).complete).toBe(true);
    expect(taken()).toBeLessThan(3_000);
  });
});
