import type { EvidenceAnswer, EvidenceRefusal } from "@/lib/acceptance/evidence/read";
import type { Failure, Result } from "@/lib/errors";

interface Sent {
  /** It lay there already: nothing was added. */
  readonly again: boolean;
  readonly reading: EvidenceAnswer | EvidenceRefusal;
}

/** One file to the same address that machines use; the key makes a repeated press add nothing. */
export async function sendEvidence(given: {
  review: number;
  gate: string;
  name: string;
  body: Blob;
  key: string;
}): Promise<Result<Sent>> {
  const query = new URLSearchParams({ review: `REV-${given.review}`, gate: given.gate, name: given.name });
  const response = await fetch(`/api/v1/evidence?${query}`, {
    method: "POST",
    body: given.body,
    headers: { "content-type": "application/octet-stream", "idempotency-key": given.key },
  });
  const answer = (await response.json()) as Sent | { error: Failure };
  return "error" in answer ? { ok: false, error: answer.error } : { ok: true, data: answer };
}
