import "server-only";
import type { Tx } from "./client";

export type NumberedKind = "BRF" | "OFF" | "PLN" | "REV" | "RNT" | "BILL";

/** The next number of a kind in this workspace; the row lock makes it unique and gapless among what commits. */
export async function nextNumber(tx: Tx, workspaceId: string, kind: NumberedKind): Promise<number> {
  return nextNumbers(tx, workspaceId, kind, 1);
}

/** The same on either runner. */
export async function nextNumberOn(
  sql: <R>(text: string, values: readonly unknown[]) => Promise<R[]>,
  workspaceId: string,
  kind: NumberedKind,
): Promise<number> {
  const rows = await sql<{ value: number }>(
    `INSERT INTO counter (workspace_id, kind, value) VALUES ($1::uuid, $2, 1)
     ON CONFLICT (workspace_id, kind) DO UPDATE SET value = counter.value + 1 RETURNING value`,
    [workspaceId, kind],
  );
  const value = rows[0]?.value;
  if (value === undefined) throw new Error("counter gave no number");
  return value;
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
