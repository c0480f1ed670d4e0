import { describe, expect, it } from "vitest";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Json } from "@/lib/digest/canonical";
import type { Criterion } from "./criterion";
import { areaOf, checkOf, EVIDENCE, INSIDE, input, plan } from "./fixtures/review-case";
import type { AreaId, CheckId } from "./names";
import type { EvidenceItem } from "./selection";
import { THRESHOLDS, thresholdFor } from "./thresholds";

type Facts = Readonly<Record<string, Json>>;

interface Case {
  /** Threshold that it is about; null for rules that are no number in the table. */
  readonly id: string;
  readonly criterion: string;
  readonly at: AreaId | CheckId;
  readonly card: string;
  readonly count?: number;
  readonly format: string;
  readonly facts: (value: Json) => Facts;
  readonly good: Json;
  readonly bad: Json;
  /** What a value past the limit comes to; a limit to ask about does not fail. */
  readonly past?: "failed" | "not-evidenced";
  readonly otherUnit?: Json;
}

const nccl =
  (bytes = 17_179_869_184, more: Facts = {}) =>
  (value: Json): Facts => ({
    op: "all_reduce",
    ranks: 8,
    nodes: 1,
    largest_size: bytes,
    busbw_largest_oop_ip: [value, value],
    wrong_total: 0,
    result: "pass",
    ...more,
  });
const reduce = (id: string, card: string, limit: number, count = 8): Case => ({
  id,
  criterion: "collective",
  at: "topology",
  card,
  count,
  format: "nccl-tests",
  facts: nccl(17_179_869_184, { ranks: count }),
  good: limit,
  bad: limit - 0.01,
});
const copy = (id: string, card: string, test: string, criterion: string, limit: number): Case => ({
  id,
  criterion,
  at: "topology",
  card,
  count: 8,
  format: "nvbandwidth",
  facts: (v) =>
    typeof v === "string"
      ? { min: { [test]: Number.parseFloat(v) }, units: { [test]: "ns" } }
      : { min: { [test]: v }, units: { [test]: "GB/s" } },
  good: limit,
  bad: limit - 0.01,
  otherUnit: `${limit} ns`,
});
const health = (id: string, criterion: string, key: string, good: Json, bad: Json, more: Partial<Case> = {}): Case => ({
  id,
  criterion,
  at: "node-readiness",
  card: "h100-sxm",
  format: "nvidia-smi-csv",
  facts: (v) => ({ [key]: [v] }),
  good,
  bad,
  otherUnit: `${String(good)} furlongs`,
  ...more,
});
const links = (criterion: string, facts: (v: Json) => Facts, good: Json, bad: Json, card = "h100-sxm"): Case => ({
  id: criterion,
  criterion,
  at: "topology",
  card,
  count: 8,
  format: "nvidia-smi-nvlink",
  facts,
  good,
  bad,
});
const perCard = (links: Json, inactive: Json): Facts => ({ links_per_gpu: [{ gpu: 0, links, inactive }], speeds: [] });

const group = (id: string, key: string): Case => ({
  id,
  criterion: id,
  at: "reliability",
  card: "h100-sxm",
  format: "torch-distributed",
  facts: (v) => ({
    timeout_count: 0,
    stuck_watchdogs: 0,
    mismatches: 0,
    connection_failures: 0,
    errors: 0,
    [key]: v,
  }),
  good: 0,
  bad: 1,
  otherUnit: "0 furlongs",
});
const run = (id: string, criterion: string, facts: (v: Json) => Facts, good: Json, bad: Json): Case => ({
  id,
  criterion,
  at: "workload-acceptance",
  card: "h100-sxm",
  format: "torchrun-log",
  facts: (v) => ({ steps_logged: 40, first_loss: 2, last_loss: 1, not_finite: 0, nan_iterations: 0, ...facts(v) }),
  good,
  bad,
  otherUnit: `${String(good)} furlongs`,
});
const CASES: readonly Case[] = [
  group("collective-timeouts", "timeout_count"),
  group("group-errors", "stuck_watchdogs"),
  group("group-errors", "mismatches"),
  group("group-errors", "connection_failures"),
  group("group-errors", "errors"),
  run("loss-finite", "loss-finite", (v) => ({ not_finite: v }), 0, 1),
  { ...run("loss-finite", "loss-finite", (v) => ({ not_finite: v }), 0, 1), format: "hf-trainer-state" },
  { ...run("loss-rise", "loss-trend", (v) => ({ last_loss: v }), 2, 2.01), past: "not-evidenced" },
  run("loss-diverged", "loss-trend", (v) => ({ last_loss: v }), 2, 3.01),
  {
    ...run("step-spread", "step-spread", (v) => ({ ranks_printed: [0, 1], rank_spread_pct: v }), 5, 5.01),
    past: "not-evidenced",
  },
  reduce("all-reduce.h100-sxm", "h100-sxm", 460),
  reduce("all-reduce.h200-sxm", "h200-sxm", 431),
  reduce("all-reduce.h100-nvl", "h100-nvl", 208, 2),
  reduce("all-reduce.a100-80", "a100-80-sxm", 228),
  reduce("all-reduce.a100-40", "a100-40-sxm", 228),
  reduce("all-reduce.a100-pcie", "a100-80-pcie", 25, 4),
  reduce("all-reduce.v100", "v100-32", 110),
  reduce("all-reduce.mi300x", "mi300x", 314),
  {
    ...reduce("message", "h100-sxm", 460),
    facts: (v) => nccl(typeof v === "number" ? v : 0)(470),
    good: 536_870_912,
    bad: 536_870_911,
    past: "not-evidenced",
  },
  {
    ...reduce("wrong-values", "h100-sxm", 0),
    criterion: "collective-values",
    facts: (v) => nccl(17_179_869_184, { wrong_total: v })(470),
    good: 0,
    bad: 1,
  },
  copy("h2d.hopper", "h200-sxm", "host_to_device_memcpy_ce", "host-to-device", 48),
  copy("d2h.hopper", "h100-sxm", "device_to_host_memcpy_ce", "device-to-host", 48),
  copy("peer.hopper", "h100-sxm", "device_to_device_memcpy_read_ce", "peer-copy", 335),
  copy("h2d.a100", "a100-80-sxm", "host_to_device_memcpy_ce", "host-to-device", 21),
  copy("d2h.a100", "a100-40-sxm", "device_to_host_memcpy_ce", "device-to-host", 21),
  copy("peer.a100-80", "a100-80-sxm", "device_to_device_memcpy_read_ce", "peer-copy", 238),
  copy("peer.a100-40", "a100-40-sxm", "device_to_device_memcpy_read_ce", "peer-copy", 235),
  copy("h2d.v100", "v100-16", "host_to_device_memcpy_ce", "host-to-device", 9),
  copy("d2h.v100", "v100-16", "device_to_host_memcpy_ce", "device-to-host", 9),
  copy("h2d.mi300x", "mi300x", "host_to_device_memcpy_ce", "host-to-device", 48),
  copy("d2h.mi300x", "mi300x", "device_to_host_memcpy_ce", "device-to-host", 44),
  links("nvlink-count", (v) => perCard(v, 0), 18, 17),
  links("nvlink-inactive", (v) => perCard(18, v), 0, 1),
  {
    ...links("nvlink-rate", (v) => ({ ...perCard(18, 0), speeds: [v] }), "26.562", "26.561"),
    id: "nvlink-rate.h100",
    otherUnit: "26562 MB/s",
  },
  {
    ...links("nvlink-rate", (v) => ({ ...perCard(18, 0), speeds: [v] }), "53.125", "53.124", "gb200"),
    id: "nvlink-rate.grace",
  },
  links("nvlink-errors", (v) => ({ ...perCard(18, 0), link_errors: v }), 0, 1),
  health("pcie-width", "pcie-width", "pcie.link.width.current", "16", "15"),
  health("pcie-generation", "pcie-generation", "pcie.link.gen.current", "5", "4", { past: "not-evidenced" }),
  health("ecc-volatile", "ecc-volatile", "ecc.errors.uncorrected.volatile.total", "0", "1"),
  health("ecc-sram", "ecc-sram", "ecc.errors.uncorrected.aggregate.sram", "0", "1"),
  health("ecc-sram-corrected", "ecc-sram-corrected", "ecc.errors.corrected.aggregate.sram", "10000", "10001"),
  health("ecc-dram", "ecc-dram", "ecc.errors.uncorrected.aggregate.dram", "20000000", "20000001"),
  health("remapped-rows", "remapped-rows", "remapped_rows.uncorrectable", "512", "513"),
  health("retired-pages", "retired-pages", "retired_pages.double_bit.count", "61", "62", { card: "v100-16" }),
  health("temperature", "temperature", "temperature.gpu", "79", "80", { past: "not-evidenced", otherUnit: "79 F" }),
  health("power-least.grace", "power-least", "power.draw", "65 W", "64.9 W", { card: "gb200", otherUnit: "65 kW" }),
  health("power-most.grace", "power-most", "power.draw", "1500 W", "1500.1 W", { card: "gb300", otherUnit: "1.5 kW" }),
  health("remap-pending", "remap-pending", "remapped_rows.pending", "No", "Yes"),
  health("remap-failure", "remap-failure", "remapped_rows.failure", "0", "1"),
  health("ecc-mode", "ecc-mode", "ecc.mode.pending", "Enabled", "Disabled"),
  health("throttle", "throttle", "clocks_event_reasons.active", "0x0000000000000005", "0x0000000000000008"),
  health("throttle.sync", "throttle", "clocks_event_reasons.active", "0x4", "0x10", { past: "not-evidenced" }),
  health("throttle.name", "throttle", "throttle_reasons_active", "SW Power Cap", "HW Thermal Slowdown", {
    format: "nvidia-smi-q",
    facts: (v) =>
      typeof v === "string" && /^[HS]W /.test(v) && !v.includes("furlongs")
        ? {
            throttle_reasons_active: [v],
            fb_total: ["81559 MiB"],
            persistence_mode: ["Enabled"],
            ecc_uncorrectable_volatile: 0,
          }
        : { throttle_reasons_active: [], ecc_uncorrectable_volatile: 0 },
  }),
  health("xid", "xid", "xid_errors", 0, 79, {
    format: "dcgm-exporter-metrics",
    facts: (v) => ({ xid_errors: { a: v } }),
  }),
  health("xid.program", "xid", "xid_errors", 0, 31, {
    format: "dcgm-exporter-metrics",
    facts: (v) => ({ xid_errors: { a: v } }),
    past: "not-evidenced",
  }),
  health("diagnostic-level", "diagnostic-level", "level", 3, 2, {
    format: "dcgmi-diag-table",
    facts: (v) => ({ result: "pass", skipped: [], gpus: 1, level: typeof v === "number" ? v : null }),
    past: "not-evidenced",
  }),
  health("diagnostic", "diagnostic", "result", "pass", "fail", {
    format: "dcgmi-diag-json",
    facts: (v) => ({ result: v, skipped: [], gpus: 1, level: 3 }),
  }),
  health("card-memory", "card-memory", "memory.total", "81559 MiB", "81558 MiB", {
    at: "hardware-identity",
    otherUnit: "81559 MB",
  }),
  health("card-memory.above", "card-memory", "memory.total", "81559 MiB", "81560 MiB", { at: "hardware-identity" }),
  {
    id: "preemptions",
    criterion: "preemptions",
    at: "memory",
    card: "h100-sxm",
    format: "vllm-metrics",
    facts: (v) => ({ preemptions: v }),
    good: 0,
    bad: 1,
  },
  {
    id: "cache-use",
    criterion: "cache-use",
    at: "memory",
    card: "h100-sxm",
    format: "vllm-metrics",
    facts: (v) => ({ kv_cache_usage_max: v, preemptions: 0 }),
    good: 0.99,
    bad: 1,
    past: "not-evidenced",
  },
];

const piece = (format: string, facts: Facts, complete = true): EvidenceItem => ({
  id: "x",
  gate: "smoke",
  format,
  facts,
  complete,
  warnings: [],
  uploadedAt: INSIDE,
  takenAt: null,
});

function judged(
  c: Case,
  facts: Facts | null,
  complete = true,
): { readonly found: readonly Criterion[]; readonly area: string } {
  const offer = { ...plan().offer, acceleratorId: c.card } as Parameters<typeof plan>[0] extends infer P
    ? NonNullable<P> extends { offer?: infer O }
      ? O
      : never
    : never;
  const given = input({
    plan: plan({ offer: offer ?? null, count: c.count ?? 1 }),
    evidence: [...EVIDENCE, ...(facts === null ? [] : [piece(c.format, facts, complete)])],
  });
  const area = areaOf(given, c.at as AreaId) ?? checkOf(given, c.at as CheckId);
  return { found: (area?.criteria ?? []).filter((k) => k.id === c.criterion), area: area?.state ?? "none" };
}

const states = (c: Case, facts: Facts | null, complete = true) => judged(c, facts, complete).found.map((k) => k.state);

describe("each limit", () => {
  it.each(CASES.map((c) => [c.id, c] as const))("%s: at it, past it, missing, unreadable, another unit", (_, c) => {
    expect(states(c, c.facts(c.good))).toEqual(["passed"]);
    const past = judged(c, c.facts(c.bad));
    expect(past.found.map((k) => k.state)).toEqual([c.past ?? "failed"]);
    expect(past.area).toBe(past.found[0]?.state === "failed" ? "failed" : past.area);
    expect(past.area).not.toBe("passed");
    // Nothing was sent, or the fact is not there: never passed.
    expect(states(c, null)).not.toContain("passed");
    expect(states(c, {})).not.toContain("passed");
    for (const value of ["[N/A]", "[Unknown Error]", "ERR!", "", null])
      expect(states(c, c.facts(value))).not.toContain("passed");
    if (c.otherUnit !== undefined) expect(states(c, c.facts(c.otherUnit))).not.toContain("passed");
    // Cut evidence passes nothing, and what it shows to be wrong stays wrong.
    expect(states(c, c.facts(c.good), false)).not.toContain("passed");
  });

  it("is covered by a case", () => {
    const tested = new Set(CASES.map((c) => c.id));
    expect(THRESHOLDS.map((t) => t.id).filter((id) => !tested.has(id))).toEqual([]);
    expect(new Set(THRESHOLDS.map((t) => t.id)).size).toBe(THRESHOLDS.length);
  });

  it("names cards of the catalogue", () => {
    const cards = THRESHOLDS.flatMap((t) => t.cards ?? []);
    expect(cards.filter((id) => findAccelerator(id) === null)).toEqual([]);
  });
});

describe("where no limit fits", () => {
  const run = (card: string, facts: Facts, count = 8) =>
    states({ ...reduce("x", card, 0, count), facts: () => facts }, facts);
  it.each([
    ["a card without a published limit", "b200-sxm", nccl()(845)],
    ["half of the cards", "h100-sxm", nccl(17_179_869_184, { ranks: 4 })(470)],
    ["several nodes", "h100-sxm", nccl(17_179_869_184, { ranks: 16, nodes: 2 })(470)],
    ["another collective", "h200-sxm", nccl(17_179_869_184, { op: "all_gather" })(480)],
    ["a bandwidth of zero in place", "h100-sxm", { ...nccl()(470), busbw_largest_oop_ip: [470, 0] }],
    ["a small message below the limit", "h100-sxm", nccl(1_073_741_824)(430)],
  ])("%s is not evidenced", (_, card, facts) => {
    expect(run(card, facts)).toEqual(["not-evidenced"]);
  });

  it("gives none for an unknown card", () => {
    expect(thresholdFor("all-reduce", null, 8)).toBeNull();
    expect(thresholdFor("peer-copy", "l40s")).toBeNull();
  });
});
