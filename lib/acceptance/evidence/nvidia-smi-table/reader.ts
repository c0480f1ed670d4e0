import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct, sortedNumbers } from "../distinct";
import { earlier, rowsOf, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { firstToolError, toolError } from "../tool-errors";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import {
  errorFields,
  type GpuRow,
  isFailing,
  isVersionLine,
  mebibytesOf,
  readTable,
  type SmiTable,
  wattsOf,
} from "./rows";

const AROUND = /^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d(?: \w+)? \d{4}$|^Every \d[\d.]*s: |^\S*nvidia-smi$/;

function persistence(gpus: readonly GpuRow[], windows: boolean): string | null {
  const modes = sortedDistinct(gpus.flatMap((g) => g.mode ?? []));
  return windows || modes.length === 0 ? null : modes.length === 1 ? (modes[0] ?? null) : "mixed";
}

const overCap = (gpu: GpuRow | undefined): boolean | null => {
  const [power, cap] = gpu ? [wattsOf(gpu, "power"), wattsOf(gpu, "cap")] : [null, null];
  return power === null || cap === null ? null : power > cap;
};

const indicesOf = (gpus: readonly GpuRow[]): number[] => gpus.flatMap((g) => g.index ?? []);

/** The list ends after its rule, every row is whole, and the lines before it are there. */
function isWhole(table: SmiTable): boolean {
  const rows = table.gpus.every((g) => g.closed && g.index !== null && g.cells.total !== undefined);
  return table.smiVersion !== null && table.header && table.gpus.length > 0 && rows && table.ended;
}

function repeats(table: SmiTable): boolean {
  const indices = indicesOf(table.gpus);
  const buses = table.gpus.flatMap((g) => g.busId ?? []);
  return new Set(indices).size < indices.length || new Set(buses).size < buses.length;
}

function factsOf(table: SmiTable, lines: readonly CleanLine[], error: string | null): Facts {
  const { gpus } = table;
  const named = gpus.filter((g) => g.index !== null);
  const bad = named.filter(isFailing);
  const none = gpus.length === 0;
  const table_ = lines.filter((l) => l.text.trim().startsWith("|"));
  return {
    nvidia_smi_version: table.smiVersion,
    driver_version: table.driverVersion,
    cuda_version: table.cudaVersion,
    gpu_count: none ? null : named.length,
    names: sortedDistinct(named.flatMap((g) => g.name ?? [])),
    memory_total_mib: sortedNumbers(gpus.flatMap((g) => mebibytesOf(g, "total") ?? [])),
    memory_used_mib: named.map((g) => mebibytesOf(g, "used")),
    err_cells: table_.reduce((n, l) => n + l.text.split("ERR!").length - 1, 0),
    bad_gpus: none ? null : indicesOf(bad),
    bad_fields: sortedDistinct(bad.flatMap(errorFields)),
    healthy_gpus: none ? null : indicesOf(named.filter((g) => !isFailing(g))),
    gpu_rows_seen: indicesOf(named),
    mig_mode_cells: named.map((g) => g.cells.mig ?? null),
    mig_devices: table.migDevices,
    ecc_uncorrected_volatile: named.map((g) => g.cells.ecc ?? null),
    bus_ids: named.map((g) => g.busId),
    persistence_mode: persistence(named, table.windows),
    gpu0_power_over_cap: overCap(named.find((g) => g.index === 0)),
    power_over_cap_gpus: indicesOf(named.filter((g) => overCap(g) === true)),
    processes: table.processes,
    os: table.windows ? "windows" : null,
    truncated: none && error !== null ? null : !isWhole(table),
    error,
  };
}

function warningsOf(table: SmiTable, error: string | null): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (error) add("TOOL_ERROR", `nvidia-smi did not print its table: ${error}`);
  else if (!isWhole(table)) add("MAYBE_CUT", "the table does not show its beginning and its end: cards may be missing");
  if (repeats(table)) add("INCONSISTENT", "a card is listed twice in one table");
  if (table.gpus.some(isFailing)) add("GPU_ERROR", "cells show ERR!: the device does not answer");
  const shortened = table.gpus.some((g) => /\.\.\.$/.test(g.name ?? ""));
  if (shortened) add("NAME_SHORTENED", "the table shortens names: take the model from nvidia-smi -L or -q");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { rows, tooLong } = rowsOf(cleaned.lines);
  const { before, payloads } = splitPayloads(rows, (l) => isVersionLine(l.text));
  const tables = payloads.length > 0 ? payloads : [before];
  const last = tables.at(-1) ?? [];
  const table = readTable(last);
  const around = [...(payloads.length > 0 ? before : []), ...table.outside].filter((l) => !isAround(l));
  const unread = [...around, ...table.strange, ...tooLong].map(unreadLine);
  const error = table.gpus.length === 0 ? firstToolError(rows) : null;
  const trouble = around.some((l) => TROUBLE.test(l.text)) || table.strange.length > 0 || tooLong.length > 0;
  const facts = factsOf(table, last, error);
  return {
    tool: "nvidia-smi",
    toolVersion: table.smiVersion,
    facts,
    unread,
    warnings: warningsOf(table, error),
    complete: error === null && isWhole(table) && !repeats(table) && !trouble && !table.gpus.some(isFailing),
    others: earlier(tables).map((t): Record<string, Json> => ({ ...factsOf(readTable(t), t, null) })),
  };
}

const isAround = (line: CleanLine): boolean => {
  const text = line.text.trim();
  return text === "" || /^[+|][-=+|]*$/.test(text) || AROUND.test(text) || isPrompt(text);
};

const OTHER_COMMAND = /nvidia-smi(?:\.exe)?\s+(?:-L\b|-q\b|--query|topo\b|nvlink\b|mig\b|dmon\b|--list)/;

function recognise(text: string): number {
  if (/^[ \t]*\|[ \t]*NVIDIA-SMI[ \t]+\S/m.test(text)) return 0.95;
  if (/\dMiB \/ {1,12}\d{1,8}MiB \|/.test(text) && text.includes("+---")) return 0.8;
  if (text.length > 20_000 || OTHER_COMMAND.test(text)) return 0;
  const failed = text.split("\n").some((l) => /nvidia-smi|NVIDIA-SMI|NVML|devices were found/.test(l) && toolError(l));
  return failed ? 0.55 : 0;
}

/** `nvidia-smi` without options: versions, cards, memory and error cells. It shortens names. */
export const reader: EvidenceReader = { format: "nvidia-smi-table", recognise, read };
