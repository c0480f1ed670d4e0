import { describe, expect, it } from "vitest";
import { readEvidence } from "./evidence/read";
import { bench, EVIDENCE, input, item, LIST, LOG, WINDOW } from "./fixtures/review-case";
import { judge } from "./judge";
import { printedOutside } from "./printed-window";

const facts = (text: string) => {
  const answer = readEvidence(text);
  return answer.format === null ? null : answer.facts.printed_at;
};

describe("the time that a tool prints", () => {
  it.each<[string, string, string]>([
    [
      "nvidia-smi -q",
      `==============NVSMI LOG==============\n\nTimestamp : Sat May  3 09:08:07 2025\nDriver Version : 570.86.15\n\nAttached GPUs : 1\nGPU 00000000:19:00.0\n    Product Name : NVIDIA H200\n`,
      "2025-05-03T09:08:07",
    ],
    ["a start-up log, which prints no year", LOG, "--06-02T10:02:00"],
    ["vllm bench", bench({ date: "20260602-101112" }), "2026-06-02T10:11:12"],
    [
      "a listing with a column of times",
      "timestamp, name, index\n2026/06/02 10:11:12.123, NVIDIA H200, 0\n",
      "2026-06-02T10:11:12",
    ],
  ])("%s", (_, text, at) => {
    expect(facts(text)).toBe(at);
  });
  it("is none where the tool prints none, and no time at all is none", () => {
    expect(facts(LIST)).toBeUndefined();
    expect(facts(LOG.replaceAll("06-02", "13-45"))).toBeUndefined();
  });
});

describe("what was printed outside the trial", () => {
  it.each<[string | null | number, boolean]>([
    ["2026-06-01T00:00:00", false],
    ["2026-05-31T10:00:00", false],
    ["2026-05-31T09:59:59", true],
    ["2026-06-04T14:00:00", false],
    ["2026-06-04T14:00:01", true],
    ["2025-06-02T10:00:00", true],
    ["--06-02T10:00:00", false],
    ["--05-02T10:00:00", true],
    [null, false],
    [7, false],
    ["yesterday", false],
  ])("%s: %s", (printed, outside) => {
    expect(printedOutside(printed, WINDOW)).toBe(outside);
  });
  it("finds a time without a year on both sides of New Year", () => {
    const winter = { startsAt: "2026-12-30T00:00:00Z", endsAt: "2027-01-03T00:00:00Z" };
    expect(["--12-31T10:00:00", "--01-02T10:00:00", "--01-06T10:00:00"].map((p) => printedOutside(p, winter))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("passes nothing, though it was uploaded inside", () => {
    const old = item("log", "smoke", LOG.replaceAll("06-02", "03-02"));
    const given = input({ evidence: [...EVIDENCE.filter((e) => e.id !== "log"), old] });
    const judged = judge(given);
    expect(judged.notCounted).toContainEqual({ id: "log", because: "outside-window" });
    expect(judged.checks.find((c) => c.check === "startup")?.state).toBe("not-evidenced");
    expect(judge(input()).checks.find((c) => c.check === "startup")?.state).toBe("passed");
    // Whoever knows when it was taken says so, and that decides.
    const said = { ...old, takenAt: "2026-06-02T12:00:00Z" };
    expect(judge(input({ evidence: [...EVIDENCE.filter((e) => e.id !== "log"), said] })).notCounted).not.toContainEqual(
      {
        id: "log",
        because: "outside-window",
      },
    );
  });
});
