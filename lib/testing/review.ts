import { readFileSync } from "node:fs";
import path from "node:path";
import { addEvidence, type NewEvidence } from "@/lib/acceptance/server/mutations/evidence";
import type { Actor } from "@/lib/access/actor";
import { createPlan, revisePlan } from "@/lib/boundary/server/mutations/plan";
import { startTrial } from "@/lib/boundary/server/mutations/rental";
import { createBrief, saveDraft, submitRevision } from "@/lib/brief/server/mutations";
import { addOffer } from "@/lib/catalog/server/mutations";
import { withWorkspace } from "@/lib/db/doors";
import { runAndNote } from "@/lib/gate/run";
import { CHAT_BRIEF } from "@/lib/sample/briefs";
import { ctxOf } from "./workspace";

type Mutation<I, T> = Parameters<typeof runAndNote<I, T>>[2];

/** Runs a mutation as somebody, with its audit event, the way the gate does. */
export const write = <I, T>(actor: Actor, run: Mutation<I, T>, input: I, now?: Date) =>
  withWorkspace(actor.workspaceId, (tx) => runAndNote(tx, ctxOf(actor, now), run, input));

export const read = <T>(actor: Actor, run: Parameters<typeof withWorkspace<T>>[1]) =>
  withWorkspace(actor.workspaceId, run);

const fixtures = path.resolve(import.meta.dirname, "../acceptance/evidence/fixtures");
export const fixture = (name: string) => new Uint8Array(readFileSync(path.join(fixtures, name)));

const PLAN = {
  boundary: "dedicated-node" as const,
  count: 1,
  period: { start: "2026-11-30", end: "2026-12-31" },
  owner: "ML platform",
  stopRule: "Stopped when idle for an hour",
  fallbacks: { lostAllocation: "Second region", shortage: "Wait", failedDeployment: "Last image" },
  trial: { endDate: "2026-12-03", budget: { amount: "300", currency: "USD" } },
};

/** A brief's revision: written and submitted by one person. */
export async function writeBrief(author: Actor, number?: number, title = CHAT_BRIEF.title ?? ""): Promise<number> {
  const brief = number ?? (await write(author, createBrief, { title, kind: null })).number;
  const version = number === undefined ? 1 : 0;
  const draft = await write(author, saveDraft, { number: brief, version, content: { ...CHAT_BRIEF, title } });
  await write(author, submitRevision, { number: brief, version: draft.version });
  return brief;
}

async function offer(by: Actor): Promise<number> {
  const made = await write(by, addOffer, {
    offer: {
      provider: "Example",
      acceleratorId: "h100-sxm",
      cardsPerPack: 1,
      wholePacksOnly: false,
      purchase: "on-demand",
      boundary: "dedicated-node",
      price: { amount: "2.69", currency: "USD", unit: "gpu-hour" },
      source: "a quote",
      dated: "2026-11-01",
    },
  } as Parameters<typeof addOffer>[2]);
  return made.number;
}

type PlanForm = Parameters<typeof revisePlan>[2]["plan"];

/** The next revision of a plan, with other words in its stop rule, and what else is given. */
export async function changePlan(by: Actor, number: number, revision: number, more: Partial<PlanForm> = {}) {
  const plan = { ...PLAN, stopRule: "Stopped at night", note: null, offerNumber: 1, ...more };
  return write(by, revisePlan, { number, revision, plan });
}

export const TRIAL = { startsAt: "2026-11-30T00:00:00.000Z", endsAt: "2026-12-03T00:00:00.000Z" };

/** Brief by one person, plan and trial by another: the open review that the trial's evidence goes into. */
export async function openReview(by: { brief: Actor; plan?: Actor }) {
  const planner = by.plan ?? by.brief;
  const brief = await writeBrief(by.brief);
  const offerNumber = await offer(planner);
  const plan = await write(planner, createPlan, { brief, plan: { ...PLAN, note: null, offerNumber } });
  const { review } = await write(planner, startTrial, { plan: plan.number, ...TRIAL, resourceIds: [], tags: {} });
  return { brief, plan: plan.number, review };
}

export function bring(by: Actor, review: number, bytes: Uint8Array | string, more: Partial<NewEvidence> = {}) {
  const body = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  return write(by, addEvidence, { to: { review }, gate: "smoke", fileName: "smi.txt", bytes: body, ...more });
}
