import { type EvidenceAnswer, type EvidenceRefusal, readEvidence } from "@/lib/acceptance/evidence/read";
import { GATES, type GateId } from "@/lib/acceptance/names";
import { addEvidence, type NewEvidence, type StoredEvidence } from "@/lib/acceptance/server/mutations/evidence";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { env } from "@/lib/env/env.mjs";
import { Refusal } from "@/lib/errors";
import { defineRoute, readBytes } from "@/lib/gate/route";

function target(query: URLSearchParams): NewEvidence["to"] | null {
  const [review, brief] = [query.get("review"), query.get("brief")];
  if (review === null && brief === null) return null;
  const number = review === null ? parseReference(brief ?? "", "BRF") : parseReference(review, "REV");
  if (number === null) throw new Refusal("NOT_FOUND", { message: review ?? brief ?? "" });
  return review === null ? { brief: number } : { review: number };
}

function gateOf(text: string | null): GateId | null {
  if (text === null || text === "") return null;
  const gate = GATES.find((g) => g === text);
  if (gate) return gate;
  const message = `no gate "${text}"; known: ${GATES.join(", ")}`;
  throw new Refusal("INVALID", { message, fields: [{ path: "gate", code: "unknown", message }] });
}

/** Tool output as it is: read into facts, and with `brief` or `review` stored for that review before anything else. */
export const POST = defineRoute<EvidenceAnswer | EvidenceRefusal | StoredEvidence>({
  name: "evidence.post",
  access: "read",
  scope: "evidence",
  run: async (request, _params, actor) => {
    const query = new URL(request.url).searchParams;
    const to = target(query);
    const gate = gateOf(query.get("gate"));
    if (to && !may(actor.roles, "review.write")) throw new Refusal("FORBIDDEN");
    const bytes = await readBytes(request, env.maxEvidenceBytes);
    const format = query.get("format") || undefined;
    if (!to) return async () => ({ data: readEvidence(bytes, format), audit: null });
    const fileName = query.get("name") ?? "";
    const idempotencyKey = request.headers.get("idempotency-key") || undefined;
    return (tx, ctx) =>
      addEvidence(tx, ctx, {
        to,
        gate,
        fileName,
        bytes,
        ...(format && { format }),
        ...(idempotencyKey && { idempotencyKey }),
      });
  },
});
