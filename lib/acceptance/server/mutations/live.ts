import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { runningGate } from "../../gates";
import { listed } from "../../live";
import { readLiveHosts } from "../data/live";
import { lockReview } from "../data/lock";
import { cardFrom } from "../data/stored";
import {
  type forgetHostInput,
  type liveHostInput,
  liveUrl,
  type startLiveInput,
  type stopLiveInput,
} from "../live-input";

const fault = (path: string, code: string) =>
  new Refusal("INVALID", { fields: [{ path, code, message: code }], message: code });

/** Lists a host. In a sample everybody is admin of their own: there nothing is asked of anybody. */
export async function allowHost(tx: Tx, ctx: Ctx, input: z.output<typeof liveHostInput>): Promise<Written<null>> {
  const { workspaceId, personId } = ctx.actor;
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { isSample: true } });
  if (workspace.isSample) throw new Refusal("FORBIDDEN");
  const { inside } = input;
  const host = input.host.replace(/^\[([0-9a-f:.]+)\]$/, "$1");
  await tx.liveHost.deleteMany({ where: { host } });
  await tx.liveHost.create({ data: { workspaceId, host, inside, createdBy: personId, createdAt: ctx.now } });
  return {
    data: null,
    audit: { action: "live.allow", entityType: "workspace", entityId: workspaceId, detail: { host, inside } },
  };
}

export async function forgetHost(tx: Tx, ctx: Ctx, input: z.output<typeof forgetHostInput>): Promise<Written<null>> {
  const { count } = await tx.liveHost.deleteMany({ where: { host: input.host } });
  if (count === 0) throw new Refusal("NOT_FOUND");
  const { workspaceId } = ctx.actor;
  return {
    data: null,
    audit: { action: "live.forget", entityType: "workspace", entityId: workspaceId, detail: { host: input.host } },
  };
}

/** Begins to take scrapes for the load gate whose attempt is running. The host has to be on the workspace's list. */
export async function startLive(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof startLiveInput>,
): Promise<Written<{ id: string }>> {
  const read = liveUrl(input.kind, input.address, input.selector);
  if (!read.ok) throw fault(read.code === "no-selector" ? "selector" : "address", read.code);
  const review = await lockReview(tx, input.number);
  if (review.status === "submitted") throw new Refusal("REVIEW_SUBMITTED");
  const row = await tx.review.findFirst({ where: { id: review.id }, select: { card: true } });
  if (runningGate(cardFrom(row?.card)) !== "load") throw new Refusal("LIVE_NEEDS_ATTEMPT");
  if (listed(await readLiveHosts(tx), read) === null) {
    const message = "its host is not on the list";
    throw new Refusal("ADDRESS_REFUSED", { fields: [{ path: "address", code: "not-listed", message }] });
  }
  const { workspaceId, personId } = ctx.actor;
  const id = ctx.newId();
  await tx.liveWatch.create({
    data: {
      workspaceId,
      id,
      reviewId: review.id,
      url: read.url,
      everySeconds: input.everySeconds,
      endsAt: new Date(ctx.now.getTime() + input.minutes * 60_000),
      startedBy: personId,
      startedAt: ctx.now,
      nextAt: ctx.now,
    },
  });
  const detail = { host: read.hostAndPort, everySeconds: input.everySeconds, minutes: input.minutes };
  return {
    data: { id },
    audit: { action: "live.start", entityType: "review", entityId: reference("REV", input.number), detail },
  };
}

export async function stopLive(tx: Tx, ctx: Ctx, input: z.output<typeof stopLiveInput>): Promise<Written<null>> {
  const { count } = await tx.liveWatch.updateMany({
    where: { id: input.id, stoppedAt: null },
    data: { stoppedAt: ctx.now, stoppedWhy: "by-hand", baseline: null },
  });
  if (count === 0) throw new Refusal("NOT_FOUND");
  return {
    data: null,
    audit: { action: "live.stop", entityType: "review", entityId: reference("REV", input.number) },
  };
}
