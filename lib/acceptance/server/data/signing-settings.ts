import "server-only";
import type { Actor } from "@/lib/access/actor";
import { reference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import { delegationState } from "../../delegation";
import { readDelegations, readPolicyChanges, readSigningPolicy } from "./signing";

/** The last change of the rule, with what it was before; null where nothing was changed, or it was undone. */
async function lastPolicyChange(tx: Tx, names: ReadonlyMap<string, string>) {
  const [last, before] = await readPolicyChanges(tx, 2);
  if (!last || last.undone) return null;
  const was = { twoAbove: before?.twoAbove ?? null, currency: before?.currency ?? last.currency };
  if (was.twoAbove === last.twoAbove && (was.twoAbove === null || was.currency === last.currency)) return null;
  return { id: last.id, was, by: names.get(last.by) ?? null, at: last.at.toISOString() };
}

/** Policy and delegations in names; members and briefs to choose from. */
export async function signingSettings(tx: Tx, actor: Actor, now: string) {
  const names = await peopleNames(tx);
  const briefs = await tx.brief.findMany({
    where: { archivedAt: null },
    select: { id: true, number: true, title: true },
    orderBy: { number: "asc" },
    take: 500,
  });
  const numbers = new Map(briefs.map((b) => [b.id, reference("BRF", b.number)]));
  const members = await tx.membership.findMany({ select: { personId: true }, orderBy: { createdAt: "asc" } });
  const delegations = (await readDelegations(tx)).map((d) => {
    const stands = delegationState(d, now);
    const open = stands === "coming" || stands === "in-force";
    return {
      id: d.id,
      from: names.get(d.from) ?? null,
      to: names.get(d.to) ?? null,
      startsAt: d.startsAt,
      endsAt: d.endsAt,
      amount: d.amount,
      currency: d.currency,
      briefs: d.everyBrief ? null : d.briefIds.map((id) => numbers.get(id) ?? "BRF"),
      state: open && !d.fromIsApprover ? ("no-role" as const) : stands,
      canEnd: open && ([d.from, d.to].includes(actor.personId) || may(actor.roles, "member.write")),
    };
  });
  return {
    policy: await readSigningPolicy(tx),
    policyChange: await lastPolicyChange(tx, names),
    delegations,
    members: members
      .filter((m) => m.personId !== actor.personId)
      .map((m) => ({ id: m.personId, name: names.get(m.personId) ?? "" })),
    briefs: briefs.map(({ number, title }) => ({ number, title })),
  };
}
