import "server-only";
import type { Actor } from "@/lib/access/actor";
import { signRefusal } from "@/lib/access/can-sign";
import type { Tx } from "@/lib/db/client";
import { delegationRefusal } from "../../delegation";
import type { RecordedCost } from "../../signing-policy";
import { reviewStatus } from "../../status";
import { readDelegations, type StoredDelegation } from "./signing";

interface Row {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly briefId: string;
  readonly kind: string;
  readonly at: Date;
  readonly reason: string | null;
  readonly cost: RecordedCost | null;
  readonly actsFor: string[];
  readonly contributors: string[];
  /** [signer, in whose place] of each signature that stands. */
  readonly standing: { readonly personId: string; readonly onBehalfOf: string | null }[];
  readonly signers: string[];
  readonly lookAgainOn: string | null;
}

export interface InboxReview {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** Of the event that brought it here. */
  readonly at: string;
  readonly reason: string | null;
  readonly lookAgainOn: string | null;
  /** One of two signatures is given. */
  readonly halfSigned: boolean;
}

export interface ReviewInbox {
  readonly toSign: readonly InboxReview[];
  readonly sentBack: readonly InboxReview[];
  readonly voided: readonly InboxReview[];
  readonly due: readonly InboxReview[];
}

const MOST = 200;

/** Reviews on which something waits for somebody, with all that decides for whom, in one query. */
async function openRows(tx: Tx, actor: Actor, now: Date, today: string): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    SELECT r.id::text, r.number, b.title, b.id::text AS "briefId", e.kind, e.at, e.reason,
           (SELECT s.snapshot->'cost' FROM review_event s WHERE s.workspace_id = r.workspace_id AND s.review_id = r.id
               AND s.kind = 'submitted' ORDER BY s.seq DESC LIMIT 1) AS cost,
           ARRAY(SELECT acts_for(r.workspace_id, ${actor.personId}::uuid, r.created_at, ${now})::text) AS "actsFor",
           ARRAY(SELECT c.person_id::text FROM contributor c WHERE c.workspace_id = r.workspace_id AND c.review_id = r.id) AS contributors,
           coalesce((SELECT jsonb_agg(jsonb_build_object('personId', s.person_id, 'onBehalfOf', s.on_behalf_of)) FROM signature s
             WHERE s.workspace_id = r.workspace_id AND s.review_id = r.id
               AND NOT EXISTS (SELECT 1 FROM signature_void v WHERE v.workspace_id = s.workspace_id AND v.signature_id = s.id)), '[]') AS standing,
           ARRAY(SELECT s.person_id::text FROM signature s WHERE s.workspace_id = r.workspace_id AND s.review_id = r.id) AS signers,
           due.day AS "lookAgainOn"
      FROM review r
      JOIN plan p ON p.workspace_id = r.workspace_id AND p.id = r.plan_id
      JOIN brief b ON b.workspace_id = p.workspace_id AND b.id = p.brief_id
      JOIN LATERAL (SELECT x.kind, x.at, x.reason FROM review_event x WHERE x.workspace_id = r.workspace_id AND x.review_id = r.id
             ORDER BY x.seq DESC LIMIT 1) e ON true
      LEFT JOIN LATERAL (SELECT min(s.look_again_on)::text AS day FROM signature s
             WHERE s.workspace_id = r.workspace_id AND s.review_id = r.id
               AND NOT EXISTS (SELECT 1 FROM signature_void v WHERE v.workspace_id = s.workspace_id AND v.signature_id = s.id)) due ON true
     WHERE r.workspace_id = scope_workspace()
       AND (e.kind IN ('submitted', 'half-signed', 'sent-back', 'voided') OR (e.kind = 'signed' AND due.day <= ${today}))
     ORDER BY e.at DESC LIMIT ${MOST}`;
}

function maySign(row: Row, actor: Actor, delegations: readonly StoredDelegation[], now: Date): boolean {
  const status = reviewStatus([{ seq: 1, kind: row.kind }]);
  const review = { contributorIds: row.contributors, status, actsFor: row.actsFor, standing: row.standing };
  if (signRefusal(actor, review) === null) return true;
  return delegations.some((d) => {
    const at = { now: now.toISOString(), briefId: row.briefId, cost: row.cost, fromIsApprover: d.fromIsApprover };
    return signRefusal(actor, review, { onBehalfOf: d.from, refusal: delegationRefusal(d, at) }) === null;
  });
}

/**
 * What waits for this person: reviews to sign, by the role or in somebody's place; sent back to whoever wrote in them;
 * voided, for writers and signers; and signed ones whose day to look again has come, for approvers and their signers.
 *
 * @param today ISO date in the workspace's zone
 */
export async function reviewInbox(tx: Tx, actor: Actor, now: Date, today: string): Promise<ReviewInbox> {
  const rows = await openRows(tx, actor, now, today);
  const delegations = await readDelegations(tx, actor.personId);
  const me = actor.personId;
  const wrote = (r: Row) => r.contributors.includes(me);
  const signed = (r: Row) => r.signers.includes(me);
  const view = ({ id, number, title, at, reason, lookAgainOn, kind }: Row): InboxReview => ({
    id,
    number,
    title,
    at: at.toISOString(),
    reason,
    lookAgainOn,
    halfSigned: kind === "half-signed",
  });
  const of = (kinds: readonly string[], mine: (r: Row) => boolean) =>
    rows.filter((r) => kinds.includes(r.kind) && mine(r)).map(view);
  return {
    toSign: of(["submitted", "half-signed"], (r) => maySign(r, actor, delegations, now)),
    sentBack: of(["sent-back"], wrote),
    voided: of(["voided"], (r) => wrote(r) || signed(r)),
    due: of(["signed"], (r) => signed(r) || actor.roles.includes("approver")),
  };
}

export const inboxCount = (inbox: ReviewInbox): number =>
  inbox.toSign.length + inbox.sentBack.length + inbox.voided.length + inbox.due.length;
