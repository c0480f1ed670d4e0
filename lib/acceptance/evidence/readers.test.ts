import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "@/lib/digest/canonical";
import { cleanText } from "./clean";
import { MAX_EVIDENCE_LINES } from "./limits";
import { EVIDENCE_FORMATS, type EvidenceAnswer, readEvidence } from "./read";
import { readers } from "./registry.generated";

interface Sample {
  readonly format: string;
  readonly name: string;
  readonly text: string;
}

/** Our own samples beside each reader: `ok-…` is whole and sound, `bad-…` must never be complete. */
const samples: Sample[] = EVIDENCE_FORMATS.flatMap((format) => {
  const dir = path.join(import.meta.dirname, format, "fixtures");
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => /^(?:ok|bad)-/.test(name))
    .map((name) => ({ format, name, text: readFileSync(path.join(dir, name), "utf8") }));
});
const sound = samples.filter((s) => s.name.startsWith("ok-"));

function read(text: string, format?: string): EvidenceAnswer {
  const answer = readEvidence(text, format);
  if (answer.format === null) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer;
}

const says = (answer: EvidenceAnswer) => canonicalJson(answer.facts);
const ENDS = /[\r\n]/;

describe("every reader with samples of its own", () => {
  it("has samples for the formats read so far", () => {
    expect(sound.length).toBeGreaterThan(25);
    expect(samples.length - sound.length).toBeGreaterThan(30);
  });
  it.each(samples.map((s) => [`${s.format}/${s.name}`, s] as const))("%s", (_, { format, name, text }) => {
    const answer = read(text);
    expect(answer.format).toBe(format);
    expect(answer.complete).toBe(name.startsWith("ok-"));
    if (!answer.complete) expect(answer.warnings.length).toBeGreaterThan(0);
  });
  it.each(sound.map((s) => [`${s.format}/${s.name}`, s] as const))(
    "reads %s the same through mark, line ends, indent, colours and fences",
    (_, { text }) => {
      const whole = says(read(text));
      const body = text.trimEnd().split("\n");
      for (const dressed of [
        `\ufeff${text.replaceAll("\n", "\r\n")}`,
        `${body.map((l) => `\u001b[32m${l}\u001b[0m`).join("\n")}\n`,
        `\`\`\`\n${text}\`\`\`\n`,
      ]) {
        const answer = read(dressed);
        expect(answer.complete).toBe(true);
        expect(says(answer)).toBe(whole);
      }
    },
  );
});

describe("fuzz over the registry", () => {
  it("never throws, whatever the bytes and the format", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.constantFrom(...readers), (bytes, reader) => {
        readEvidence(bytes, reader.format);
        const text = String.fromCharCode(...bytes);
        expect(reader.recognise(text)).toBeGreaterThanOrEqual(0);
        reader.read(text, cleanText(text));
      }),
      { numRuns: 600 },
    );
  });
  it("cut text is never complete with other facts, unless it ends with a whole line", () => {
    const cut = fc.record({ sample: fc.constantFrom(...sound), share: fc.double({ min: 0, max: 0.999, noNaN: true }) });
    fc.assert(
      fc.property(cut, ({ sample, share }) => {
        const at = Math.floor(sample.text.length * share);
        const part = sample.text.slice(0, at);
        if (ENDS.test(sample.text[at] ?? "") || ENDS.test(part.trimEnd() === part ? "" : part.slice(-1))) return;
        if (/[\r\n][ \t]*$/.test(part)) return;
        const answer = readEvidence(part);
        if (answer.format === null || !answer.complete) return;
        expect(says(answer), `${sample.format}/${sample.name} at ${at}`).toBe(says(read(sample.text)));
      }),
      { numRuns: 1_500 },
    );
  });
  it("characters that no tool prints make a reading incomplete, wherever they stand", () => {
    const hit = fc.record({
      sample: fc.constantFrom(...sound),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      sign: fc.constantFrom("\u0001", "\u0008", "\ufffd", "\u007f"),
    });
    fc.assert(
      fc.property(hit, ({ sample, share, sign }) => {
        const at = Math.floor(sample.text.length * share);
        const answer = readEvidence(sample.text.slice(0, at) + sign + sample.text.slice(at));
        expect(answer.format !== null && answer.complete).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
  it("a line that was doubled never passes with other facts", () => {
    const doubled = fc.record({ sample: fc.constantFrom(...sound), pick: fc.nat() });
    fc.assert(
      fc.property(doubled, ({ sample, pick }) => {
        const lines = sample.text.split("\n");
        const at = pick % (lines.length - 1);
        const answer = readEvidence([...lines.slice(0, at + 1), ...lines.slice(at)].join("\n"));
        if (answer.format === null || !answer.complete) return;
        const truths = [says(read(sample.text)), ...(answer.others ?? []).map(canonicalJson)];
        expect(truths, `${sample.format}/${sample.name} line ${at + 1}`).toContain(says(answer));
      }),
      { numRuns: 600 },
    );
  });
});

describe("size", () => {
  it.each(["|", " ", "1", "a@", "GPU0 ", "/", "{", '"', "<a>", "# ", "a: ", "error "])(
    "is not slowed down by long lines of %j",
    (piece) => {
      const line = `${piece.repeat(Math.ceil(60_000 / piece.length))}x\n`;
      const before = process.cpuUsage();
      readEvidence(line.repeat(100));
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
    },
  );
  it("refuses half a million lines", () => {
    expect(readEvidence("a\n".repeat(MAX_EVIDENCE_LINES + 1))).toMatchObject({ error: { code: "EVIDENCE_TOO_LARGE" } });
  });
});
