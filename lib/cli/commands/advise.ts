import { z } from "zod";
import { advise } from "@/lib/boundary/advise";
import { readBrief } from "@/lib/brief/content";
import { briefDraftSchema } from "@/lib/brief/schema";
import { offerSchema } from "@/lib/catalog/offer";
import type { Command } from "../command";
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
  return { output: advise(brief.content, { offers: outer.data.offers ?? [] }), exitCode: 0 };
}

/** `headroom advise`: a brief and offers → the boundary, with the reasons for and against each of the five. */
export const command: Command = {
  name: "advise",
  summary: "brief and offers → allocation boundary, reasons for and against each",
  usage: "headroom advise FILE|-",
  schema: () => z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any" }),
  run: (input) => runBatch(input, one),
};
