import "server-only";
import { cache } from "react";
import { z } from "zod";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { env } from "@/lib/env/env.mjs";
import { load } from "@/lib/gate/load";
import { findEvidence, findReview, listReviews } from "./data";

export function loadReviews(filter: { readonly state?: string }) {
  return load(async (tx) => ({ reviews: await listReviews(tx, filter) }));
}

/** Once per request: the page and its title ask for the same. */
export const loadReview = cache((ref: string) => {
  const number = parseReference(ref, "REV");
  return load(async (tx, actor, active) => {
    const review = number === null ? null : await findReview(tx, actor, number, new Date());
    return (
      review && {
        review,
        canWrite: may(actor.roles, "review.write"),
        canDecide: may(actor.roles, "review.decide"),
        maxBytes: env.maxEvidenceBytes,
        now: new Date().toISOString(),
        workspace: active.workspace.name,
      }
    );
  });
});

export function loadEvidence(ref: string, id: string) {
  const number = parseReference(ref, "REV");
  return load(async (tx) => {
    const found = z.uuid().safeParse(id).success ? await findEvidence(tx, id) : null;
    return found && found.review === number ? { view: found.view, text: found.text, review: found.review } : null;
  });
}
