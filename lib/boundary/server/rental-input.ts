import { z } from "zod";
import { EXIT_ITEMS, type ExitItem } from "../rental";

const ids = z.array(z.string().trim().min(1).max(300)).max(200);
const tags = z.record(z.string().trim().min(1).max(100), z.string().trim().max(300));
const instant = z.iso.datetime();

export const startTrialInput = z.strictObject({
  plan: z.number().int().positive(),
  startsAt: instant,
  endsAt: instant,
  resourceIds: ids,
  tags,
});
export const continueInput = z.strictObject({
  plan: z.number().int().positive(),
  startsAt: instant,
  endsAt: instant,
  resourceIds: ids,
  tags,
});
export const mapRentalInput = z.strictObject({ number: z.number().int().positive(), resourceIds: ids, tags });
export const endRentalInput = z.strictObject({ number: z.number().int().positive(), endedAt: instant });

const answer = z.strictObject({ done: z.boolean(), proof: z.string().max(2000) });
const items = Object.fromEntries(EXIT_ITEMS.map((i) => [i, answer.optional()])) as Record<
  ExitItem,
  z.ZodOptional<typeof answer>
>;
export const exitInput = z.strictObject({ number: z.number().int().positive(), exit: z.strictObject(items) });
