import { describe, expect, it } from "vitest";
import { brief, type Facts, given, input, piece, states } from "./fixtures/review-case";

import type { JudgeInput } from "./judge";
import type { CheckId } from "./names";
import type { EvidenceItem } from "./selection";

describe("memory kept free under load", () => {
  const wanted = brief({ "memoryShape.reserveGib": 8 });
  const smi = (used: (number | string | null)[], more: Partial<EvidenceItem> = {}, total = used.map(() => 81_559)) =>
    given([piece("nvidia-smi-table", { memory_total_mib: total, memory_used_mib: used }, more)], { brief: wanted });
  it.each<[string, JudgeInput, (string | null)[][]]>([
    ["at the limit", smi([81_559 - 8_192]), [["passed", null]]],
    ["just below", smi([81_559 - 8_191]), [["failed", "below-limit"]]],
    ["the fullest card decides", smi([1, 81_000]), [["failed", "below-limit"]]],
    ["a figure that is missing", smi([1, null]), [["not-evidenced", "not-readable"]]],
    ["in another unit", smi(["1 GiB"]), [["not-evidenced", "not-measured"]]],
    ["cards that do not match", smi([1], {}, [81_559, 81_559]), [["not-evidenced", "not-measured"]]],
    ["before the load", smi([81_000], { gate: "smoke" }), []],
    [
      "a brief that keeps none",
      given([piece("nvidia-smi-table", { memory_total_mib: [1], memory_used_mib: [1] })], {
        brief: brief({ "memoryShape.reserveGib": null }),
      }),
      [],
    ],
  ])("%s", (_, g, expected) => expect(states(g, "memory", "reserve")).toEqual(expected));
});

describe("checkpoints that were written and read back", () => {
  const wanted = brief({ "capacityVanishes.checkpointIntervalMinutes": 10, "capacityVanishes.resumeWithinMinutes": 5 });
  const ok = {
    restores: 1,
    failed_restores: 0,
    digests_agree: true,
    restored_is_known: true,
    write_seconds_max: 600,
    restore_seconds_max: 300,
  };
  const record = (facts: Facts, more: Partial<EvidenceItem> = {}) =>
    given([piece("checkpoint-record", { ...ok, ...facts }, more)], { brief: wanted });
  it.each<[string, JudgeInput, string, (string | null)[][]]>([
    ["came back", record({}), "checkpoint-restored", [["passed", null]]],
    ["did not", record({ failed_restores: 1 }), "checkpoint-restored", [["failed", "restore-failed"]]],
    ["never tried", record({ restores: 0 }), "checkpoint-restored", [["not-evidenced", "not-measured"]]],
    ["other bytes", record({ digests_agree: false }), "checkpoint-restored", [["failed", "other-bytes-came-back"]]],
    [
      "one that nobody wrote",
      record({ restored_is_known: false }),
      "checkpoint-restored",
      [["not-evidenced", "ask-about-it"]],
    ],
    ["a record that is cut", record({}, { complete: false }), "checkpoint-restored", []],
    ["written in time", record({}), "checkpoint-write", [["passed", null]]],
    ["just too slow", record({ write_seconds_max: 600.1 }), "checkpoint-write", [["failed", "above-limit"]]],
    ["time not told", record({ write_seconds_max: null }), "checkpoint-write", [["not-evidenced", "not-measured"]]],
    ["read in time", record({}), "checkpoint-restore", [["passed", null]]],
    ["read too slowly", record({ restore_seconds_max: 301 }), "checkpoint-restore", [["failed", "above-limit"]]],
    ["as words", record({ restore_seconds_max: "5 min" }), "checkpoint-restore", [["not-evidenced", "not-measured"]]],
  ])("%s", (_, g, id, expected) => expect(states(g, "reliability", id)).toEqual(expected));
});

describe("a queue of jobs by its own records", () => {
  const wanted = brief({
    "target.outputsPerHour": 60,
    "target.jobsPerHour": 30,
    "target.errorRatePct": 5,
    "samples.synthetic": "none",
  });
  const ok = { jobs: 20, completed: 20, failed: 0, outputs: 40, total_seconds: 2_400, cells: [] };
  const log = (facts: Facts, more: Partial<EvidenceItem> = {}) =>
    input({ evidence: [piece("media-job", { ...ok, ...facts }, more)], brief: wanted });
  it.each<[string, JudgeInput, CheckId, string, (string | null)[][]]>([
    ["outputs at the limit", log({}), "throughput", "outputs", [["passed", null]]],
    ["outputs just below", log({ total_seconds: 2_400.1 }), "throughput", "outputs", [["failed", "below-limit"]]],
    ["outputs not told", log({ outputs: null }), "throughput", "outputs", [["not-evidenced", "not-measured"]]],
    ["no time", log({ total_seconds: null }), "throughput", "outputs", [["not-evidenced", "not-measured"]]],
    ["a time as words", log({ total_seconds: "40 min" }), "throughput", "outputs", [["not-evidenced", "not-measured"]]],
    ["jobs at the limit", log({}), "throughput", "jobs", [["passed", null]]],
    ["jobs just below", log({ completed: 19 }), "throughput", "jobs", [["failed", "below-limit"]]],
    ["a log that is cut", log({}, { complete: false }), "throughput", "outputs", []],
    ["a sweep, which goes to the limit", log({ cells: [{ group: "short" }] }), "throughput", "outputs", []],
    [
      "failures at the limit",
      log({ failed: 1 }),
      "reliability",
      "errors",
      [
        ["not-evidenced", "no-load-result"],
        ["passed", null],
      ],
    ],
    [
      "failures just above",
      log({ failed: 2 }),
      "reliability",
      "errors",
      [
        ["not-evidenced", "no-load-result"],
        ["failed", "above-limit"],
      ],
    ],
  ])("%s", (_, g, check, id, expected) => expect(states(g, check, id)).toEqual(expected));
});
