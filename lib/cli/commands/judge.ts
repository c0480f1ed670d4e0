import { z } from "zod";
import { judge } from "@/lib/acceptance/judge";
import { GATES } from "@/lib/acceptance/names";
import { cardSchema } from "@/lib/acceptance/schema";
import { type EvidenceItem, piecesOf } from "@/lib/acceptance/selection";
import { planSchema } from "@/lib/boundary/plan";
import { readBrief } from "@/lib/brief/content";
import { briefDraftSchema } from "@/lib/brief/schema";
import type { Command } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { type ElementResult, runBatch, unusable } from "./batch";

const instant = z.iso.datetime({ offset: true });
/** An answer of `headroom evidence`, with what the review knows about the file beside it. */
const factsSchema = z.strictObject({
  id: z.string().nullish(),
  gate: z.enum(GATES).nullish(),
  uploadedAt: instant.nullish(),
  takenAt: instant.nullish(),
  format: z.string().nullable(),
  tool: z.string().nullish(),
  toolVersion: z.string().nullish(),
  facts: z.record(z.string(), z.json()).default({}),
  unread: z.array(z.unknown()).nullish(),
  unreadMore: z.number().nullish(),
  warnings: z.array(z.looseObject({ code: z.string() })).default([]),
  complete: z.boolean().default(false),
  others: z.array(z.unknown()).nullish(),
  parts: z
    .array(
      z.looseObject({
        format: z.string(),
        facts: z.record(z.string(), z.json()),
        complete: z.boolean(),
        warnings: z.array(z.looseObject({ code: z.string() })),
      }),
    )
    .nullish(),
  error: z.unknown().optional(),
});
const cardInput = cardSchema.extend({
  brief: briefDraftSchema,
  /** The trial in which evidence counts; absent: no window is judged. */
  rental: z.strictObject({ startsAt: instant, endsAt: instant }).nullish(),
  ledger: z
    .strictObject({ entries: z.int().nonnegative(), acceptedOutputs: z.int().nonnegative().nullable() })
    .nullish(),
});
const inputSchema = z.strictObject({
  id: z.string().nullish(),
  card: cardInput,
  facts: z.array(factsSchema).max(1_000),
  plan: planSchema,
});
const outerSchema = inputSchema.extend({ card: cardInput.extend({ brief: z.unknown() }) });

function one(element: unknown): ElementResult {
  const outer = outerSchema.safeParse(element);
  if (!outer.success) {
    const issue = outer.error.issues[0];
    const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
    const path = [...(issue?.path ?? []), ...extra].map(String).join(".");
    return unusable(extra.length > 0 ? "UNKNOWN_FIELD" : "INVALID_FIELD", path, issue?.message ?? "not a judge input");
  }
  const { card: given, facts, plan } = outer.data;
  const { brief: rawBrief, rental, ledger, ...card } = given;
  const brief = readBrief(rawBrief);
  if (!brief.ok) return unusable(brief.code, `card.brief.${brief.path}`.replace(/\.$/, ""), brief.message);
  const evidence = facts.flatMap((f, i): EvidenceItem[] =>
    piecesOf(
      {
        id: f.id ?? String(i),
        gate: f.gate ?? null,
        format: f.format,
        facts: f.facts,
        complete: f.complete,
        warnings: f.warnings,
        uploadedAt: f.uploadedAt ?? null,
        takenAt: f.takenAt ?? null,
      },
      f.parts ?? [],
    ),
  );
  const window = rental ?? "not-given";
  const output = judge({
    brief: brief.content,
    plan,
    card,
    evidence,
    window,
    estimate: null,
    ledger: ledger ?? null,
    spent: null,
  });
  return { output, exitCode: output.verdict === "failed" ? 1 : 0 };
}

/** `headroom judge`: card, facts and plan → verdict per area, check and gate. */
export const command: Command = {
  name: "judge",
  summary: KNOWN_COMMANDS.judge.summary,
  usage: KNOWN_COMMANDS.judge.usage,
  schema: () => z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any" }),
  run: (input) => runBatch(input, one),
};
