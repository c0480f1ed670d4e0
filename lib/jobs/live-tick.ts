import "server-only";
import { randomUUID } from "node:crypto";
import {
  type DueScrape,
  endWatch,
  noteFailure,
  storeScrape,
  takeDueScrapes,
} from "@/lib/acceptance/server/mutations/live-scrape";
import type { Ctx } from "@/lib/access/context";
import { withWorkspace } from "@/lib/db/doors";
import { systemLiveWorkspaces } from "@/lib/db/system";
import { env } from "@/lib/env/env.mjs";
import { Refusal } from "@/lib/errors";
import { log } from "@/lib/gate/failure";
import { runWrite } from "@/lib/gate/run";
import { requestOutside } from "./outside-request";

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

export interface LiveTicked {
  readonly taken: number;
  readonly failed: number;
  readonly stopped: number;
}

/** The host may lie inside where the workspace's list or the installation's own says so; else only the open internet. */
async function fetchPage({ url, inside }: DueScrape) {
  const own = inside ? [new URL(url).hostname.replace(/^\[|\]$/g, "").toLowerCase()] : [];
  const maxBytes = Math.min(MOST_BYTES, Math.floor(env.maxEvidenceBytes / 2));
  const answer = await requestOutside({
    url,
    method: "GET",
    headers: { accept: "text/plain;version=0.0.4" },
    allowed: [...env.allowedHosts, ...own],
    timeoutMs: TIMEOUT_MS,
    maxBytes,
  });
  if (!answer.ok) return answer;
  if (answer.status !== 200) return { ok: false as const, reason: `the other side answered ${answer.status}` };
  return answer.bytes.byteLength === 0 ? { ok: false as const, reason: "the answer was empty" } : answer;
}

async function takeOne(ctx: Ctx, scrape: DueScrape): Promise<"taken" | "failed" | "stopped"> {
  if (scrape.stop) {
    await runWrite(ctx, endWatch, { scrape, why: scrape.stop });
    return "stopped";
  }
  const answer = await fetchPage(scrape);
  if (!answer.ok) {
    await withWorkspace(ctx.actor.workspaceId, (tx) => noteFailure(tx, scrape.id, answer.reason));
    return "failed";
  }
  try {
    await runWrite(ctx, storeScrape, { scrape, page: answer.bytes });
    return "taken";
  } catch (err) {
    if (!(err instanceof Refusal)) {
      log.error({ err }, "a live measurement could not be stored");
      await withWorkspace(ctx.actor.workspaceId, (tx) => noteFailure(tx, scrape.id, "the page could not be stored"));
      return "failed";
    }
    // Handed over, or signed by the same person, between the question and the answer: no more of it.
    await runWrite(ctx, endWatch, { scrape, why: "review-moved" });
    return "stopped";
  }
}

/** One round: every scrape that is due in any workspace, each asked once and stored by whoever started its watch. */
export async function liveTick(now: Date): Promise<LiveTicked> {
  const all = { taken: 0, failed: 0, stopped: 0 };
  for (const workspaceId of await systemLiveWorkspaces(now)) {
    const due = await withWorkspace(workspaceId, (tx) => takeDueScrapes(tx, workspaceId, now));
    for (const scrape of due) all[await takeOne({ actor: scrape.actor, now, newId: randomUUID }, scrape)]++;
  }
  return all;
}
