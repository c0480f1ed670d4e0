import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { earlier, rowsOf as rowsIn, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { firstToolError } from "../tool-errors";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { allNvlink, gpuLinks, isSymmetric, linkCounts, provesSwitch, uniformNvlink } from "./links";
import { headerOf, readMatrix, type TopoMatrix } from "./matrix";

/** Lines that environment reports print around the matrix. */
function surroundings(lines: readonly CleanLine[]): Facts {
  const first = (pattern: RegExp): string | null => {
    for (const { text } of lines) {
      const found = text.length < 1_000 ? pattern.exec(text)?.[1] : undefined;
      if (found !== undefined) return found;
    }
    return null;
  };
  const names = lines.flatMap(
    (l) => /^\s*GPU \d+(?:,\d+)*: (?!.*UUID)(.*\S)\s*$/.exec(l.text.slice(0, 1_000))?.[1] ?? [],
  );
  return {
    names: sortedDistinct(names),
    cuda_runtime:
      first(/Cuda compilation tools, release (\d+\.\d+)/) ?? first(/^CUDA [Rr]untime(?: version)?: (\d+\.\d+)/),
    driver_version: first(/(?:CUDA|Nvidia|NVIDIA) [Dd]river [Vv]ersion: (\d[\d.]*)/),
  };
}

function rowsOf(matrix: TopoMatrix): { gpuRows: number; wholeGpuRows: number; all: boolean; once: boolean } {
  const names = matrix.rows.map((r) => r.name);
  const gpuRows = matrix.rows.filter((r) => matrix.gpus.includes(r.name));
  const columns = [...matrix.gpus, ...matrix.nics];
  return {
    gpuRows: gpuRows.length,
    wholeGpuRows: gpuRows.filter((r) => r.whole).length,
    all: columns.length > 0 && columns.every((c) => names.includes(c)) && matrix.rows.every((r) => r.whole),
    once: new Set(names).size === names.length && new Set(columns).size === columns.length,
  };
}

/** On Windows neither CPU nor NUMA affinity of a card can be asked, so both stay empty. */
function isWindows(matrix: TopoMatrix): boolean {
  const gpuRows = matrix.rows.filter((r) => matrix.gpus.includes(r.name) && r.whole);
  const empty = gpuRows.every((r) => r.cpuAffinity === null && r.numaAffinity === null);
  return matrix.hasAffinity && gpuRows.length > 0 && gpuRows.length === matrix.gpus.length && empty;
}

function numaNodes(matrix: TopoMatrix): number | null {
  const nodes = matrix.rows.flatMap((r) => (matrix.gpus.includes(r.name) ? (r.numaAffinity ?? []) : []));
  const known = nodes.filter((n) => /^[\d,-]+$/.test(n));
  return known.length === 0 ? null : new Set(known).size;
}

function factsOf(matrix: TopoMatrix | null, lines: readonly CleanLine[], error: string | null): Facts {
  if (matrix === null) return { gpus: null, nics: null, gpu_rows: 0, gpu_rows_complete: 0, truncated: null, error };
  const { gpuRows, wholeGpuRows, all } = rowsOf(matrix);
  const seen = gpuRows > 0;
  return {
    gpus: matrix.gpus.length,
    nics: matrix.nics.length,
    gpu_rows: gpuRows,
    gpu_rows_complete: wholeGpuRows,
    gpu_gpu_links: linkCounts(matrix),
    gpu_nic_links: matrix.rows
      .filter((r) => matrix.gpus.includes(r.name))
      .map((r) => ({ gpu: r.name, links: Object.fromEntries(matrix.nics.map((n) => [n, r.links[n] ?? null])) })),
    all_nvlink: seen ? allNvlink(matrix) : null,
    uniform_nvlink: seen ? uniformNvlink(matrix) : null,
    nvlink_counts: sortedDistinct(gpuLinks(matrix).flatMap((l) => (l.link.startsWith("NV") ? [l.link] : []))),
    symmetric: seen ? isSymmetric(matrix) : null,
    nvswitch: provesSwitch(matrix),
    numa_nodes: numaNodes(matrix),
    nic_names: matrix.nicNames,
    legend: matrix.legend,
    ...surroundings(lines),
    os: isWindows(matrix) ? "windows" : null,
    truncated: gpuRows < matrix.gpus.length || wholeGpuRows < gpuRows || (matrix.legend && !all),
    error,
  };
}

/** Where a legend is printed it is whole, and names each network card of the columns. */
function legendHolds(matrix: TopoMatrix, openEnd: boolean): boolean {
  if (!matrix.legend) return !openEnd;
  const numbered = matrix.nics.filter((n) => /^NIC\d+$/.test(n));
  const named = numbered.length === 0 || numbered.every((n) => n in matrix.nicNames);
  // The last line of the legend, or of the network cards, may be cut in the middle of a device's name.
  return matrix.legendWhole && named && !(openEnd && numbered.length > 0 && matrix.outside.length === 0);
}

function isWhole(matrix: TopoMatrix, openEnd: boolean): boolean {
  const { all, once } = rowsOf(matrix);
  return all && once && isSymmetric(matrix) && legendHolds(matrix, openEnd);
}

function warningsOf(matrix: TopoMatrix | null, error: string | null): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (error) add("TOOL_ERROR", `nvidia-smi reports: ${error}`);
  if (matrix === null) return list;
  const { all, once } = rowsOf(matrix);
  if (!all) add("INCOMPLETE", "rows or cells that the header names are missing");
  if (!once) add("INCONSISTENT", "a row stands twice");
  if (!isSymmetric(matrix)) add("INCONSISTENT", "two rows say different things of the same pair");
  if (allNvlink(matrix) && !uniformNvlink(matrix)) add("UNEVEN_NVLINK", "pairs have different numbers of NVLinks");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { rows, tooLong } = rowsIn(cleaned.lines);
  const { before, payloads } = splitPayloads(rows, (l) => headerOf(l.text) !== null);
  const last = payloads.at(-1);
  const matrix = last ? readMatrix(last) : null;
  const around = [...before, ...(matrix?.outside ?? [])].filter((l) => l.text.trim() !== "" && !isPrompt(l.text));
  const error = firstToolError(around);
  const trouble = around.some((l) => TROUBLE.test(l.text) && !/Module Not Found|collect/i.test(l.text));
  return {
    tool: "nvidia-smi",
    toolVersion: null,
    facts: factsOf(matrix, [...before, ...(last ?? [])], error),
    unread: [...around, ...tooLong].map(unreadLine),
    warnings: warningsOf(matrix, error),
    complete: matrix !== null && isWhole(matrix, cleaned.openEnd) && error === null && !trouble && tooLong.length === 0,
    others: earlier(payloads).map((p) => factsOf(readMatrix(p), p, null)),
  };
}

function recognise(text: string): number {
  if (!text.includes("GPU0")) return /nvidia-smi\s+topo\b/.test(text.slice(0, 20_000)) ? 0.5 : 0;
  const lines = text.split("\n").filter((l) => l.length <= 1_000 && l.includes("GPU"));
  const header = lines.some((l) => headerOf(l) !== null);
  if (!header || !lines.some((l) => /^\s*GPU\d+\s+(?:X|NV\d+|PIX|PXB|PHB|NODE|SYS|SOC)\s/.test(l))) return 0;
  // Reports of an environment hold a matrix among much else.
  return text.includes("Collecting environment information") || text.includes("PyTorch version:") ? 0.3 : 0.92;
}

/** `nvidia-smi topo -m`: how each card reaches the others and the network cards. */
export const reader: EvidenceReader = { format: "nvidia-smi-topo", recognise, read };
