import { countBy } from "../distinct";
import type { TopoMatrix } from "./matrix";

/** Links from one card to another, in both directions, as the rows say. */
export function gpuLinks(matrix: TopoMatrix): { from: string; to: string; link: string }[] {
  const gpus = new Set(matrix.gpus);
  return matrix.rows
    .filter((r) => gpus.has(r.name))
    .flatMap((r) =>
      Object.entries(r.links)
        .filter(([to, link]) => gpus.has(to) && to !== r.name && link !== "X")
        .map(([to, link]) => ({ from: r.name, to, link })),
    );
}

export const linkCounts = (matrix: TopoMatrix): Record<string, number> => countBy(gpuLinks(matrix).map((l) => l.link));

/** Every pair seen is joined by NVLink; with one card there is no pair. */
export function allNvlink(matrix: TopoMatrix): boolean {
  const links = gpuLinks(matrix);
  return links.length > 0 && links.every((l) => l.link.startsWith("NV"));
}

/** Every pair has the same number of links: a uniform mesh or switch. */
export const uniformNvlink = (matrix: TopoMatrix): boolean =>
  allNvlink(matrix) && Object.keys(linkCounts(matrix)).length === 1;

/** What one row says of a pair, the other row says too, wherever both are there. */
export function isSymmetric(matrix: TopoMatrix): boolean {
  const rows = new Map(matrix.rows.map((r) => [r.name, r]));
  return matrix.rows.every((r) =>
    Object.entries(r.links).every(([to, link]) => {
      const back = rows.get(to)?.links[r.name];
      return to === r.name ? link === "X" : back === undefined || back === link;
    }),
  );
}

/** No card has more links than this; more to all peers together can only go through a switch. */
const MOST_LINKS_PER_GPU = 18;

/**
 * True when the peers of one card have more links together than any card has: they share them through a switch. Else
 * null: the matrix alone does not prove a switch, nor that there is none.
 */
export function provesSwitch(matrix: TopoMatrix): boolean | null {
  if (!uniformNvlink(matrix)) return null;
  const each = Number(/^NV(\d+)$/.exec(gpuLinks(matrix)[0]?.link ?? "")?.[1] ?? 0);
  return each * (matrix.gpus.length - 1) > MOST_LINKS_PER_GPU ? true : null;
}
