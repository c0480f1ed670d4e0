import "server-only";
import { z } from "zod";
import { reviewIdsOfBrief, voidSignatures } from "@/lib/acceptance/server/mutations/void";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import { briefAnswers } from "@/lib/boundary/brief-answers";
import type { Prisma, Tx } from "@/lib/db/client";
import { nextNumber } from "@/lib/db/numbers";
import { Refusal } from "@/lib/errors";
import { submitBrief } from "../completeness";
import { diffBriefs } from "../diff";
import { EXAMPLE_IDS, exampleDraft } from "../examples";
import { revisionDigest } from "../revision";
import { type BriefDraft, briefDraftSchema } from "../schema";
import { contentFrom } from "./data";

export const newBriefInput = z.strictObject({
  title: z.string().trim().min(1).max(200),
  kind: z.string().max(40).nullable(),
});
export const exampleInput = z.strictObject({ title: z.string().trim().max(200), example: z.enum(EXAMPLE_IDS) });
export const saveDraftInput = z.strictObject({
  number: z.number().int().positive(),
  /** The version that the text was typed over; 0 starts a draft. */
  version: z.number().int().min(0),
  content: briefDraftSchema,
});
export const submitInput = z.strictObject({ number: z.number().int().positive(), version: z.number().int().min(1) });

/** How long one sitting lasts: within it, autosave leaves one audit event, not hundreds. */
const SITTING_MS = 30 * 60_000;

const json = (value: unknown) => value as Prisma.InputJsonValue;

async function insertBrief(tx: Tx, ctx: Ctx, content: BriefDraft): Promise<number> {
  const { workspaceId, personId } = ctx.actor;
  const number = await nextNumber(tx, workspaceId, "BRF");
  const id = ctx.newId();
  const { title, kind } = content;
  await tx.brief.create({
    data: { workspaceId, id, number, title: title ?? "", kind: kind ?? null, ownerId: personId },
  });
  await tx.briefDraft.create({
    data: { workspaceId, briefId: id, content: json(content), version: 1, updatedBy: personId, updatedAt: ctx.now },
  });
  return number;
}

export async function createBrief(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof newBriefInput>,
): Promise<Written<{ number: number }>> {
  const kind = briefDraftSchema.shape.kind.safeParse(input.kind).data ?? null;
  const number = await insertBrief(tx, ctx, { title: input.title, kind });
  return {
    data: { number },
    audit: { action: "brief.create", entityType: "brief", entityId: reference("BRF", number) },
  };
}

/** A draft that starts as an example, each answer marked as the example's; `words` are its sentences by path. */
export async function startFromExample(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof exampleInput> & { readonly words: Readonly<Record<string, string>> },
): Promise<Written<{ number: number }>> {
  const { example, title, words } = input;
  const number = await insertBrief(tx, ctx, exampleDraft(example, words, title));
  return {
    data: { number },
    audit: { action: "brief.create", entityType: "brief", entityId: reference("BRF", number), detail: { example } },
  };
}

async function lockedBrief(tx: Tx, number: number): Promise<{ id: string }> {
  const rows = await tx.$queryRaw<
    { id: string }[]
  >`SELECT id::text FROM brief WHERE workspace_id = scope_workspace() AND number = ${number} FOR UPDATE`;
  const brief = rows[0];
  if (!brief) throw new Refusal("NOT_FOUND");
  return brief;
}

async function notedThisSitting(tx: Tx, ctx: Ctx, entityId: string): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - SITTING_MS);
  const event = await tx.auditEvent.findFirst({
    where: { action: "brief.draft", entityType: "brief", entityId, personId: ctx.actor.personId, at: { gt: since } },
    select: { id: true },
  });
  return event !== null;
}

/** Autosave: takes the whole draft, unless somebody else (or another tab) saved over the version it was typed on. */
export async function saveDraft(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof saveDraftInput>,
): Promise<Written<{ version: number; savedAt: string }>> {
  const brief = await lockedBrief(tx, input.number);
  const { workspaceId, personId } = ctx.actor;
  const draft = await tx.briefDraft.findUnique({ where: { workspaceId_briefId: { workspaceId, briefId: brief.id } } });
  if ((draft?.version ?? 0) !== input.version) {
    throw new Refusal("DRAFT_CHANGED", {
      data: {
        version: draft?.version ?? 0,
        content: draft?.content ?? null,
        savedAt: draft?.updatedAt.toISOString() ?? null,
      },
    });
  }
  const version = input.version + 1;
  const row = { content: json(input.content), version, updatedBy: personId, updatedAt: ctx.now };
  await tx.briefDraft.upsert({
    where: { workspaceId_briefId: { workspaceId, briefId: brief.id } },
    create: { workspaceId, briefId: brief.id, ...row },
    update: row,
  });
  const title = input.content.title?.trim();
  await tx.brief.updateMany({
    where: { id: brief.id },
    data: { updatedAt: ctx.now, kind: input.content.kind ?? null, ...(title && { title }) },
  });
  const entityId = reference("BRF", input.number);
  const audit = (await notedThisSitting(tx, ctx, entityId))
    ? null
    : { action: "brief.draft", entityType: "brief", entityId };
  return { data: { version, savedAt: ctx.now.toISOString() }, audit };
}

/** Freezes the draft as the next revision, with its estimate and advice, and ends signatures on what it changes. */
export async function submitRevision(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof submitInput>,
): Promise<Written<{ revision: number }>> {
  const brief = await lockedBrief(tx, input.number);
  const { workspaceId, personId } = ctx.actor;
  const draft = await tx.briefDraft.findUnique({ where: { workspaceId_briefId: { workspaceId, briefId: brief.id } } });
  if (!draft || draft.version !== input.version)
    throw new Refusal("DRAFT_CHANGED", { data: { version: draft?.version ?? 0 } });
  const submission = submitBrief(draft.content as BriefDraft);
  if (!submission.ok) throw new Refusal("BRIEF_INCOMPLETE", { data: { missing: submission.missing } });
  const content = submission.brief;
  const last = await tx.briefRevision.findFirst({ where: { briefId: brief.id }, orderBy: { number: "desc" } });
  const digest = revisionDigest(content);
  await tx.briefDraft.delete({ where: { workspaceId_briefId: { workspaceId, briefId: brief.id } } });
  const entityId = reference("BRF", input.number);
  const changed = last ? diffBriefs(contentFrom(last.content), content).map((c) => c.path) : [];
  // An answer typed anew as an example had it is the same answer: nothing that anybody signed has changed.
  if (last && (last.digest === digest || changed.length === 0)) {
    return {
      data: { revision: last.number },
      audit: { action: "brief.unchanged", entityType: "brief", entityId, detail: { digest } },
    };
  }
  const number = (last?.number ?? 0) + 1;
  if (last) {
    await voidSignatures(tx, ctx, await reviewIdsOfBrief(tx, brief.id), [
      { what: "brief", detail: `${entityId} r${last.number} → r${number}: ${changed.slice(0, 40).join(", ")}` },
    ]);
  }
  const answers = briefAnswers(content);
  await tx.briefRevision.create({
    data: {
      workspaceId,
      id: ctx.newId(),
      briefId: brief.id,
      number,
      content: json(content),
      digest,
      ...(answers.estimate && { estimate: json(answers.estimate), formulaVersion: answers.estimate.formulaVersion }),
      advice: json(answers.advice),
      authorId: personId,
      createdAt: ctx.now,
    },
  });
  await tx.brief.updateMany({
    where: { id: brief.id },
    data: { title: content.title, kind: content.kind, updatedAt: ctx.now },
  });
  return {
    data: { revision: number },
    audit: { action: "brief.revise", entityType: "brief", entityId, detail: { revision: number, digest } },
  };
}
