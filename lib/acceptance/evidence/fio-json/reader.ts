import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type Fields, fieldAt, isFields, numberAt, textAt } from "../perf-json";
import { round } from "../perf-metrics";
import type { EvidenceWarning, Facts } from "../reader-contract";

const MIB = 1024 * 1024;

const jobsOf = (output: Fields): Fields[] => (Array.isArray(output.jobs) ? output.jobs.filter(isFields) : []);

/** Bytes a second: newer releases print them, older ones KiB. */
function bandwidth(side: unknown): number | null {
  const bytes = numberAt(side, "bw_bytes");
  const kib = numberAt(side, "bw");
  return bytes ?? (kib === null ? null : kib * 1024);
}

const total = (values: readonly (number | null)[]): number | null =>
  values.some((v) => v === null) || values.length === 0 ? null : values.reduce((sum: number, v) => sum + (v ?? 0), 0);

/** Completion latency in ms: nanoseconds under `clat_ns`, microseconds under `clat` in releases before 3. */
function latency(side: unknown, rank: string): number | null {
  const ns = numberAt(side, "clat_ns", "percentile", rank);
  const us = numberAt(side, "clat", "percentile", rank);
  return ns === null ? (us === null ? null : us / 1e3) : ns / 1e6;
}

/** The slowest job decides: tails are never averaged. */
function slowest(sides: readonly unknown[], rank: string): number | null {
  const found = sides.flatMap((s) => latency(s, rank) ?? []);
  return found.length === 0 ? null : round(Math.max(...found));
}

function sideFacts(jobs: readonly Fields[], side: "read" | "write"): Record<string, Json> {
  const sides = jobs.map((j) => j[side]);
  const moved = total(sides.map((s) => numberAt(s, "total_ios")));
  const used = sides.filter((s) => (numberAt(s, "total_ios") ?? 0) > 0);
  const rate = total(sides.map(bandwidth));
  const iops = total(sides.map((s) => numberAt(s, "iops")));
  return {
    [`${side}_ios`]: moved,
    [`${side}_mib_s`]: rate === null ? null : round(rate / MIB, 3),
    [`${side}_iops`]: iops === null ? null : round(iops, 3),
    [`${side}_clat_ms`]:
      used.length === 0
        ? null
        : { p50: slowest(used, "50.000000"), p95: slowest(used, "95.000000"), p99: slowest(used, "99.000000") },
  };
}

/** An option of the job, or of the global section that it inherits from. */
function option(output: Fields, name: string): string | null {
  const found = jobsOf(output).map((j) => textAt(j, "job options", name) ?? textAt(output, "global options", name));
  const distinct = new Set(found);
  return distinct.size === 1 ? (found[0] ?? null) : null;
}

function factsOf(output: Fields): Record<string, Json> {
  const jobs = jobsOf(output);
  const runtimes = jobs.flatMap((j) => [numberAt(j, "read", "runtime") ?? 0, numberAt(j, "write", "runtime") ?? 0]);
  const direct = option(output, "direct");
  return {
    jobs: jobs.length,
    job_names: jobs.flatMap((j) => textAt(j, "jobname") ?? []),
    errors: jobs.filter((j) => (numberAt(j, "error") ?? 0) !== 0).length,
    ...sideFacts(jobs, "read"),
    ...sideFacts(jobs, "write"),
    runtime_s: runtimes.length === 0 ? null : round(Math.max(...runtimes) / 1e3, 3),
    pattern: option(output, "rw"),
    block_size: option(output, "bs"),
    io_depth: option(output, "iodepth"),
    engine: option(output, "ioengine"),
    direct: direct === null ? null : direct === "1",
  };
}

function warningsOf(facts: Facts, output: Fields): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.jobs === 0) add("NOTHING_MEASURED", "no job in the file");
  if (facts.errors !== 0) add("TOOL_ERROR", `${facts.errors} jobs ended with an error`);
  if (facts.read_ios === 0 && facts.write_ios === 0) add("NOTHING_MEASURED", "nothing was read or written");
  if (facts.direct !== true) add("BUFFERED", "not direct: the page cache may have answered");
  const lost = jobsOf(output).some((j) =>
    ["read", "write"].some(
      (s) => (numberAt(fieldAt(j, s), "drop_ios") ?? 0) > 0 || (numberAt(fieldAt(j, s), "short_ios") ?? 0) > 0,
    ),
  );
  if (lost) add("INCONSISTENT", "some transfers were short or dropped");
  return list;
}

/** `fio --output-format=json`. */
export const reader = jsonReader({
  format: "fio-json",
  tool: "fio",
  recognise: (text) => jsonMarks(text, [/"fio version"\s*:/, /"jobs"\s*:\s*\[/, /"(?:bw_bytes|bw|iops)"\s*:/]),
  is: (value): value is Fields => isFields(value) && "fio version" in value && Array.isArray(value.jobs),
  version: (output) => textAt(output, "fio version"),
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["NOTHING_MEASURED", "TOOL_ERROR", "INCONSISTENT"],
  needed: ["read_mib_s", "write_mib_s", "runtime_s"],
});
