import "server-only";
import type { Tx } from "@/lib/db/client";

export interface BriefOption {
  readonly id: string;
  readonly number: number;
  readonly title: string;
}

/** Briefs to choose from, the last touched first. */
export async function briefOptions(tx: Tx): Promise<BriefOption[]> {
  return tx.brief.findMany({
    where: { archivedAt: null },
    select: { id: true, number: true, title: true },
    orderBy: { updatedAt: "desc" },
    take: 500,
  });
}

export interface OutputUnit {
  /** A choice of the brief's form, or "own" with the team's own words. */
  readonly choice: string;
  readonly own: string | null;
}

/** The unit in which a brief counts its outputs: of its last revision, else of its draft. */
export async function outputUnit(tx: Tx, briefId: string): Promise<OutputUnit | null> {
  const brief = await tx.brief.findFirst({
    where: { id: briefId },
    select: {
      draft: { select: { content: true } },
      revisions: { orderBy: { number: "desc" }, take: 1, select: { content: true } },
    },
  });
  const content = brief?.revisions[0]?.content ?? brief?.draft?.content;
  const outcome = part(content, "outcome");
  const choice = part(outcome, "acceptedOutput");
  if (typeof choice !== "string") return null;
  const own = part(outcome, "acceptedOutputOwn");
  return { choice, own: typeof own === "string" && own.trim() !== "" ? own.trim() : null };
}

function part(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** What an entry's page names beside it. */
export async function entryNames(
  tx: Tx,
  at: { readonly importId: string | null; readonly rentalId: string | null; readonly briefId: string | null },
) {
  const bill = at.importId
    ? await tx.billImport.findFirst({
        where: { id: at.importId },
        select: { number: true, fileName: true, planSummary: true },
      })
    : null;
  const rental = at.rentalId
    ? await tx.rental.findFirst({ where: { id: at.rentalId }, select: { number: true } })
    : null;
  const brief = at.briefId
    ? await tx.brief.findFirst({ where: { id: at.briefId }, select: { number: true, title: true } })
    : null;
  const header = part(bill?.planSummary, "header");
  return {
    bill: bill ? { number: bill.number, fileName: bill.fileName } : null,
    header: Array.isArray(header) ? header.map(String) : [],
    rental: rental?.number ?? null,
    brief,
  };
}
