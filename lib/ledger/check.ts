import type { ClaimWish } from "./claims";
import type { Classification } from "./classify";
import type { ReadBill } from "./import/bill-format";
import type { BillRow, PriorState } from "./schema";

/** What the checks look at. */
export interface CheckInput {
  readonly bill: ReadBill;
  readonly classes: readonly Classification[];
  readonly wishes: readonly (ClaimWish | null)[];
  readonly prior: PriorState;
  readonly statedPayables: Readonly<Record<string, string>>;
}

/** One of the twelve checks of a file. `holds` is null when the file says nothing that the check could judge. */
export interface Check {
  readonly id: string;
  readonly name: string;
  readonly holds: boolean | null;
  readonly detail: string;
  /** Records that break it, at most fifty. */
  readonly records: readonly number[];
  readonly count: number;
}

const MAX_SHOWN = 50;

export function check(
  id: string,
  name: string,
  broken: readonly number[],
  holdsText: string,
  failsText: string,
): Check {
  const holds = broken.length === 0;
  const records = [...broken].sort((a, b) => a - b).slice(0, MAX_SHOWN);
  return { id, name, holds, detail: holds ? holdsText : failsText, records, count: broken.length };
}

export function notJudged(id: string, name: string, detail: string): Check {
  return { id, name, holds: null, detail, records: [], count: 0 };
}

/** Groups rows by a key; rows with a null key are left out. */
export function groupRows(rows: readonly BillRow[], keyOf: (row: BillRow) => string | null): Map<string, BillRow[]> {
  const groups = new Map<string, BillRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
