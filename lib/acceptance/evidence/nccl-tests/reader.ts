import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { earlier } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";
import {
  averageBusbw,
  averageHolds,
  largest,
  operationOf,
  peak,
  reachesMaximum,
  repeatsSizes,
  wrongTotal,
} from "./figures";
import { type NcclRun, readRun, rowOf, startsRun } from "./rows";

type Result = "pass" | "fail" | "inconclusive" | "incomplete" | "error" | "inconsistent";

/** Failure is said anywhere; then what is not whole; one rank alone moves nothing over a link. */
function resultOf(run: NcclRun, elided: boolean): Result {
  const failed = run.outOfBounds?.[1] === "FAILED" || run.average?.word === "FAILED" || (wrongTotal(run) ?? 0) > 0;
  if (failed) return "fail";
  if (run.rows.length === 0) return run.errors.length > 0 ? "error" : "incomplete";
  if (run.errors.length > 0) return "error";
  const summary = run.outOfBounds !== null && run.average !== null;
  if (!summary || run.broken.length > 0 || elided) return "incomplete";
  if (!averageHolds(run) || repeatsSizes(run)) return "inconsistent";
  if (!reachesMaximum(run)) return "incomplete";
  return run.ranks.size === 1 || (peak(run)?.busbw ?? 0) === 0 ? "inconclusive" : "pass";
}

function factsOf(run: NcclRun, elided: boolean): Facts {
  const top = peak(run);
  const last = largest(run);
  const rows = run.rows.length;
  return {
    rows,
    ranks: run.ranks.size > 0 ? run.ranks.size : null,
    nodes: run.hosts.length > 0 ? new Set(run.hosts).size : null,
    names: sortedDistinct(run.devices),
    op: operationOf(run),
    nccl_version: run.version,
    avg_busbw_reported: run.average?.value ?? null,
    avg_busbw_recomputed_from_rows: averageBusbw(run),
    out_of_bounds: run.outOfBounds,
    peak_busbw: top?.busbw ?? null,
    peak_at_bytes: top?.sizeBytes ?? null,
    largest_size: last?.sizeBytes ?? null,
    busbw_largest_oop_ip: last ? [last.outOfPlace.busbw, last.inPlace?.busbw ?? null] : null,
    wrong_total: wrongTotal(run),
    correctness_checked: rows > 0 ? wrongTotal(run) !== null : null,
    result: resultOf(run, elided),
    truncated: rows > 0 ? run.outOfBounds === null || run.average === null || run.broken.length > 0 : null,
    error: run.errors[0] ?? null,
  };
}

function warningsOf(run: NcclRun, result: Result): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (run.errors.length > 0) add("TOOL_ERROR", `the test reports: ${run.errors[0]}`);
  if (result === "fail") add("TEST_FAILED", "wrong values or FAILED in the summary");
  if (result === "incomplete") add("INCOMPLETE", "rows or the two lines of the summary are missing");
  if (result === "inconsistent") add("INCONSISTENT", "rows and the reported average do not belong together");
  if (result === "inconclusive")
    add("NOTHING_MEASURED", "one rank alone, or a bandwidth of zero: no link was measured");
  if (run.rows.length > 0 && wrongTotal(run) === null) add("NOT_CHECKED", "correctness of the values was not checked");
  return list;
}

/** A run begins at its head when the one before has rows or a summary already. */
function runsIn(lines: readonly CleanLine[]): CleanLine[][] {
  const runs: CleanLine[][] = [[]];
  let filled = false;
  for (const line of lines) {
    if (filled && startsRun(line.text)) {
      runs.push([]);
      filled = false;
    }
    runs.at(-1)?.push(line);
    filled ||=
      /Out of bounds values|Avg bus bandwidth/.test(line.text) ||
      (/^\s*\d/.test(line.text) && rowOf(line.text) !== null);
  }
  return runs;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const runs = runsIn(cleaned.lines).map(readRun);
  const run = runs.at(-1) ?? readRun([]);
  const facts = factsOf(run, cleaned.elided);
  const result = facts.result as Result;
  const cut = cleaned.openEnd && run.averageLast;
  return {
    tool: "nccl-tests",
    toolVersion: run.toolVersion ?? run.version,
    facts,
    unread: [...run.outside, ...run.broken].filter((l) => !isPrompt(l.text) || /^#/.test(l.text)).map(unreadLine),
    warnings: warningsOf(run, result),
    complete: result === "pass" && !cut,
    others: earlier(runs).map((r) => factsOf(r, cleaned.elided)),
  };
}

function recognise(text: string): number {
  if (/^[# \t]{0,8}Avg bus bandwidth[ \t]*:/m.test(text) || /^[# \t]{0,8}Out of bounds values[ \t]*:/m.test(text))
    return 0.95;
  if (/nThread \d+ nGpus \d+ minBytes/.test(text)) return 0.95;
  if (/algbw\s+busbw/.test(text)) return 0.9;
  if (/Test (?:CUDA|NCCL) failure /.test(text)) return 0.7;
  return text.length < 50_000 && /\b\w+_perf\b/.test(text) && /slots|mpirun|srun|No such file/.test(text) ? 0.6 : 0;
}

/** nccl-tests: bandwidth of collectives. Judge the largest sizes, never the average over all. */
export const reader: EvidenceReader = { format: "nccl-tests", recognise, read };
