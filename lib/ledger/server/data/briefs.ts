import "server-only";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";

/** The id of BRF-n in this workspace; refused when there is none. */
export async function briefIdOf(tx: Tx, number: number): Promise<string> {
  const brief = await tx.brief.findFirst({ where: { number }, select: { id: true } });
  if (!brief) throw new Refusal("NOT_FOUND", { message: `BRF-${number}` });
  return brief.id;
}

/** The zone and currency in which a workspace reads and types. */
export async function workspaceTerms(tx: Tx, workspaceId: string): Promise<{ timeZone: string; currency: string }> {
  const w = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  return { timeZone: w.timeZone, currency: w.currency };
}
