import type { CleanLine } from "../clean";

export interface CsvColumn {
  /** Field as the tool names it, without its unit. */
  readonly name: string;
  readonly unit: string | null;
}

export interface CsvTable {
  /** Null when no line names the columns: then no cell has a meaning. */
  readonly columns: readonly CsvColumn[] | null;
  readonly rows: readonly (readonly string[])[];
  /** Rows with another number of cells than the header. */
  readonly ragged: readonly CleanLine[];
  readonly outside: readonly CleanLine[];
  /** A spreadsheet saved it again: `;` or TAB between cells, decimal commas. */
  readonly resaved: boolean;
  readonly elided: boolean;
}

const MAX_COLUMNS = 600;
const CELL = /^[a-zA-Z][\w.]*(?: \[[^\]]{1,12}\])?$/;
/** Fields of `--query-gpu` that nearly every listing has; one of them must be there to know it is one. */
const FIELD =
  /^(?:(?:gpu_)?(?:name|uuid|serial|bus_id)|index|count|driver_version|kmd_version|timestamp|pstate|vbios_version|compute_cap|compute_mode|persistence_mode|(?:memory|utilization|temperature|power|clocks|ecc|pci|pcie|fan|mig|retired_pages|remapped_rows|enforced|encoder|inforom|gom|driver_model)\.[\w.]+)(?: \[|$)/;
const FIRST_CELL = /^"?[a-zA-Z][\w.]*(?: \[[^\]]{1,12}\])?"?\s*(?:[,;\t]|$)/;
const ELISION = /^\[?(?:\.{3}|…)\]?$/;

type Separator = "," | ";" | "\t";

function split(text: string, separator: Separator): string[] {
  return text.split(separator).map((c) => c.trim().replace(/^"(.*)"$/, "$1"));
}

/** The separator with which this line is a header of such a listing, or null. */
export function headerSeparator(text: string): Separator | null {
  if (text.length > 20_000 || !FIRST_CELL.test(text)) return null;
  for (const separator of [",", ";", "\t"] as const) {
    const cells = split(text, separator);
    const known = cells.filter((c) => FIELD.test(c)).length;
    const fits = cells.length <= MAX_COLUMNS && cells.every((c) => CELL.test(c));
    if (fits && known > 0 && (cells.length > 1 || /[._]/.test(text)) && known * 3 >= cells.length) return separator;
  }
  return null;
}

function columnOf(text: string): CsvColumn {
  const m = /^(\S+)(?: \[([^\]]+)\])?$/.exec(text);
  return { name: m?.[1] ?? text, unit: m?.[2] ?? null };
}

/** The fields of a `--query-gpu=a,b,c` with `noheader`, from the command in the paste. */
export function columnsOfCommand(text: string): readonly CsvColumn[] | null {
  const m = /--query-gpu=([\w.,]+)/.exec(text);
  if (!m || !/noheader/.test(text)) return null;
  return (m[1] ?? "").split(",").map((name) => ({ name, unit: null }));
}

/** A row of a listing without header: it can be known by a card's name or identity beside a figure with its unit. */
export function looksLikeRow(text: string): boolean {
  const cells = split(text, ",");
  if (cells.length < 2 || cells.length > MAX_COLUMNS) return false;
  const card = cells.some((c) =>
    /^(?:NVIDIA |Tesla |Quadro |GeForce |GRID |GPU-[0-9a-f]{8}-|[0-9A-F]{8}:[0-9A-F]{2}:)/.test(c),
  );
  return card && cells.some((c) => /^[\d.]+ (?:MiB|W|%|MHz|C)$|^\d+(?:\.\d+)+$|^\d+$|^P\d+$/.test(c));
}

/** Units that nvidia-smi prints in its head: a bare figure below any other keeps that unit beside it. */
const USUAL_UNITS: readonly (string | null)[] = [null, "MiB", "W", "%", "MHz", "C", "ms", "us", "bytes", "KB/s", "mJ"];

/** Cells of a row, each with the unit of its column where that is another one than the tool's own. */
function withUnits(cells: string[], columns: readonly CsvColumn[] | null): string[] {
  return cells.map((c, i) => {
    const unit = columns?.[i]?.unit ?? null;
    return USUAL_UNITS.includes(unit) || !/^[\d.,]+$/.test(c) ? c : `${c} ${unit}`;
  });
}

/** Reads one listing; its first line is the header, or `named` gives the columns. */
export function readCsv(lines: readonly CleanLine[], named: readonly CsvColumn[] | null): CsvTable {
  const [head, ...rest] = lines;
  const separator = (head && named === null ? headerSeparator(head.text.trim()) : null) ?? ",";
  const withHeader = head !== undefined && named === null && headerSeparator(head.text.trim()) !== null;
  const columns = withHeader ? split(head.text, separator).map(columnOf) : named;
  const rows: string[][] = [];
  const ragged: CleanLine[] = [];
  const outside: CleanLine[] = [];
  let elided = false;
  let width = columns?.length ?? null;
  for (const line of withHeader ? rest : lines) {
    const text = line.text.trim();
    if (text === "") continue;
    if (ELISION.test(text)) {
      elided = true;
      continue;
    }
    const cells = split(line.text, separator);
    if (width === null && looksLikeRow(text)) width = cells.length;
    if (cells.length === width) rows.push(withUnits(cells, columns));
    else if (width !== null && cells.length > 1) ragged.push(line);
    else outside.push(line);
  }
  return { columns, rows, ragged, outside, resaved: separator !== ",", elided };
}
