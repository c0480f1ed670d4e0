import "server-only";
import { randomUUID } from "node:crypto";
import type { GateId } from "@/lib/acceptance/names";
import { addEvidence } from "@/lib/acceptance/server/mutations/evidence";
import type { Actor, PersonId, WorkspaceId } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import { createPlan } from "@/lib/boundary/server/mutations/plan";
import type { BriefDraft } from "@/lib/brief/schema";
import { createBrief, saveDraft, submitRevision } from "@/lib/brief/server/mutations";
import { addOffer, addOfferInput } from "@/lib/catalog/server/mutations";
import { systemAddSamplePerson } from "@/lib/db/system";
import { runBulk, runRead, runWrite } from "@/lib/gate/run";
import { planDigestOf } from "@/lib/ledger/server/data/planned";
import { commitImport } from "@/lib/ledger/server/mutations/commit-import";
import { uploadBill } from "@/lib/ledger/server/mutations/upload-bill";
import { SAMPLE_PEOPLE, type SamplePerson } from "../people";

const DAY_MS = 86_400_000;
const encoder = new TextEncoder();

/** The three people of one sample workspace, each with a clock that can be set: the walk takes three months. */
export interface Walkers {
  readonly at: (who: SamplePerson, ms: number) => Ctx;
}

export async function addPeople(workspaceId: WorkspaceId): Promise<Walkers> {
  const actors = new Map<SamplePerson, Actor>();
  for (const [who, { name, roles }] of Object.entries(SAMPLE_PEOPLE) as [
    SamplePerson,
    (typeof SAMPLE_PEOPLE)[SamplePerson],
  ][]) {
    const personId = randomUUID() as PersonId;
    await systemAddSamplePerson(workspaceId, personId, name, roles);
    actors.set(who, { workspaceId, personId, roles, via: "sample" });
  }
  return {
    at: (who, ms) => {
      const actor = actors.get(who);
      if (!actor) throw new Error(`no sample person ${who}`);
      return { actor, now: new Date(ms), newId: randomUUID };
    },
  };
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Draft, autosave, revision: as the form does it. */
export async function writeBrief(ctx: Ctx, content: BriefDraft): Promise<number> {
  const { number } = await runWrite(ctx, createBrief, { title: content.title ?? "", kind: content.kind ?? null });
  const { version } = await runWrite(ctx, saveDraft, { number, version: 1, content });
  await runWrite(ctx, submitRevision, { number, version });
  return number;
}

export async function typeOffer(ctx: Ctx, offer: object, dated: string): Promise<number> {
  const { number } = await runWrite(ctx, addOffer, addOfferInput.parse({ offer: { ...offer, dated } }));
  return number;
}

interface PlanWords {
  readonly boundary: "serverless" | "vm" | "dedicated-node";
  readonly offer: number;
  readonly startMs: number;
  readonly days: number;
  readonly trialDays: number;
  readonly budget: string;
  readonly owner: string;
  readonly stopRule: string;
  readonly fallbacks: { readonly lostAllocation: string; readonly shortage: string; readonly failedDeployment: string };
}

export async function makePlan(ctx: Ctx, brief: number, w: PlanWords): Promise<number> {
  const { number } = await runWrite(ctx, createPlan, {
    brief,
    plan: {
      boundary: w.boundary,
      offerNumber: w.offer,
      count: 1,
      period: { start: dayOf(w.startMs), end: dayOf(w.startMs + w.days * DAY_MS) },
      owner: w.owner,
      stopRule: w.stopRule,
      fallbacks: w.fallbacks,
      trial: { endDate: dayOf(w.startMs + w.trialDays * DAY_MS), budget: { amount: w.budget, currency: "USD" } },
      note: null,
    },
  });
  return number;
}

export async function showEvidence(
  ctx: Ctx,
  review: number,
  gate: GateId | null,
  fileName: string,
  text: string,
): Promise<string> {
  const { id } = await runWrite(ctx, addEvidence, { to: { review }, gate, fileName, bytes: encoder.encode(text) });
  return id;
}

/** Upload, plan, one commit: as finance does it on the page. */
export async function importBill(ctx: Ctx, fileName: string, text: string): Promise<void> {
  const { number } = await runWrite(ctx, uploadBill, { fileName, bytes: encoder.encode(text) });
  const digest = await runRead(ctx, (tx) => planDigestOf(tx, number, "effective", "USD"));
  await runBulk(ctx, commitImport, { bill: number, basis: "effective", digest, keepUnclassified: false });
}
