import type { CleanLine } from "../clean";

export interface TopoRow {
  readonly name: string;
  /** Link by column name; a column without a legible link is not there. */
  readonly links: Readonly<Record<string, string>>;
  /** All link columns of the header are there. */
  readonly whole: boolean;
  readonly cpuAffinity: string | null;
  readonly numaAffinity: string | null;
}

export interface TopoMatrix {
  readonly gpus: readonly string[];
  readonly nics: readonly string[];
  readonly rows: readonly TopoRow[];
  readonly hasAffinity: boolean;
  readonly legend: boolean;
  /** The legend's last line is there. */
  readonly legendWhole: boolean;
  /** Device by column, from the legend of the network cards. */
  readonly nicNames: Readonly<Record<string, string>>;
  readonly outside: readonly CleanLine[];
}

const LINK = /^(?:X|NV\d+|PIX|PXB|PHB|NODE|SYS|SOC|PIXB|C2C)$/;
const AFFINITY = /CPU Affinity|NUMA Affinity|GPU NUMA ID/g;
const LEGEND = /^\s*(?:X|SYS|NODE|PHB|PXB|PIX|NV#|SOC|C2C)\s+= /;
const NIC_LEGEND = /^\s*(NIC\d+): (\S+)\s*$/;

const isDevice = (name: string): boolean => /^(?:GPU\d+|NIC\d+|[a-z]\w*_\w+|[a-z]{2,}\d+\w*)$/.test(name);

/** `GPU0 GPU1 … NIC0 … CPU Affinity …`: column names, or null when the line is no header. */
export function headerOf(text: string): { names: string[]; affinities: string[] } | null {
  if (!text.includes("GPU0")) return null;
  const affinities = text.match(AFFINITY) ?? [];
  const names = text.replace(AFFINITY, " ").trim().split(/\s+/);
  if (names[0] !== "GPU0" || !names.every(isDevice)) return null;
  // A row of a matrix begins with a name too, but links follow it.
  if (names.length === 1 && affinities.length === 0) return null;
  return { names, affinities };
}

/** TAB separates the cells; pastes turn tabs into blanks, and then two or more of them, or one around `X`, do. */
function cellsOf(text: string, links: number): { link: string[]; rest: string[] } {
  if (text.includes("\t")) {
    const cells = text.split("\t").map((c) => c.trim());
    return { link: cells.slice(1, links + 1), rest: cells.slice(links + 1) };
  }
  const words = text.trim().split(/\s+/).slice(1);
  return { link: words.slice(0, links), rest: words.slice(links) };
}

function rowOf(text: string, names: readonly string[], affinities: readonly string[]): TopoRow {
  const name = /^\s*(\S+)/.exec(text)?.[1] ?? "";
  const { link, rest } = cellsOf(text, names.length);
  const links: Record<string, string> = {};
  names.forEach((column, i) => {
    const cell = link[i];
    if (cell !== undefined && LINK.test(cell)) links[column] = cell;
  });
  const at = (title: string): string | null => {
    const index = affinities.indexOf(title);
    const cell = index < 0 ? undefined : rest[index];
    return cell === undefined || cell === "" ? null : cell;
  };
  return {
    name,
    links,
    whole: Object.keys(links).length === names.length,
    cpuAffinity: at("CPU Affinity"),
    numaAffinity: at("NUMA Affinity"),
  };
}

/** A row begins with one of the header's names and goes on with a link. */
function isRow(text: string, names: readonly string[]): boolean {
  const m = /^\s*(\S+)\s+(\S+)/.exec(text);
  return m !== null && names.includes(m[1] ?? "") && LINK.test(m[2] ?? "");
}

/** Reads one matrix; its first line is the header. */
export function readMatrix(lines: readonly CleanLine[]): TopoMatrix {
  const [head, ...rest] = lines;
  const header = head ? headerOf(head.text) : null;
  const names = header?.names ?? [];
  const rows: TopoRow[] = [];
  const outside: CleanLine[] = [];
  const nicNames: Record<string, string> = {};
  let legend = false;
  let legendWhole = false;
  for (const line of rest) {
    const text = line.text;
    const nic = NIC_LEGEND.exec(text);
    if (text.trim() === "" || /^\s*(?:NIC )?Legend:\s*$/.test(text)) legend ||= /Legend/.test(text);
    else if (LEGEND.test(text))
      legendWhole ||= /^\s*NV#\s+= Connection traversing a bonded set of # NVLinks/.test(text);
    else if (nic) nicNames[nic[1] ?? ""] = nic[2] ?? "";
    else if (rows.length < 2 * names.length && isRow(text, names))
      rows.push(rowOf(text, names, header?.affinities ?? []));
    else outside.push(line);
  }
  return {
    gpus: names.filter((n) => /^GPU\d+$/.test(n)),
    nics: names.filter((n) => !/^GPU\d+$/.test(n)),
    rows,
    hasAffinity: (header?.affinities.length ?? 0) > 0,
    legend,
    legendWhole,
    nicNames,
    outside,
  };
}
