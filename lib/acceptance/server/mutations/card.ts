import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { canonicalJson } from "@/lib/digest/canonical";
import { storable } from "@/lib/digest/storable";
import { Refusal } from "@/lib/errors";
import { type CardFault, cardFaults } from "../../card-rules";
import type { Card } from "../../schema";
import { changedTogether } from "../../tuning";
import { lockReview } from "../data/lock";
import { cardFrom, readReview, type StoredReading } from "../data/stored";
import type { attemptInput, saveCardInput } from "../review-input";
import { changeReview } from "./change";

/** The card as it is stored now, with the version to write the next change on. */
export interface HeldCard {
  readonly version: number;
  readonly card: Card;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const CARD_PARTS = [
  "statements",
  "notApplicable",
  "gates",
  "drill",
  "optimisations",
  "bottlenecks",
] as const satisfies readonly (keyof Card)[];

async function heldCard(tx: Tx, number: number, version: number) {
  const review = await lockReview(tx, number);
  const row = await tx.review.findFirst({ where: { id: review.id }, select: { card: true, cardVersion: true } });
  const card = cardFrom(row?.card);
  if (row?.cardVersion !== version) throw new Refusal("CONFLICT", { data: { version: row?.cardVersion ?? 0, card } });
  return { review, card };
}

/** New optimisations whose two runs differ in more than one thing: what the runs show, whatever the line says. */
async function runFaults(tx: Tx, reviewId: string, before: Card, after: Card): Promise<CardFault[]> {
  const faults: CardFault[] = [];
  for (const [n, o] of after.optimisations.entries()) {
    if (n < before.optimisations.length || o.runBefore === null || o.runAfter === null) continue;
    const ids = [o.runBefore, o.runAfter].filter((id) => UUID.test(id));
    const rows = await tx.evidence.findMany({
      where: { reviewId, id: { in: ids } },
      select: { id: true, reading: true },
    });
    const runs = ids.flatMap((id) => {
      const reading = rows.find((r) => r.id === id)?.reading as unknown as StoredReading | undefined;
      return reading && reading.format !== null ? [reading] : [];
    });
    const [a, b] = runs;
    if (a && b && changedTogether(a, b).length > 0) faults.push({ path: `optimisations.${n}`, code: "two-changes" });
  }
  return faults;
}

async function writeCard(
  tx: Tx,
  ctx: Ctx,
  number: number,
  version: number,
  change: (card: Card) => Card,
): Promise<Written<HeldCard>> {
  const { review, card } = await heldCard(tx, number, version);
  const next = storable(change(card));
  const faults = [...cardFaults(card, next, ctx.now.toISOString()), ...(await runFaults(tx, review.id, card, next))];
  if (faults.length > 0) {
    throw new Refusal("INVALID", {
      fields: faults.map((f) => ({ ...f, message: f.code })),
      message: faults[0]?.code ?? "",
    });
  }
  const parts = CARD_PARTS.filter((k) => canonicalJson(card[k]) !== canonicalJson(next[k]));
  const entityId = reference("REV", number);
  if (parts.length === 0) return { data: { version, card }, audit: null };
  await changeReview(tx, ctx, review, { what: "card", detail: parts.join(", ") }, "card");
  await tx.review.updateMany({
    where: { id: review.id },
    data: { card: next as unknown as Prisma.InputJsonValue, cardVersion: version + 1 },
  });
  return {
    data: { version: version + 1, card: next },
    audit: { action: "review.card", entityType: "review", entityId, detail: { parts } },
  };
}

/** Takes the whole card, unless somebody saved over the version it was changed on (CONFLICT with theirs). */
export async function saveCard(tx: Tx, ctx: Ctx, input: z.output<typeof saveCardInput>): Promise<Written<HeldCard>> {
  return writeCard(tx, ctx, input.number, input.version, () => input.card);
}

/** Starts the next attempt of a gate that is open, or closes the running one, at the server's own time. */
export async function recordAttempt(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof attemptInput>,
): Promise<Written<HeldCard>> {
  const now = ctx.now.toISOString();
  await lockReview(tx, input.number);
  const review = await readReview(tx, input.number, ctx.now);
  const closed = review?.judged.gates.some((g) => g.gate === input.gate && g.state === "closed") ?? false;
  return writeCard(tx, ctx, input.number, input.version, (card) => {
    const attempts = card.gates[input.gate];
    const last = attempts.at(-1);
    const running = last !== undefined && last.endedAt === null;
    if (running !== (input.outcome !== null) || (closed && !running))
      throw new Refusal("CONFLICT", { data: { version: input.version, card } });
    const next = running
      ? [...attempts.slice(0, -1), { ...last, endedAt: now, outcome: input.outcome, note: input.note }]
      : [...attempts, { startedAt: now, endedAt: null, outcome: null, note: "", items: {} }];
    return { ...card, gates: { ...card.gates, [input.gate]: next } };
  });
}
