import type { Column } from "./columns";

/**
 * Places of rows group by group, each group in the order that is asked for. A group whose rows stand in that order already,
 * as bills have them, costs no sorting.
 *
 * @param groups group of each row, from 0; rows of a negative group are left out
 */
export function groupOrder(
  groups: Column<Int32Array>,
  count: number,
  compare: (a: number, b: number) => number,
): Int32Array {
  const from = new Int32Array(count + 1);
  for (let i = 0; i < groups.length; i++) {
    const group = groups.at(i);
    if (group >= 0) from[group + 1] = (from[group + 1] ?? 0) + 1;
  }
  for (let g = 0; g < count; g++) from[g + 1] = (from[g + 1] ?? 0) + (from[g] ?? 0);
  const order = new Int32Array(from[count] ?? 0);
  const next = from.slice();
  for (let i = 0; i < groups.length; i++) {
    const group = groups.at(i);
    if (group < 0) continue;
    const place = next[group] ?? 0;
    order[place] = i;
    next[group] = place + 1;
  }
  for (let g = 0; g < count; g++) sortPart(order.subarray(from[g], from[g + 1]), compare);
  return order;
}

function sortPart(part: Int32Array, compare: (a: number, b: number) => number): void {
  for (let i = 1; i < part.length; i++) {
    if (compare(part[i - 1] ?? 0, part[i] ?? 0) > 0) {
      part.sort(compare);
      return;
    }
  }
}
