import { z } from "zod";
import { advise } from "@/lib/boundary/advise";
import { answerCosts } from "@/lib/boundary/answer-costs";
import { COST_DAYS } from "@/lib/boundary/calendar";
import { priceSearchOpen } from "@/lib/brief/completeness";
import { readBrief } from "@/lib/brief/content";
import { briefDraftSchema } from "@/lib/brief/schema";
import { offerSchema } from "@/lib/catalog/offer";
import type { Command } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { type ElementResult, runBatch, unusable } from "./batch";

const inputSchema = z.strictObject({
  id: z.string().nullish(),
  brief: briefDraftSchema,
  offers: z.array(offerSchema).max(10_000).nullish(),
});
/** The brief is read by its own room, which names the field at fault. */
const outerSchema = inputSchema.extend({ brief: z.unknown() });

function one(element: unknown): ElementResult {
  const outer = outerSchema.safeParse(element);
  if (!outer.success) {
    const issue = outer.error.issues[0];
    const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
    const path = [...(issue?.path ?? []), ...extra].map(String).join(".");
    return unusable(
      extra.length > 0 ? "UNKNOWN_FIELD" : "INVALID_FIELD",
      path,
      issue?.message ?? "not an advise input",
    );
  }
  const brief = readBrief(outer.data.brief);
  if (!brief.ok) return unusable(brief.code, brief.path === "" ? "brief" : `brief.${brief.path}`, brief.message);
  const offers = outer.data.offers ?? [];
  const costs = priceSearchOpen(brief.content).open ? answerCosts(brief.content, offers) : null;
  return { output: { ...advise(brief.content, { offers }), costDays: COST_DAYS, costs }, exitCode: 0 };
}

/** `headroom advise`: a brief and offers → the boundary, with the reasons for and against each of the five, and a
 * cost line for every answer while the brief is complete enough to look at prices (else `costs` is null). */
export const command: Command = {
  name: "advise",
  summary: KNOWN_COMMANDS.advise.summary,
  usage: KNOWN_COMMANDS.advise.usage,
  schema: () => z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any" }),
  run: (input) => runBatch(input, one),
};
