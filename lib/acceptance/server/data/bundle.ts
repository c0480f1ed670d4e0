import "server-only";
import { reference } from "@/lib/access/reference";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import type { Bundle } from "../../bundle";
import { type ReviewRecord, recordDigest } from "../../record";
import { readReview, recordFrom } from "./stored";

/** Evidence beyond this is named by its hash alone; the files can be handed over beside the bundle. */
const MOST_BYTES = 48 * 1024 * 1024;

async function signaturesOf(tx: Tx, reviewId: string) {
  const names = await peopleNames(tx);
  const rows = await tx.signature.findMany({
    where: { reviewId },
    orderBy: { at: "asc" },
    include: { void: { select: { at: true, personId: true } } },
  });
  return rows.flatMap((s) => {
    const record = recordFrom(s.snapshot);
    if (!record) return [];
    return [
      {
        decision: s.decision,
        conditions: s.conditions,
        lookAgainOn: s.lookAgainOn?.toISOString().slice(0, 10) ?? null,
        by: names.get(s.personId) ?? null,
        onBehalfOf: s.onBehalfOf === null ? null : (names.get(s.onBehalfOf) ?? ""),
        at: s.at.toISOString(),
        digest: s.digest,
        record,
        void: s.void ? { at: s.void.at.toISOString(), by: names.get(s.void.personId) ?? null } : null,
      },
    ];
  });
}

/** Bytes of the evidence that a record binds, oldest first, as long as they fit; the hash always. */
async function evidenceOf(tx: Tx, reviewId: string, record: ReviewRecord) {
  const bound = record.evidence.map((e) => e.id);
  const rows = await tx.evidence.findMany({
    where: { reviewId, id: { in: bound } },
    orderBy: [{ uploadedAt: "asc" }, { id: "asc" }],
    select: { id: true, sha256: true, fileName: true, size: true, erasedAt: true },
  });
  const pieces: Bundle["evidence"] = [];
  let room = MOST_BYTES;
  for (const e of rows) {
    const erased = e.erasedAt !== null;
    const fits = !erased && e.size <= room;
    if (fits) room -= e.size;
    const found = fits ? await tx.evidence.findFirst({ where: { id: e.id }, select: { bytes: true } }) : null;
    const bytes = found?.bytes ? Buffer.from(found.bytes).toString("base64") : null;
    pieces.push({ id: e.id, sha256: e.sha256, fileName: e.fileName, bytes, erased });
  }
  return pieces;
}

/** A review as one JSON value that can be checked offline: what was signed last, else how it stands now. */
export async function reviewBundle(tx: Tx, number: number, workspace: string): Promise<Bundle | null> {
  const stored = await readReview(tx, number, null);
  if (!stored) return null;
  const signatures = await signaturesOf(tx, stored.row.id);
  const last = stored.status === "signed" || stored.status === "voided" ? signatures.at(-1) : undefined;
  const submitted = stored.row.events.findLast((e) => e.kind === "submitted");
  const frozen = last?.record ?? (stored.status === "submitted" ? recordFrom(submitted?.snapshot) : null);
  const record = frozen ?? stored.record;
  const bundle = {
    schema: "headroom-bundle/1" as const,
    review: reference("REV", number),
    workspace,
    status: stored.status,
    digest: recordDigest(record),
    record,
    signatures,
    evidence: await evidenceOf(tx, stored.row.id, record),
  };
  return bundle as unknown as Bundle;
}
