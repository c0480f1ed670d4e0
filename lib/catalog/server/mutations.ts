import "server-only";
import { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { nextNumber, nextNumbers } from "@/lib/db/numbers";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import { findAccelerator } from "../accelerators";
import { offerSchema } from "../offer";
import { importedAt, keptClaims, sameOffer } from "./data";
import { type OfferFilePlan, planOfferFile } from "./offer-file-input";

/** An offer is never edited: a new price is a new offer, the old one is retired and stays readable. */
export const addOfferInput = z.strictObject({ offer: offerSchema.omit({ id: true }) });
export const retireOfferInput = z.strictObject({ number: z.number().int().positive() });

export async function addOffer(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof addOfferInput>,
): Promise<Written<{ number: number; id: string }>> {
  const { workspaceId, personId } = ctx.actor;
  const { acceleratorId } = input.offer;
  if (acceleratorId && !findAccelerator(acceleratorId)) {
    throw new Refusal("INVALID", {
      fields: [
        { path: "acceleratorId", code: "unknown", message: `no accelerator "${acceleratorId}" in the catalogue` },
      ],
    });
  }
  const number = await nextNumber(tx, workspaceId, "OFF");
  const id = ctx.newId();
  const ref = reference("OFF", number);
  const content = { ...input.offer, id: ref } as Prisma.InputJsonObject;
  await tx.offer.create({
    data: { workspaceId, id, number, provider: input.offer.provider, content, createdBy: personId, createdAt: ctx.now },
  });
  return {
    data: { number, id },
    audit: { action: "offer.add", entityType: "offer", entityId: ref, detail: { provider: input.offer.provider } },
  };
}

/** Offers that one import may add. */
const MOST_OFFERS = 10_000;
const ROWS_PER_INSERT = 1000;
const EXAMPLES = 5;
const PREVIEW = 20;

export const planImportInput = z.strictObject({
  text: z.string().min(1).max(6_000_000),
  source: z.string().trim().min(1).max(500),
  dated: z.iso.date(),
  provider: z.string().trim().max(200),
});
export const importOffersInput = planImportInput.extend({
  /** New offers that the plan showed: another number now means that something changed in between. */
  expected: z.int().positive(),
});

async function planned(tx: Tx, input: z.output<typeof planImportInput>): Promise<OfferFilePlan> {
  const claim = { source: input.source, dated: input.dated, provider: input.provider || null };
  const plan = planOfferFile(input.text, claim, await keptClaims(tx));
  if (plan.fresh.length > MOST_OFFERS) throw new Refusal("TOO_MUCH");
  return plan;
}

/** Equal reasons together: how many, and the first rows of each. */
function grouped<C extends string>(rows: readonly { row: number; code: C; what: string | null }[]) {
  const groups = new Map<C, { code: C; count: number; examples: { row: number; what: string | null }[] }>();
  for (const { row, code, what } of rows) {
    const group = groups.get(code) ?? { code, count: 0, examples: [] };
    group.count += 1;
    if (group.examples.length < EXAMPLES) group.examples.push({ row, what });
    groups.set(code, group);
  }
  return [...groups.values()];
}

/** What an import would do. It writes nothing, so it leaves no event. */
export async function planImport(tx: Tx, _ctx: Ctx, input: z.output<typeof planImportInput>) {
  const { format, fresh, equal, refused, remarks } = await planned(tx, input);
  return {
    data: {
      format,
      fresh: fresh.length,
      equal,
      refused: grouped(refused),
      remarks: grouped(remarks),
      preview: fresh.slice(0, PREVIEW),
    },
    audit: null,
  };
}

/** Adds all new offers of a file in this one transaction, numbered in the order of the file. */
export async function importOffers(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof importOffersInput>,
): Promise<Written<{ count: number; first: number }>> {
  const { workspaceId, personId } = ctx.actor;
  const { format, fresh } = await planned(tx, input);
  if (fresh.length !== input.expected) throw new Refusal("PLAN_CHANGED");
  const first = await nextNumbers(tx, workspaceId, "OFF", fresh.length);
  const rows = fresh.map((offer, i) => {
    const number = first + i;
    const content = { ...offer, id: reference("OFF", number) } as Prisma.InputJsonObject;
    const { provider } = offer;
    return { workspaceId, id: ctx.newId(), number, provider, content, createdBy: personId, createdAt: ctx.now };
  });
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx.offer.createMany({ data: rows.slice(at, at + ROWS_PER_INSERT) });
  }
  return {
    data: { count: fresh.length, first },
    audit: {
      action: "offer.import",
      entityType: "offer",
      entityId: reference("OFF", first),
      detail: { count: fresh.length, format, source: input.source, dated: input.dated },
    },
  };
}

export async function retireOffer(tx: Tx, ctx: Ctx, input: z.output<typeof retireOfferInput>): Promise<Written<null>> {
  const { count } = await tx.offer.updateMany({
    where: { number: input.number, retiredAt: null },
    data: { retiredAt: ctx.now },
  });
  if (!count) throw new Refusal("NOT_FOUND");
  return {
    data: null,
    audit: { action: "offer.retire", entityType: "offer", entityId: reference("OFF", input.number) },
  };
}

/** Takes a retired offer into the lists again; refused where another in use says the same, so that none stands twice. */
export async function reinstateOffer(
  tx: Tx,
  _ctx: Ctx,
  { number }: z.output<typeof retireOfferInput>,
): Promise<Written<null>> {
  const row = await tx.offer.findFirst({ where: { number }, select: { retiredAt: true, content: true } });
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.retiredAt === null) throw cannotUndo("undone");
  const same = await sameOffer(tx, row.content as object);
  if (same !== null) throw cannotUndo("same-stands", reference("OFF", same));
  await tx.offer.updateMany({ where: { number }, data: { retiredAt: null } });
  return {
    data: null,
    audit: { action: "offer.reinstate", entityType: "offer", entityId: reference("OFF", number) },
  };
}

export const undoImportInput = z.strictObject({ first: z.int().positive() });

/** Retires all offers of one import that are still in use: the lists are as they were before it. */
export async function undoImport(
  tx: Tx,
  ctx: Ctx,
  { first }: z.output<typeof undoImportInput>,
): Promise<Written<{ count: number }>> {
  const size = await importedAt(tx, first);
  if (size === null) throw new Refusal("NOT_FOUND");
  const { count } = await tx.offer.updateMany({
    where: { number: { gte: first, lt: first + size }, retiredAt: null },
    data: { retiredAt: ctx.now },
  });
  if (count === 0) throw cannotUndo("undone");
  return {
    data: { count },
    audit: { action: "offer.import-undo", entityType: "offer", entityId: reference("OFF", first), detail: { count } },
  };
}
