import type { CleanLine } from "../clean";

export interface Listing {
  readonly rows: readonly { readonly name: string; readonly gpus: number | null }[];
  /** The command or a header says what the second column is. */
  readonly meant: boolean;
  readonly unread: readonly CleanLine[];
}

const COMMAND = /\bkubectl\b.*\bget\s+nodes?\b.*(?:nvidia|amd|gpu)/i;
const HEADER = /^NAME\s+.*\b(?:GPUS?|NVIDIA\S*|ALLOCATABLE)\b/i;
const NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

export const isListing = (lines: readonly CleanLine[]): boolean =>
  lines.some((l) => COMMAND.test(l.text.slice(0, 2_000)) || HEADER.test(l.text.slice(0, 500)));

/** Columns of a custom listing begin where their titles do. */
function columnStart(header: string): number {
  return /\b(?:GPUS?|NVIDIA\S*|ALLOCATABLE)\b/i.exec(header)?.index ?? -1;
}

/** `name TAB count` of a jsonpath or a table of custom columns; a node without cards has an empty or `<none>` cell. */
export function readListing(lines: readonly CleanLine[]): Listing {
  const rows: { name: string; gpus: number | null }[] = [];
  const unread: CleanLine[] = [];
  let meant = false;
  let at = -1;
  for (const line of lines) {
    const text = line.text.trimEnd();
    if (text.trim() === "") continue;
    if (HEADER.test(text)) {
      meant = true;
      at = columnStart(text);
    } else if (COMMAND.test(text)) meant = true;
    else {
      const [name = "", ...rest] = text.trim().split(/\s+/);
      const cell = at >= 0 ? (/^\S*/.exec(text.slice(at))?.[0] ?? "") : (rest[0] ?? "");
      const known = /^\d+$/.test(cell) || cell === "" || cell === "<none>";
      if (NAME.test(name) && known && (at >= 0 || rest.length <= 1))
        rows.push({ name, gpus: /^\d+$/.test(cell) ? Number(cell) : null });
      else unread.push(line);
    }
  }
  return { rows, meant, unread };
}
