import "server-only";
import type { Tx } from "@/lib/db/client";
import { DECISIONS, type Decision } from "../../names";
import { recordDigest } from "../../record";
import type { Change } from "../mutations/void";
import { readDelegations, type StoredDelegation } from "./signing";
import { recordFrom } from "./stored";

export type Names = ReadonlyMap<string, string>;

export const decisionFrom = (text: string): Decision | null => DECISIONS.find((d) => d === text) ?? null;

/** In whose place a signature was given, and what had been delegated. */
function behalf(delegation: StoredDelegation | undefined, names: Names) {
  if (!delegation) return null;
  const { startsAt, endsAt, amount, currency, everyBrief } = delegation;
  return { name: names.get(delegation.from) ?? null, startsAt, endsAt, amount, currency, everyBrief };
}

/**
 * The last signature and the one beside it where two were needed, oldest first: each with its record, whether its digest
 * still holds over that record, in whose place it was given, and what ended it.
 */
export async function readSignatures(tx: Tx, reviewId: string, names: Names) {
  const rows = await tx.signature.findMany({
    where: { reviewId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    include: { void: true },
  });
  const last = rows.at(-1);
  if (!last) return [];
  const together = rows.filter((s) => s.digest === last.digest && (s.void === null) === (last.void === null)).slice(-2);
  const delegations = together.some((s) => s.delegationId) ? await readDelegations(tx) : [];
  return together.flatMap((s) => {
    const record = recordFrom(s.snapshot);
    const decision = decisionFrom(s.decision);
    if (!record || !decision) return [];
    return [
      {
        decision,
        conditions: s.conditions,
        lookAgainOn: s.lookAgainOn?.toISOString().slice(0, 10) ?? null,
        by: names.get(s.personId) ?? null,
        behalf: behalf(
          delegations.find((d) => d.id === s.delegationId),
          names,
        ),
        at: s.at.toISOString(),
        digest: s.digest,
        record,
        holds: recordDigest(record) === s.digest,
        void: s.void
          ? {
              by: names.get(s.void.personId) ?? null,
              at: s.void.at.toISOString(),
              changes: s.void.changes as unknown as Change[],
            }
          : null,
      },
    ];
  });
}
