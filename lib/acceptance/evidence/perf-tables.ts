import type { CleanLine } from "./clean";
import { isStatistic, metricName, type PerfMetric, printedNumber } from "./perf-metrics";

export interface PerfTables {
  readonly metrics: ReadonlyMap<string, PerfMetric>;
  /** Rows whose cells are not as many as the header's, or not numbers. */
  readonly ragged: number;
  readonly repeated: readonly string[];
  /** Tables of single values: throughput and counts. */
  readonly valueTables: number;
  readonly resaved: boolean;
  /** Cells shortened on a narrow screen. */
  readonly shortened: boolean;
  readonly unread: readonly CleanLine[];
}

/** Cells of one CSV row; a quoted cell may hold the separator. */
export function csvCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i] ?? "";
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === separator) {
      cells.push(cell.trim());
      cell = "";
    } else cell += c;
  }
  return [...cells, cell.trim()];
}

const BORDER = /^[\s┏┓┗┛┡┩┠┨┣┫┳┻╇╋├┤└┘┌┐┬┴┼─━═╒╕╘╛╞╡╤╧╪|+-]+$/;
const HEADER = /^"?(?:metric|statistic)"?$/i;

function cellsOf(line: CleanLine, separator: string | null): string[] | null {
  const { text } = line;
  if (separator !== null) return csvCells(text, separator);
  if (!/[│┃|]/.test(text)) return null;
  return text
    .replace(/^\s*[│┃|]/, "")
    .replace(/[│┃|]\s*$/, "")
    .split(/[│┃|]/)
    .map((c) => c.trim());
}

/** Comma, semicolon or tab by the header's row; null for a framed console table. */
export function separatorOf(lines: readonly CleanLine[]): string | null {
  const header = lines.find((l) => /^\s*"?(?:Metric|Statistic)"?\s*[,;\t]/i.test(l.text));
  return header ? (/^\s*"?\w+"?\s*([,;\t])/.exec(header.text)?.[1] ?? ",") : null;
}

class Tables {
  readonly metrics = new Map<string, PerfMetric>();
  readonly repeated: string[] = [];
  readonly unread: CleanLine[] = [];
  ragged = 0;
  valueTables = 0;
  shortened = false;
  private header: readonly string[] | null = null;
  private skip = false;
  private open: { label: string; cells: readonly string[] } | null = null;

  constructor(private readonly decimalComma: boolean) {}

  line(line: CleanLine, cells: string[] | null): void {
    const [label = "", ...rest] = cells ?? [];
    if (cells === null) this.unread.push(line);
    else if (HEADER.test(label)) this.begin(rest.map((c) => c.toLowerCase()));
    else if (this.header === null) this.unread.push(line);
    else if (!this.skip) this.row(line, label, rest);
  }

  private begin(columns: readonly string[]): void {
    this.close();
    this.header = columns;
    this.skip = columns.some((c) => /gpu/.test(c));
    if (!this.skip && columns.length === 1 && columns[0] === "value") this.valueTables += 1;
  }

  private row(line: CleanLine, label: string, cells: readonly string[]): void {
    if ([label, ...cells].some((c) => c.endsWith("…") || c.endsWith("..."))) this.shortened = true;
    // A narrow screen wraps the name: the next line has the rest of it and no figures.
    if (this.open && cells.every((c) => c === "")) {
      this.open = { ...this.open, label: `${this.open.label} ${label}` };
      return;
    }
    this.close();
    if (cells.length !== this.header?.length) {
      this.ragged += 1;
      this.unread.push(line);
      return;
    }
    this.open = { label, cells };
  }

  close(): void {
    if (!this.open || !this.header) return;
    const { label, cells } = this.open;
    this.open = null;
    const { name, unit } = metricName(label);
    const statistics: Record<string, number> = {};
    for (const [i, column] of this.header.entries()) {
      const value = printedNumber(cells[i] ?? "", this.decimalComma);
      const key = column === "value" ? "avg" : column;
      if (value !== null && isStatistic(key)) statistics[key] = value;
    }
    if (Object.keys(statistics).length === 0) this.ragged += 1;
    if (this.metrics.has(name)) this.repeated.push(name);
    this.metrics.set(name, { unit, statistics });
  }
}

/** The tables of a report: CSV (also one saved again by a spreadsheet) or framed for the screen. */
export function readPerfTables(lines: readonly CleanLine[]): PerfTables {
  const separator = separatorOf(lines);
  const decimalComma = separator === ";" && lines.some((l) => /(?:^|;)"?\d[\d.]*,\d+"?(?:;|$)/.test(l.text));
  const tables = new Tables(decimalComma);
  for (const line of lines) {
    const { text } = line;
    if (text.trim() === "" || text.length > 4_000 || (separator === null && BORDER.test(text))) continue;
    tables.line(line, cellsOf(line, separator));
  }
  tables.close();
  const { metrics, ragged, repeated, valueTables, shortened, unread } = tables;
  return {
    metrics,
    ragged,
    repeated,
    valueTables,
    resaved: separator === ";" || separator === "\t",
    shortened,
    unread,
  };
}
