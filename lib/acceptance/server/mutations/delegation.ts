import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { instantOfLocal } from "@/lib/ledger/local-time";
import { decimalText } from "@/lib/money/money";
import type { delegateInput, endDelegationInput } from "../review-input";

const DAY_MS = 86_400_000;
/** The table holds the same: nobody signs for good in somebody else's place. */
const LONGEST_DAYS = 366;

const fault = (path: string, code: string) =>
  new Refusal("INVALID", { fields: [{ path, code, message: code }], message: code });

async function workspaceOf(tx: Tx, ctx: Ctx) {
  return tx.workspace.findUniqueOrThrow({
    where: { id: ctx.actor.workspaceId },
    select: { currency: true, timeZone: true },
  });
}

/** The day after an ISO date. */
const nextDay = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

function periodOf(timeZone: string, from: string, until: string, now: Date): { startsAt: Date; endsAt: Date } {
  const [start, end] = [instantOfLocal(timeZone, from), instantOfLocal(timeZone, nextDay(until))];
  if (start === null) throw fault("from", "no-date");
  if (end === null || Date.parse(end) <= Date.parse(start)) throw fault("until", "before-start");
  if (Date.parse(end) <= now.getTime()) throw fault("until", "in-the-past");
  if (Date.parse(end) - Date.parse(start) > LONGEST_DAYS * DAY_MS) throw fault("until", "too-long");
  return { startsAt: new Date(start), endsAt: new Date(end) };
}

async function briefIdsOf(tx: Tx, numbers: readonly number[] | null): Promise<string[]> {
  if (numbers === null) return [];
  const rows = await tx.brief.findMany({ where: { number: { in: [...numbers] } }, select: { id: true } });
  if (rows.length !== new Set(numbers).size) throw fault("briefs", "not-found");
  return rows.map((r) => r.id);
}

/**
 * An approver lets another member sign for a time, up to an amount. Only one's own right is passed on, never one that was
 * delegated: the role is asked, and the role alone.
 */
export async function delegateSigning(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof delegateInput>,
): Promise<Written<{ id: string }>> {
  const { workspaceId, personId, roles, via } = ctx.actor;
  if (via === "token" || !roles.includes("approver")) throw new Refusal("NOT_APPROVER");
  if (input.to === personId) throw fault("to", "oneself");
  const member = await tx.membership.findFirst({ where: { personId: input.to }, select: { personId: true } });
  if (!member) throw fault("to", "no-member");
  const { currency, timeZone } = await workspaceOf(tx, ctx);
  const period = periodOf(timeZone, input.from, input.until, ctx.now);
  const briefIds = await briefIdsOf(tx, input.briefs);
  const id = ctx.newId();
  const amount = decimalText(input.amount);
  await tx.delegation.create({
    data: {
      workspaceId,
      id,
      fromPerson: personId,
      toPerson: input.to,
      ...period,
      amount,
      currency,
      everyBrief: input.briefs === null,
      briefIds,
      createdAt: ctx.now,
    },
  });
  const briefs = input.briefs?.map((n) => reference("BRF", n)) ?? null;
  const detail = { to: input.to, from: input.from, until: input.until, amount, currency, briefs };
  return { data: { id }, audit: { action: "delegation.give", entityType: "delegation", entityId: id, detail } };
}

/** Ends a delegation before its time: by whoever gave it, whoever holds it, or an admin. It stays in the record. */
export async function endDelegation(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof endDelegationInput>,
): Promise<Written<null>> {
  const { workspaceId, personId, roles } = ctx.actor;
  const found = await tx.delegation.findFirst({
    where: { id: input.id },
    select: { fromPerson: true, toPerson: true, end: { select: { at: true } } },
  });
  if (!found) throw new Refusal("NOT_FOUND");
  const { fromPerson, toPerson } = found;
  if (![fromPerson, toPerson].includes(personId) && !may(roles, "member.write")) throw new Refusal("FORBIDDEN");
  if (found.end) throw new Refusal("CONFLICT");
  await tx.delegationEnd.create({ data: { workspaceId, delegationId: input.id, personId, at: ctx.now } });
  return {
    data: null,
    audit: {
      action: "delegation.end",
      entityType: "delegation",
      entityId: input.id,
      detail: { from: fromPerson, to: toPerson },
    },
  };
}
