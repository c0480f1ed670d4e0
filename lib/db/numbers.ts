import "server-only";
import type { Tx } from "./client";

export type NumberedKind = "BRF" | "OFF" | "PLN" | "REV" | "RNT" | "BILL";

/** The next number of a kind in this workspace; the row lock makes it unique and gapless among what commits. */
export async function nextNumber(tx: Tx, workspaceId: string, kind: NumberedKind): Promise<number> {
  return nextNumbers(tx, workspaceId, kind, 1);
}

/** The first of `count` following numbers of a kind, taken at once. */
export async function nextNumbers(tx: Tx, workspaceId: string, kind: NumberedKind, count: number): Promise<number> {
  const rows = await tx.$queryRaw<{ value: number }[]>`
    INSERT INTO counter (workspace_id, kind, value) VALUES (${workspaceId}::uuid, ${kind}, ${count})
    ON CONFLICT (workspace_id, kind) DO UPDATE SET value = counter.value + ${count} RETURNING value`;
  const value = rows[0]?.value;
  if (value === undefined) throw new Error("counter gave no number");
  return value - count + 1;
}
