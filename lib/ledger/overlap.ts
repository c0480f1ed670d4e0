import { z } from "zod";

/** The entry that already claims time that another one asks for: shown beside it. Amount as the bill states it. */
export const overlapSchema = z.object({
  month: z.string(),
  id: z.string(),
  description: z.string().nullable(),
  resource: z.string(),
  start: z.string(),
  end: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The file it came from; null for one that was typed. */
  file: z.string().nullable(),
});
export type Overlap = z.infer<typeof overlapSchema>;

/** What a refusal for overlap carries; null for any other. */
export function overlapIn(data: unknown): Overlap | null {
  const read = z.object({ existing: overlapSchema }).safeParse(data);
  return read.success ? read.data.existing : null;
}
