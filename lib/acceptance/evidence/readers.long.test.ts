import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EVIDENCE_FORMATS, readEvidence } from "./read";

const EIGHT_MEGABYTES = 8_000_000;

/** The first whole and sound sample of each reader. */
const oneOfEach = EVIDENCE_FORMATS.flatMap((format) => {
  const dir = path.join(import.meta.dirname, format, "fixtures");
  const name = existsSync(dir) ? readdirSync(dir).find((n) => n.startsWith("ok-")) : undefined;
  return name === undefined
    ? []
    : [[`${format}/${name}`, { format, text: readFileSync(path.join(dir, name), "utf8") }] as const];
});

describe("size", () => {
  it("has a sample of nearly every format", () => {
    expect(oneOfEach.length).toBeGreaterThan(25);
  });

  it.each(oneOfEach)("reads 8 MB of %s quickly", (_, { text, format }) => {
    const bytes = new TextEncoder().encode(text.repeat(Math.ceil(EIGHT_MEGABYTES / text.length)));
    const before = process.cpuUsage();
    readEvidence(bytes, format);
    // Time of the processor, not of the clock: other tests run beside this one.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
  });
});
