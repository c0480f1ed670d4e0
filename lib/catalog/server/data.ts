import "server-only";
import { z } from "zod";
import { parseReference, reference } from "@/lib/access/reference";
import type { Tx } from "@/lib/db/client";
import { storable } from "@/lib/digest/storable";
import { isStale, type Offer, offerSchema } from "../offer";
import { claimText } from "./offer-file-input";

/** A stored offer in today's shape, null when a later version can no longer read it. */
export function offerFrom(stored: unknown): Offer | null {
  const parsed = offerSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

const OFFERS_PER_PAGE = 50;

type StoredOffer = { readonly id: string; readonly number: number; readonly content: unknown };

function listed(rows: readonly StoredOffer[], today: string) {
  return rows.flatMap((r) => {
    const offer = offerFrom(r.content);
    return offer ? [{ id: r.id, number: r.number, offer, stale: isStale(offer, today) }] : [];
  });
}

/** Current offers of one style whose provider, region or card in words holds the text; an empty text narrows nothing. */
export async function offersOfStyle(tx: Tx, today: string, boundary: string, typed: string) {
  const text = storable(typed);
  const contains = { contains: text, mode: "insensitive" as const };
  const inContent = (key: string) => ({
    content: { path: [key], string_contains: text, mode: "insensitive" as const },
  });
  const rows = await tx.offer.findMany({
    where: {
      retiredAt: null,
      AND: [
        { content: { path: ["boundary"], equals: boundary } },
        ...(text
          ? [{ OR: [{ provider: contains }, ...["region", "acceleratorId", "dataLocation"].map(inContent)] }]
          : []),
      ],
    },
    orderBy: { number: "desc" },
  });
  return listed(rows, today);
}

/** All current offers, for a search over them. */
export async function everyOffer(tx: Tx): Promise<Offer[]> {
  const rows = await tx.offer.findMany({ where: { retiredAt: null }, select: { content: true } });
  return rows.flatMap((r) => offerFrom(r.content) ?? []);
}

/** What the list is narrowed to; an empty text narrows nothing. Pages count from 1. */
export interface OfferFilter {
  readonly boundary: string;
  readonly card: string;
  readonly provider: string;
  readonly page: number;
}

/** One page of the current offers, newest first, with how many there are and what the list can be narrowed to. */
export async function pageOfOffers(tx: Tx, today: string, asked: OfferFilter) {
  const filter = storable(asked);
  const where = {
    retiredAt: null,
    ...(filter.provider ? { provider: filter.provider } : {}),
    AND: [
      ...(filter.boundary ? [{ content: { path: ["boundary"], equals: filter.boundary } }] : []),
      ...(filter.card ? [{ content: { path: ["acceleratorId"], equals: filter.card } }] : []),
    ],
  };
  const count = await tx.offer.count({ where });
  const pages = Math.max(1, Math.ceil(count / OFFERS_PER_PAGE));
  const page = Math.min(Math.max(1, filter.page), pages);
  const rows = await tx.offer.findMany({
    where,
    orderBy: { number: "desc" },
    skip: (page - 1) * OFFERS_PER_PAGE,
    take: OFFERS_PER_PAGE,
  });
  return { offers: listed(rows, today), count, page, pages, ...(await offerChoices(tx)) };
}

async function offerChoices(tx: Tx): Promise<{ providers: string[]; cards: string[] }> {
  const providers = await tx.offer.findMany({
    where: { retiredAt: null },
    distinct: ["provider"],
    select: { provider: true },
    orderBy: { provider: "asc" },
  });
  const cards = await tx.$queryRaw<{ card: string }[]>`
    SELECT DISTINCT content ->> 'acceleratorId' AS card FROM offer
    WHERE retired_at IS NULL AND content ->> 'acceleratorId' IS NOT NULL ORDER BY 1`;
  return { providers: providers.map((p) => p.provider), cards: cards.map((c) => c.card) };
}

/** The claim texts of all current offers. */
export async function keptClaims(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.offer.findMany({ where: { retiredAt: null }, select: { content: true } });
  return new Set(rows.map((r) => claimText(r.content as object)));
}

export async function findOffer(tx: Tx, number: number, today: string) {
  const row = await tx.offer.findFirst({ where: { number } });
  const offer = row ? offerFrom(row.content) : null;
  return row && offer
    ? { id: row.id, number: row.number, offer, stale: isStale(offer, today), retired: row.retiredAt !== null }
    : null;
}

/** The number of a current offer that claims the same; null where none does. */
export async function sameOffer(tx: Tx, content: object): Promise<number | null> {
  const said = claimText(content);
  const rows = await tx.offer.findMany({ where: { retiredAt: null }, select: { number: true, content: true } });
  return rows.find((r) => claimText(r.content as object) === said)?.number ?? null;
}

const SHOWN_RETIRED = 20;

/** Offers that were retired, the latest first. */
export async function retiredOffers(tx: Tx): Promise<{ readonly number: number; readonly provider: string }[]> {
  return tx.offer.findMany({
    where: { retiredAt: { not: null } },
    select: { number: true, provider: true },
    orderBy: [{ retiredAt: "desc" }, { number: "desc" }],
    take: SHOWN_RETIRED,
  });
}

/** What the event of an import of offers keeps. */
const importedSchema = z.object({ count: z.int().positive(), source: z.string() });

/** How many offers the import brought whose first is this; null where no import began with it. */
export async function importedAt(tx: Tx, first: number): Promise<number | null> {
  const event = await tx.auditEvent.findFirst({
    where: { action: "offer.import", entityType: "offer", entityId: reference("OFF", first) },
    select: { detail: true },
  });
  return importedSchema.safeParse(event?.detail).data?.count ?? null;
}

export interface OfferImported {
  /** Number of its first offer. */
  readonly first: number;
  readonly count: number;
  /** Of them still in use. */
  readonly inUse: number;
  readonly source: string;
  readonly at: string;
}

const SHOWN_IMPORTS = 5;

/** The last imports of price lists, the latest first. */
export async function offerImports(tx: Tx): Promise<OfferImported[]> {
  const events = await tx.auditEvent.findMany({
    where: { action: "offer.import", entityType: "offer" },
    orderBy: { at: "desc" },
    select: { entityId: true, detail: true, at: true },
    take: SHOWN_IMPORTS,
  });
  const imports: OfferImported[] = [];
  for (const { entityId, detail, at } of events) {
    const first = parseReference(entityId, "OFF");
    const kept = importedSchema.safeParse(detail).data;
    if (first === null || kept === undefined) continue;
    const { count, source } = kept;
    const inUse = await tx.offer.count({ where: { number: { gte: first, lt: first + count }, retiredAt: null } });
    imports.push({ first, count, inUse, source, at: at.toISOString() });
  }
  return imports;
}
