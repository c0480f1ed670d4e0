/** A name that one may have meant, and what it stands for in the catalogue. */
export interface Named {
  readonly id: string;
}

const MOST = 3;

/** A name without case, spaces and punctuation. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Letters that have to be put in, left out or changed to make one text of the other (V. Levenshtein, 1965). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Lower is nearer: names that contain what was typed, or the other way round, then slips of a third of the letters. */
function nearness(typed: string, id: string): number | null {
  const name = plain(id);
  const last = plain(id.split("/").at(-1) ?? id);
  if (name === typed || last === typed) return 0;
  if (typed.length >= 2 && (name.includes(typed) || typed.includes(last)))
    return 1 + Math.abs(name.length - typed.length) / 1000;
  const slips = Math.min(distance(typed, name), distance(typed, last));
  return slips <= Math.max(1, Math.floor(typed.length / 3)) ? 2 + slips : null;
}

/** Up to three names of the catalogue that are near to what was typed, nearest first; none when nothing is. */
export function nearNames(typed: string, all: readonly Named[]): string[] {
  const wanted = plain(typed).slice(0, 100);
  if (wanted === "") return [];
  return all
    .flatMap(({ id }) => {
      const at = nearness(wanted, id);
      return at === null ? [] : [{ id, at }];
    })
    .sort((a, b) => a.at - b.at || a.id.localeCompare(b.id, "en"))
    .slice(0, MOST)
    .map((n) => n.id);
}
