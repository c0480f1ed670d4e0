import "server-only";
import { cardSchema } from "@/lib/acceptance/schema";
import { readReview } from "@/lib/acceptance/server/data/stored";
import { saveCard } from "@/lib/acceptance/server/mutations/card";
import { sendBack, signReview } from "@/lib/acceptance/server/mutations/decide";
import { submitReview } from "@/lib/acceptance/server/mutations/submit";
import type { WorkspaceId } from "@/lib/access/actor";
import { continueRental, endRental, saveExit, startTrial } from "@/lib/boundary/server/mutations/rental";
import { runRead, runWrite } from "@/lib/gate/run";
import { recordDiagnostic, recordEffort } from "@/lib/ledger/server/mutations/record-beside";
import { recordOutputs } from "@/lib/ledger/server/mutations/record-outputs";
import { CHAT_NODE, LORA_MACHINE, sampleBill, VIDEO_FUNCTION } from "../bills";
import { CHAT_BRIEF, LORA_BRIEF, VIDEO_BRIEF } from "../briefs";
import { chatCard } from "../cards";
import { benchResult, contractNote, smiList, startUpLog } from "../evidence";
import { CHAT_OFFER, LORA_OFFER, VIDEO_OFFER } from "../offers";
import {
  addPeople,
  dayOf,
  importBill,
  instantOf,
  makePlan,
  showEvidence,
  typeOffer,
  type Walkers,
  writeBrief,
} from "./walk";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** First instants of the three full months before `now`, and of the present one. */
function monthsBefore(now: Date): readonly [number, number, number, number] {
  const at = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  return [at(3), at(2), at(1), at(0)];
}

/** Interactive serving: from brief to a signed trial that goes on as a longer rental. */
async function walkChat(walkers: Walkers, start: number, offer: number): Promise<number> {
  const author = (ms: number) => walkers.at("author", ms);
  const before = start - 8 * DAY_MS;
  const brief = await writeBrief(author(before), CHAT_BRIEF);
  const plan = await makePlan(author(before + HOUR_MS), brief, {
    boundary: "dedicated-node",
    offer,
    startMs: start,
    days: 180,
    trialDays: 3,
    budget: "200",
    owner: "On-call of the ML platform",
    stopRule: "Stopped after an hour without a request; the owner is told at 150 USD of the trial's budget",
    fallbacks: {
      lostAllocation: "The managed API of a second provider, smaller model, for up to a day",
      shortage: "An L40S with fp8 weights",
      failedDeployment: "The image of before stays warm until the new one has passed smoke",
    },
  });
  const trial = {
    startsAt: instantOf(start),
    endsAt: instantOf(start + 3 * DAY_MS),
    resourceIds: [CHAT_NODE],
    tags: {},
  };
  const { rental, review } = await runWrite(author(start - HOUR_MS), startTrial, { plan, ...trial });
  const noon = start + DAY_MS + 12 * HOUR_MS;
  const evidence = {
    list: await showEvidence(author(noon), review, "smoke", "nvidia-smi-L.txt", smiList()),
    log: await showEvidence(author(noon), review, "smoke", "vllm-start.log", startUpLog(new Date(noon - HOUR_MS))),
    bench: await showEvidence(author(noon + HOUR_MS), review, "load", "bench-serve.json", benchResult()),
    contract: await showEvidence(author(start + HOUR_MS), review, null, "processing-agreement.txt", contractNote()),
  };
  const card = cardSchema.parse(chatCard(evidence, (hours) => instantOf(start + hours * HOUR_MS)));
  await runWrite(author(noon + 5 * HOUR_MS), saveCard, { number: review, version: 1, card });
  await runWrite(author(start + 2 * DAY_MS), submitReview, { number: review });
  await sign(walkers, start + 2 * DAY_MS + 3 * HOUR_MS, review);
  const end = start + 3 * DAY_MS;
  await runWrite(author(end), endRental, { number: rental, endedAt: instantOf(end) });
  await runWrite(author(end), continueRental, {
    plan,
    startsAt: instantOf(end),
    endsAt: instantOf(start + 180 * DAY_MS),
    resourceIds: [CHAT_NODE],
    tags: {},
  });
  await runWrite(author(end + HOUR_MS), saveExit, { number: rental, exit: trialExit(review) });
  return brief;
}

async function sign(walkers: Walkers, ms: number, review: number): Promise<void> {
  const approver = walkers.at("approver", ms);
  const seen = await runRead(approver, (tx) => readReview(tx, review, new Date(ms)));
  if (!seen) throw new Error(`the sample's review ${review} is gone`);
  await runWrite(approver, signReview, {
    number: review,
    digest: seen.digest,
    decision: "extend",
    conditions: "The first bill ties to the plan's price; the p99 of the first token is watched for a month.",
    lookAgainOn: dayOf(ms + 120 * DAY_MS),
    confirmation: `REV-${review}`,
  });
}

function trialExit(review: number) {
  const kept = (proof: string) => ({ done: true, proof });
  return {
    weightsKept: kept("Bucket of the team, revision 0e9e39f"),
    configurationKept: kept(`Image by digest, written on the card of REV-${review}`),
    qualityChecksKept: kept("Quality set, run of the trial"),
    metricsKept: kept("bench-serve.json, stored as evidence"),
    resultsExported: kept("Nothing to export: answers went to the log store"),
    capacityDeleted: kept("The same node goes on as the longer rental"),
    disksDeleted: kept("The volume goes on with it"),
    snapshotsDeleted: kept("None were made"),
    lessonsWritten: kept("Cold start is 112 s: keep one warm replica before a release"),
  };
}

/** LoRA fine-tuning: its trial has run, and the review waits for a signature. */
async function walkLora(walkers: Walkers, start: number, trialDays: number, offer: number): Promise<number> {
  const author = (ms: number) => walkers.at("author", ms);
  const brief = await writeBrief(author(start - 5 * DAY_MS), LORA_BRIEF);
  const plan = await makePlan(author(start - 4 * DAY_MS), brief, {
    boundary: "vm",
    offer,
    startMs: start,
    days: 90,
    trialDays,
    budget: "150",
    owner: "Legal research",
    stopRule: "The machine is deleted when the queue is empty",
    fallbacks: {
      lostAllocation: "The same card on demand instead of spot",
      shortage: "An L40S with a micro-batch of one",
      failedDeployment: "The pinned image of the last good run",
    },
  });
  const trial = {
    startsAt: instantOf(start),
    endsAt: instantOf(start + trialDays * DAY_MS),
    resourceIds: [LORA_MACHINE],
    tags: {},
  };
  const { rental, review } = await runWrite(author(start), startTrial, { plan, ...trial });
  const list = "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-8c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f)\n";
  await showEvidence(author(start + 2 * DAY_MS), review, "smoke", "nvidia-smi-L.txt", list);
  await runWrite(author(start + 27 * DAY_MS), submitReview, { number: review });
  await runWrite(author(start + trialDays * DAY_MS), endRental, { number: rental, endedAt: trial.endsAt });
  return brief;
}

/** Rendering: submitted too early, and sent back with a reason. */
async function walkVideo(walkers: Walkers, start: number, trialDays: number, offer: number): Promise<number> {
  const author = (ms: number) => walkers.at("author", ms);
  const brief = await writeBrief(author(start - 3 * DAY_MS), VIDEO_BRIEF);
  const plan = await makePlan(author(start - 2 * DAY_MS), brief, {
    boundary: "serverless",
    offer,
    startMs: start,
    days: 60,
    trialDays,
    budget: "180",
    owner: "Media studio",
    stopRule: "Scales to nothing when the night's queue is empty",
    fallbacks: {
      lostAllocation: "The queue waits until the next night",
      shortage: "An A6000, half as fast",
      failedDeployment: "The image of last week",
    },
  });
  const trial = {
    startsAt: instantOf(start),
    endsAt: instantOf(start + trialDays * DAY_MS),
    resourceIds: [VIDEO_FUNCTION],
    tags: {},
  };
  const { rental, review } = await runWrite(author(start), startTrial, { plan, ...trial });
  await runWrite(author(start + 10 * DAY_MS), submitReview, { number: review });
  const reason =
    "The load gate has no evidence. Show one night's queue with its retries, and which clips the editor refused.";
  await runWrite(walkers.at("approver", start + 11 * DAY_MS), sendBack, { number: review, reason, areas: [] });
  await runWrite(author(start + trialDays * DAY_MS), endRental, { number: rental, endedAt: trial.endsAt });
  return brief;
}

interface Counts {
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly retried: number;
}

async function count(walkers: Walkers, brief: number, startMs: number, endMs: number, c: Counts): Promise<void> {
  const counts = {
    periodStart: instantOf(startMs),
    periodEnd: instantOf(endMs),
    attempted: c.accepted + c.rejected + c.failed,
    ...c,
    note: null,
  };
  await runWrite(walkers.at("author", endMs + HOUR_MS), recordOutputs, {
    brief,
    counts,
    source: "sample",
    idempotencyKey: null,
  });
}

async function beside(
  walkers: Walkers,
  brief: number,
  startMs: number,
  endMs: number,
  idleHours: number,
  ofHours: number,
  minutes: number,
): Promise<void> {
  const period = { brief, periodStart: instantOf(startMs), periodEnd: instantOf(endMs) };
  const author = walkers.at("author", endMs + 2 * HOUR_MS);
  await runWrite(author, recordDiagnostic, {
    ...period,
    kind: "idle",
    gpuSeconds: idleHours * 3600,
    ofGpuSeconds: ofHours * 3600,
    source: "Utilisation samples (sample)",
  });
  await runWrite(author, recordEffort, { ...period, minutes, note: "On-call and releases" });
}

/** Fills a sample workspace by walking the road through the same mutations that the pages use. */
export async function fillSample(workspaceId: WorkspaceId, now: Date): Promise<void> {
  const walkers = await addPeople(workspaceId);
  const [first, second, third, present] = monthsBefore(now);
  const finance = (ms: number) => walkers.at("finance", ms);
  const dated = dayOf(now.getTime() - 6 * DAY_MS);
  const offers = {
    chat: await typeOffer(finance(first - 10 * DAY_MS), CHAT_OFFER, dayOf(first - 10 * DAY_MS)),
    lora: await typeOffer(finance(third - 6 * DAY_MS), LORA_OFFER, dated),
    video: await typeOffer(finance(third - 6 * DAY_MS), VIDEO_OFFER, dated),
  };
  const chat = await walkChat(walkers, first, offers.chat);
  const trialDays = (present - third) / DAY_MS;
  const lora = await walkLora(walkers, third, trialDays, offers.lora);
  const video = await walkVideo(walkers, third, trialDays, offers.video);
  const months = [
    [first, second],
    [second, third],
    [third, present],
  ] as const;
  for (const [i, [start, end]] of months.entries()) {
    const last = i === 2;
    const bill = sampleBill(start, { lora: last, video: last, credit: i === 1 });
    await importBill(finance(end + 3 * DAY_MS), `nimbus-${dayOf(start).slice(0, 7)}.csv`, bill);
    await count(walkers, chat, start, end, {
      accepted: 1_104_300 + 41_200 * i,
      rejected: 23_900 - 3_100 * i,
      failed: 5_400 - 700 * i,
      retried: 6_120 - 500 * i,
    });
    await beside(walkers, chat, start, end, 168 - 24 * i, (end - start) / HOUR_MS, 960 - 60 * i);
  }
  await count(walkers, lora, third, present, { accepted: 11, rejected: 1, failed: 1, retried: 2 });
  await count(walkers, video, third, present, { accepted: 702, rejected: 96, failed: 32, retried: 41 });
}
