import type { Json } from "@/lib/digest/canonical";
import { isErrorCell, isMasked } from "../cell-values";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { earlier } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { firstToolError } from "../tool-errors";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { type CsvColumn, type CsvTable, columnsOfCommand, headerSeparator, looksLikeRow, readCsv } from "./table";

const columnAt = (table: CsvTable, ...names: readonly string[]): number =>
  table.columns?.findIndex((c) => names.includes(c.name)) ?? -1;

function cellsOf(table: CsvTable, ...names: readonly string[]): string[] | null {
  const at = columnAt(table, ...names);
  return at < 0 ? null : table.rows.map((r) => r[at] ?? "");
}

const isBad = (row: readonly string[]): boolean => row.some((cell) => isErrorCell(cell));

/** Index of the card where the listing has it, else the number of the row. */
function indexOf(table: CsvTable, row: readonly string[]): number {
  const at = columnAt(table, "index");
  const text = at < 0 ? "" : (row[at] ?? "");
  return /^\d+$/.test(text) ? Number(text) : table.rows.indexOf(row);
}

/** `59.12 W`, or `59,12 W` and `5.919,16` where a spreadsheet wrote decimal commas; in another unit it is unknown. */
function figure(cell: string, resaved: boolean, unit: string): number | null {
  const text = resaved && /,\d+(?:\s|$)/.test(cell) ? cell.replaceAll(".", "").replace(",", ".") : cell;
  const m = /^(\d+(?:\.\d+)?)(?:\s+(\S.*))?$/.exec(text.trim());
  return m && (m[2] === undefined || m[2] === unit) ? Number(m[1]) : null;
}

/** Figures of a column in the unit that nvidia-smi prints it in. */
function figures(table: CsvTable, unit: string, ...names: readonly string[]): (number | null)[] | null {
  return cellsOf(table, ...names)?.map((c) => figure(c, table.resaved, unit)) ?? null;
}

function gpuCount(table: CsvTable): Json {
  if (table.elided) return "unknown (rows elided with [...])";
  if (table.rows.length === 0) return null;
  for (const key of [["uuid", "gpu_uuid"], ["pci.bus_id", "gpu_bus_id"], ["index"]]) {
    const cells = cellsOf(table, ...key);
    if (cells && !cells.some((c) => isMasked(c) || isErrorCell(c) || c.startsWith("["))) return new Set(cells).size;
  }
  return table.rows.length;
}

/** Every column under its own name: distinct values, as the tool printed them. */
function columnFacts(table: CsvTable): Record<string, Json> {
  return Object.fromEntries(
    (table.columns ?? []).map((c, i) => [c.name, sortedDistinct(table.rows.map((r) => r[i] ?? ""))]),
  );
}

function factsOf(table: CsvTable, error: string | null): Facts {
  const { rows } = table;
  return {
    ...columnFacts(table),
    columns: table.columns?.length ?? rows[0]?.length ?? null,
    rows: rows.length,
    rows_seen: rows.length,
    header: table.columns !== null,
    gpu_count: gpuCount(table),
    healthy: rows.filter((r) => !isBad(r)).map((r) => indexOf(table, r)),
    bad: rows.filter(isBad).map((r) => indexOf(table, r)),
    power_w: figures(table, "W", "power.draw", "power.draw.average", "power.draw.instant"),
    memory_total_mib: figures(table, "MiB", "memory.total"),
    memory_used_mib: figures(table, "MiB", "memory.used"),
    ragged_rows: table.ragged.length,
    inconsistent: contradiction(table) !== null,
    elided: table.elided,
    error,
  };
}

/** One host has one driver, as many rows as it counts cards, and each card once. */
function contradiction(table: CsvTable): string | null {
  const drivers = new Set(cellsOf(table, "driver_version")?.filter((c) => !isErrorCell(c) && !c.startsWith("[")) ?? []);
  if (drivers.size > 1) return "rows of one host name different drivers";
  const stamps = new Set(cellsOf(table, "timestamp") ?? []);
  const counts = new Set(cellsOf(table, "count")?.filter((c) => /^\d+$/.test(c)) ?? []);
  const [count] = counts;
  if (stamps.size <= 1 && counts.size === 1 && Number(count) !== table.rows.length)
    return `the host counts ${count} cards, ${table.rows.length} are listed`;
  for (const key of ["index", "uuid", "gpu_uuid", "pci.bus_id", "gpu_bus_id"]) {
    const cells = cellsOf(table, key)?.filter((c) => !isMasked(c) && !isErrorCell(c) && !c.startsWith("[")) ?? [];
    if (stamps.size <= 1 && new Set(cells).size < cells.length) return `${key} stands twice`;
  }
  return table.columns === null || new Set(table.columns.map((c) => c.name)).size === table.columns.length
    ? null
    : "a column stands twice";
}

/** The last cell shows its own end: by its unit, by a bracket, or because the same stands above it. */
function lastCellIsWhole(table: CsvTable, openEnd: boolean): boolean {
  if (!openEnd) return true;
  const row = table.rows.at(-1);
  const unit = table.columns?.at(-1)?.unit;
  const cell = row?.at(-1) ?? "";
  return cell.endsWith("]") || (unit !== undefined && unit !== null && cell.endsWith(` ${unit}`));
}

/** A figure without the unit that stands in its header was cut; with `nounits` no figure has one. */
function unitsHold(table: CsvTable): boolean {
  const figuresWithUnits = table.rows.flatMap((row) =>
    row.flatMap((cell, i) => {
      const unit = table.columns?.[i]?.unit ?? null;
      return unit !== null && /^[\d.,]+(?:\s|$)/.test(cell) ? [cell.endsWith(` ${unit}`)] : [];
    }),
  );
  return figuresWithUnits.every((has) => has) || !figuresWithUnits.some((has) => has);
}

interface Part {
  readonly named: readonly CsvColumn[] | null;
  readonly lines: CleanLine[];
}

interface Paste {
  readonly parts: readonly Part[];
  readonly outside: readonly CleanLine[];
}

/** Listings begin at their header, or at a command that names the columns. */
function partsIn(lines: readonly CleanLine[]): Paste {
  const parts: Part[] = [];
  const outside: CleanLine[] = [];
  for (const line of lines) {
    const text = line.text.trim();
    const named = columnsOfCommand(text);
    if (named) parts.push({ named, lines: [] });
    else if (isPrompt(text) && !headerSeparator(text)) outside.push(line);
    else if (headerSeparator(text) !== null) parts.push({ named: null, lines: [line] });
    else if (parts.length > 0) parts.at(-1)?.lines.push(line);
    else if (looksLikeRow(text)) parts.push({ named: null, lines: [line] });
    else if (text !== "") outside.push(line);
  }
  return { parts, outside };
}

function warningsOf(table: CsvTable, error: string | null): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const against = contradiction(table);
  if (error) add("TOOL_ERROR", `nvidia-smi reports: ${error}`);
  if (table.columns === null && table.rows.length > 0) add("NO_HEADER", "no line says which column is which");
  if (against) add("INCONSISTENT", against);
  if (table.ragged.length > 0)
    add("RAGGED", `${table.ragged.length} rows have another number of cells than the header`);
  if (table.rows.some(isBad)) add("GPU_ERROR", "a card does not answer: Unknown Error, ERR! or lost");
  if (table.resaved) add("RESAVED", "a spreadsheet saved this again: nvidia-smi prints commas and decimal points");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { parts, outside } = partsIn(cleaned.lines);
  const last = parts.at(-1);
  const table = readCsv(last?.lines ?? [], last?.named ?? null);
  const around = [...outside, ...table.outside].filter((l) => !isPrompt(l.text.trim()));
  const error = firstToolError(around);
  const trouble = [...around, ...table.ragged].some((l) => TROUBLE.test(l.text)) || around.length > 0;
  const whole = lastCellIsWhole(table, cleaned.openEnd) && unitsHold(table) && table.ragged.length === 0;
  const sound = contradiction(table) === null && !table.rows.some(isBad) && table.columns !== null;
  return {
    tool: "nvidia-smi",
    toolVersion: null,
    facts: factsOf(table, error),
    unread: [...around, ...table.ragged].map(unreadLine),
    warnings: warningsOf(table, error),
    complete: table.rows.length > 0 && whole && sound && error === null && !trouble && !table.resaved,
    others: earlier(parts).map((p) => factsOf(readCsv(p.lines, p.named), null)),
  };
}

/** Lines at which a listing may be looked for: long logs of other tools are not searched through. */
const LOOKED_AT = 400;

function recognise(text: string): number {
  if (!text.includes(",") && !text.includes(";")) return text.includes("--query-gpu") ? 0.5 : 0;
  let rows = 0;
  let lines = 0;
  for (const line of text.slice(0, 200_000).split("\n")) {
    const t = line.trim();
    if (t === "") continue;
    lines += 1;
    if (lines > LOOKED_AT) break;
    if (headerSeparator(t) !== null) return 0.9;
    if (looksLikeRow(t)) rows += 1;
  }
  if (text.includes("--query-gpu=")) return 0.85;
  return rows > 0 && rows * 2 > lines ? 0.6 : 0;
}

/** `nvidia-smi --query-gpu=… --format=csv`: one row for each card, one fact for each column. */
export const reader: EvidenceReader = { format: "nvidia-smi-csv", recognise, read };
