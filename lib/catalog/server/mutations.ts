import "server-only";
import { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { nextNumber } from "@/lib/db/numbers";
import { Refusal } from "@/lib/errors";
import { findAccelerator } from "../accelerators";
import { offerSchema } from "../offer";

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
