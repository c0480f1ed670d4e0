import { decimalText, sumDecimals } from "@/lib/money/money";
import type { BillRow } from "../../schema";
import type { StatedControl } from "../bill-format";

/** What rows say of each other: which one sums others, which one takes their place, and which tell of one case twice. */
export function relate(
  rows: readonly BillRow[],
  header: readonly string[],
): { rows: BillRow[]; controls: StatedControl[] } {
  const cellOf = (row: BillRow, column: string): string => (row.raw[header.indexOf(column)] ?? "").trim();
  const children = new Map<string, BillRow[]>();
  const restated = new Set<string>();
  const cases = new Map<string, BillRow[]>();
  const push = (map: Map<string, BillRow[]>, key: string, row: BillRow) => {
    if (key !== "") map.set(key, [...(map.get(key) ?? []), row]);
  };
  for (const row of rows) {
    push(children, cellOf(row, "parent"), row);
    push(cases, cellOf(row, "external_ref"), row);
    for (const id of cellOf(row, "restates").split(/[\s,;]+/)) if (id !== "") restated.add(id);
  }
  const second = secondOfCase(cases);
  const controls: StatedControl[] = [];
  const related = rows.map((row): BillRow => {
    const id = cellOf(row, "id");
    if (row.rowType !== "charge" && row.rowType !== "correction") return row;
    if (id !== "" && restated.has(id)) return { ...row, rowType: "restated" };
    const parts = id === "" ? undefined : children.get(id);
    if (parts !== undefined) {
      const computed = decimalText(sumDecimals(parts.map((part) => part.billedAmount)));
      controls.push({ name: `${id}: the parent is the sum of its parts`, stated: row.billedAmount, computed });
      return { ...row, rowType: "parent" };
    }
    return second.has(row) ? { ...row, rowType: "same-reference" } : row;
  });
  return { rows: related, controls };
}

/** Of rows that tell of one case with one amount, a document typed as credit is the second telling of a correction. */
function secondOfCase(cases: ReadonlyMap<string, readonly BillRow[]>): ReadonlySet<BillRow> {
  const second = new Set<BillRow>();
  for (const group of cases.values()) {
    const byAmount = new Map<string, BillRow[]>();
    for (const row of group) byAmount.set(row.billedAmount, [...(byAmount.get(row.billedAmount) ?? []), row]);
    for (const equal of byAmount.values()) {
      if (equal.length < 2) continue;
      const first = equal.find((row) => row.chargeCategory !== "Credit") ?? equal[0];
      for (const row of equal) if (row !== first) second.add(row);
    }
  }
  return second;
}
