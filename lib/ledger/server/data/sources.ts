import "server-only";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import type { SourceTerms } from "../../source-choices";
import { termsOf } from "../../source-terms";

export interface BillSource {
  readonly id: string;
  readonly name: string;
  readonly terms: SourceTerms;
  readonly changedAt: string;
  readonly by: string | null;
  /** Imports that were committed under it. */
  readonly bills: number;
}

/** Sources in use, by name. */
export async function listSources(tx: Tx): Promise<BillSource[]> {
  const [rows, names, counts] = await Promise.all([
    tx.billSource.findMany({ where: { endedAt: null }, take: 500 }),
    peopleNames(tx),
    tx.billImport.groupBy({
      by: ["sourceId"],
      where: { committedAt: { not: null }, sourceId: { not: null } },
      _count: true,
    }),
  ]);
  const billsOf = new Map(counts.map((c) => [c.sourceId, c._count]));
  return rows
    .map((r) => ({
      id: r.id,
      name: r.name,
      terms: termsOf(r.terms),
      changedAt: r.changedAt.toISOString(),
      by: names.get(r.createdBy) ?? null,
      bills: billsOf.get(r.id) ?? 0,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

const SHOWN_ENDED = 20;

/** Sources that were taken out of use, the latest first. */
export async function endedSources(tx: Tx): Promise<{ readonly id: string; readonly name: string; endedAt: string }[]> {
  const rows = await tx.billSource.findMany({
    where: { endedAt: { not: null } },
    select: { id: true, name: true, endedAt: true },
    orderBy: { endedAt: "desc" },
    take: SHOWN_ENDED,
  });
  return rows.map(({ id, name, endedAt }) => ({ id, name, endedAt: endedAt?.toISOString() ?? "" }));
}

/** Names of the sources that a bill may be put under. */
export async function sourceOptions(tx: Tx): Promise<{ readonly id: string; readonly name: string }[]> {
  return tx.billSource.findMany({
    where: { endedAt: null },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
  });
}
