import "server-only";
import type { Actor } from "@/lib/access/actor";
import { type Mandate, type SignedReview, type SignRefusal, signRefusal } from "@/lib/access/can-sign";
import type { Tx } from "@/lib/db/client";
import { type Delegation, delegationRefusal } from "../../delegation";
import type { RecordedCost, SigningPolicy } from "../../signing-policy";
import type { ReviewStatus } from "../../status";

/** Above which planned cost two people sign, as set last; null where nobody ever set it. */
export async function readSigningPolicy(tx: Tx): Promise<SigningPolicy | null> {
  const [last] = await readPolicyChanges(tx, 1);
  return last ? { twoAbove: last.twoAbove, currency: last.currency } : null;
}

export const POLICY_UNDONE = "policy.signingUndo";

export interface PolicyChange extends SigningPolicy {
  readonly id: string;
  readonly by: string;
  readonly at: Date;
  /** It gave back what another change took. */
  readonly undone: boolean;
}

/** The rules that were set, the latest first; the event of the same moment tells an undo from a change. */
export async function readPolicyChanges(tx: Tx, most: number): Promise<PolicyChange[]> {
  return tx.$queryRaw<PolicyChange[]>`
    SELECT id::text, trim_scale(two_above)::text AS "twoAbove", currency, created_by::text AS by, created_at AS at,
           EXISTS (SELECT 1 FROM audit_event e WHERE e.workspace_id = p.workspace_id AND e.entity_type = 'workspace'
                      AND e.action = ${POLICY_UNDONE} AND e.at = p.created_at) AS undone
      FROM signing_policy p WHERE workspace_id = scope_workspace() ORDER BY created_at DESC, id DESC LIMIT ${most}`;
}

interface DelegationRow extends Omit<Delegation, "startsAt" | "endsAt" | "endedAt"> {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
  readonly fromIsApprover: boolean;
}

export interface StoredDelegation extends Delegation {
  /** The delegator is still a member who may sign. */
  readonly fromIsApprover: boolean;
}

/** Delegations of the workspace, newest first; of one person's hands where asked. */
export async function readDelegations(tx: Tx, to: string | null = null): Promise<StoredDelegation[]> {
  const rows = await tx.$queryRaw<DelegationRow[]>`
    SELECT d.id::text, d.from_person::text AS "from", d.to_person::text AS "to", d.starts_at AS "startsAt",
           d.ends_at AS "endsAt", e.at AS "endedAt", trim_scale(d.amount)::text AS amount, d.currency,
           d.every_brief AS "everyBrief", d.brief_ids::text[] AS "briefIds",
           EXISTS (SELECT 1 FROM membership m WHERE m.workspace_id = d.workspace_id AND m.person_id = d.from_person
                      AND 'approver' = ANY (m.roles)) AS "fromIsApprover"
      FROM delegation d
      LEFT JOIN delegation_end e ON e.workspace_id = d.workspace_id AND e.delegation_id = d.id
     WHERE d.workspace_id = scope_workspace() AND (${to}::uuid IS NULL OR d.to_person = ${to}::uuid)
     ORDER BY d.created_at DESC, d.id LIMIT 500`;
  return rows.map((r) => ({
    ...r,
    startsAt: r.startsAt.toISOString(),
    endsAt: r.endsAt.toISOString(),
    endedAt: r.endedAt?.toISOString() ?? null,
  }));
}

/** What the question "may this person sign" is asked of. */
export interface SigningSubject {
  readonly id: string;
  readonly briefId: string;
  readonly status: ReviewStatus;
  readonly createdAt: Date;
  readonly cost: RecordedCost | null;
}

export interface SigningMandate extends Mandate {
  readonly delegation: string;
}

/** How this person may sign: in their own name, and under each delegation that is in force or was. */
export interface SigningRights {
  readonly review: SignedReview;
  readonly own: SignRefusal | null;
  readonly mandates: readonly (SigningMandate & { readonly why: SignRefusal | null })[];
}

/** An end of time for readers that know none: then every delegation counts against, and none in favour. */
const FOREVER = new Date("9999-12-31T00:00:00Z");

/** Everything that decides who may sign a review, read at once; inside a mutation with the review's row held. */
export async function readSigningRights(
  tx: Tx,
  actor: Actor,
  subject: SigningSubject,
  now: Date | null,
): Promise<SigningRights> {
  const { id: reviewId, status, createdAt } = subject;
  const contributors = await tx.contributor.findMany({ where: { reviewId }, select: { personId: true } });
  const acting = await tx.$queryRaw<{ person: string }[]>`
    SELECT acts_for(scope_workspace(), ${actor.personId}::uuid, ${createdAt}, ${now ?? FOREVER})::text AS person`;
  const standing = await tx.signature.findMany({
    where: { reviewId, void: { is: null } },
    select: { personId: true, onBehalfOf: true },
  });
  const review: SignedReview = {
    contributorIds: contributors.map((c) => c.personId),
    status,
    actsFor: acting.map((a) => a.person),
    standing,
  };
  const delegations = now === null ? [] : await readDelegations(tx, actor.personId);
  const mandates = delegations.map((d) => {
    const at = { now: (now ?? FOREVER).toISOString(), briefId: subject.briefId, cost: subject.cost };
    const refusal = delegationRefusal(d, { ...at, fromIsApprover: d.fromIsApprover });
    const mandate: SigningMandate = { delegation: d.id, onBehalfOf: d.from, refusal };
    return { ...mandate, why: signRefusal(actor, review, mandate) };
  });
  return { review, own: signRefusal(actor, review), mandates };
}

/** What stands in place of the button: nothing where any way is open, else the plainest reason. */
export function refusalOf({ own, mandates }: SigningRights): SignRefusal | null {
  if (own === null || mandates.some((m) => m.why === null)) return null;
  if (own !== "NOT_APPROVER") return own;
  const why = mandates.map((m) => m.why).filter((w) => w !== "DELEGATION_ENDED");
  return why[0] ?? own;
}
