import "server-only";
import type { PersonId, WorkspaceId } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import { may, type Role } from "@/lib/access/roles";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { runningGate } from "../../gates";
import { LIVE_MOST_FAILURES, LIVE_MOST_SCRAPES, type LiveHost, type LiveStop, listed } from "../../live";
import { type ReviewStatus, reviewStatus } from "../../status";
import { readLiveHosts } from "../data/live";
import { cardFrom } from "../data/stored";
import { addEvidence } from "./evidence";

/** A scrape that is due, with all that the asking needs; `stop` where it must not be asked any more. */
export interface DueScrape {
  readonly id: string;
  readonly review: number;
  readonly url: string;
  /** The host may lie in a private network. */
  readonly inside: boolean;
  readonly actor: Ctx["actor"];
  readonly stop: LiveStop | null;
}

interface Claimed {
  readonly id: string;
  readonly reviewId: string;
  readonly url: string;
  readonly startedBy: string;
  readonly endsAt: Date;
  readonly scrapes: number;
  readonly failures: number;
}

/** Takes what is due, so that no other copy of the server takes it too; the next one is due after its time. */
async function claim(tx: Tx, now: Date): Promise<Claimed[]> {
  return tx.$queryRaw<Claimed[]>`
    UPDATE live_watch SET next_at = ${now}::timestamptz + make_interval(secs => every_seconds)
     WHERE workspace_id = scope_workspace() AND stopped_at IS NULL AND next_at <= ${now}
    RETURNING id::text, review_id::text AS "reviewId", url, started_by::text AS "startedBy", ends_at AS "endsAt", scrapes, failures`;
}

interface Standing {
  readonly now: Date;
  readonly roles: readonly Role[];
  readonly status: ReviewStatus;
  readonly running: boolean;
  readonly host: LiveHost | null;
}

function stopReason(w: Claimed, { now, roles, status, running, host }: Standing): LiveStop | null {
  if (now >= w.endsAt) return "time-over";
  if (!may(roles, "review.write")) return "no-right";
  if (status === "submitted") return "review-moved";
  if (!running) return "gate-closed";
  if (host === null) return "not-listed";
  if (w.scrapes >= LIVE_MOST_SCRAPES) return "enough";
  return w.failures >= LIVE_MOST_FAILURES ? "failing" : null;
}

/**
 * The scrapes of a workspace that are due now. Every right is asked afresh: membership and role of whoever started it, the
 * list of hosts, the running attempt, and that the review is not with its approvers.
 */
export async function takeDueScrapes(tx: Tx, workspaceId: string, now: Date): Promise<DueScrape[]> {
  const due: DueScrape[] = [];
  const hosts = await readLiveHosts(tx);
  for (const w of await claim(tx, now)) {
    const review = await tx.review.findFirstOrThrow({
      where: { id: w.reviewId },
      select: {
        number: true,
        card: true,
        events: { orderBy: { seq: "desc" }, take: 1, select: { seq: true, kind: true } },
      },
    });
    const member = await tx.membership.findFirst({ where: { personId: w.startedBy }, select: { roles: true } });
    const roles = (member?.roles ?? []) as Role[];
    const url = new URL(w.url);
    const named = { host: url.hostname.toLowerCase().replace(/^\[|\]$/g, ""), hostAndPort: url.host.toLowerCase() };
    const host = listed(hosts, named);
    const status = reviewStatus(review.events);
    const running = runningGate(cardFrom(review.card)) === "load";
    const stop = stopReason(w, { now, roles, status, running, host });
    const actor = {
      workspaceId: workspaceId as WorkspaceId,
      personId: w.startedBy as PersonId,
      roles,
      via: "job" as const,
    };
    due.push({ id: w.id, review: review.number, url: w.url, inside: host?.inside ?? false, actor, stop });
  }
  return due;
}

export async function endWatch(
  tx: Tx,
  ctx: Ctx,
  input: { readonly scrape: DueScrape; readonly why: LiveStop },
): Promise<Written<null>> {
  await tx.liveWatch.updateMany({
    where: { id: input.scrape.id, stoppedAt: null },
    data: { stoppedAt: ctx.now, stoppedWhy: input.why, baseline: null },
  });
  return {
    data: null,
    audit: {
      action: "live.stop",
      entityType: "review",
      entityId: reference("REV", input.scrape.review),
      detail: { why: input.why },
    },
  };
}

/** A page that did not come: failures in a row are counted, and the words are shown. */
export async function noteFailure(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.liveWatch.updateMany({
    where: { id },
    data: { failures: { increment: 1 }, lastError: reason.slice(0, 500) },
  });
}

const NEW_LINE = 10;

/** Two pages in one file: the reader takes the window between them, so that start-up traffic does not count. */
function behind(first: Uint8Array, page: Uint8Array): Uint8Array {
  const gap = first.at(-1) === NEW_LINE ? 0 : 1;
  const both = new Uint8Array(first.length + gap + page.length);
  both.set(first);
  if (gap === 1) both[first.length] = NEW_LINE;
  both.set(page, first.length + gap);
  return both;
}

/** The first page is kept as the beginning; each later one becomes evidence behind it. After a restart it begins anew. */
export async function storeScrape(
  tx: Tx,
  ctx: Ctx,
  input: { readonly scrape: DueScrape; readonly page: Uint8Array },
): Promise<Written<{ evidence: string | null }>> {
  const { scrape, page } = input;
  const watch = await tx.liveWatch.findFirstOrThrow({ where: { id: scrape.id } });
  const entityId = reference("REV", scrape.review);
  const begin = { baseline: new Uint8Array(page), baselineAt: ctx.now };
  const mended = { failures: 0, lastError: null };
  if (watch.baseline === null) {
    await tx.liveWatch.updateMany({ where: { id: watch.id }, data: { ...begin, ...mended } });
    return { data: { evidence: null }, audit: { action: "live.begin", entityType: "review", entityId } };
  }
  const n = String(watch.scrapes + 1).padStart(3, "0");
  const written = await addEvidence(tx, ctx, {
    to: { review: scrape.review },
    gate: "load",
    fileName: `live-${n}.txt`,
    bytes: behind(watch.baseline, page),
  });
  const { reading, id: evidence, sha256, again } = written.data;
  const restarted = reading.format !== null && reading.warnings.some((w) => w.code === "COUNTER_RESET");
  await tx.liveWatch.updateMany({
    where: { id: watch.id },
    data: { scrapes: { increment: 1 }, ...mended, ...(restarted && begin) },
  });
  const detail = { evidence, sha256, format: reading.format, live: watch.id };
  // A server that did nothing in between brings the same page: it lies there already.
  const action = again ? "live.same" : "evidence.add";
  return { data: { evidence }, audit: { action, entityType: "review", entityId, detail } };
}
