import "server-only";
import type { BillView } from "./bill-view";

/** What a commit kept of its plan. It was written by billView of this or an earlier version: what is missing is empty. */
export function storedView(summary: unknown): BillView | null {
  if (typeof summary !== "object" || summary === null || !("piles" in summary)) return null;
  const view = summary as BillView;
  return { ...view, groups: view.groups ?? [], warnings: view.warnings ?? [], checks: view.checks ?? [] };
}
