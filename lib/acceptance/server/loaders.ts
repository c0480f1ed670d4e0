import "server-only";
import { cache } from "react";
import { z } from "zod";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { env } from "@/lib/env/env.mjs";
import { load } from "@/lib/gate/load";
import { dayIn, shownZone } from "@/lib/i18n/zone";
import { findEvidence, findReview, listReviews } from "./data";
import { reviewInbox } from "./data/inbox";
import { readLiveHosts } from "./data/live";
import { findRuns } from "./data/runs";
import { sinceSeenOf } from "./data/seen";
import { signingSettings } from "./data/signing-settings";

/** Beyond this an inbox names reviews without reading each. */
const MOST_COMPARED = 40;

export function loadReviews(filter: { readonly state?: string }) {
  return load(async (tx, _actor, active) => {
    shownZone().name = active.workspace.timeZone;
    return { reviews: await listReviews(tx, filter) };
  });
}

/** Once per request: the page and its title ask for the same. */
export const loadReview = cache((ref: string) => {
  const number = parseReference(ref, "REV");
  return load(async (tx, actor, active) => {
    shownZone().name = active.workspace.timeZone;
    const review = number === null ? null : await findReview(tx, actor, number, new Date());
    return (
      review && {
        review,
        canWrite: may(actor.roles, "review.write"),
        // The way to the decision: by the role, or where a delegation covers this review.
        canDecide: may(actor.roles, "review.decide") || review.signAs.mandates.length > 0,
        maxBytes: env.maxEvidenceBytes,
        now: new Date().toISOString(),
        workspace: active.workspace.name,
      }
    );
  });
});

/** Results of load tests for the brief of a review, each beside the last passing one. */
export function loadRuns(ref: string) {
  const number = parseReference(ref, "REV");
  return load(async (tx, _actor, active) => {
    shownZone().name = active.workspace.timeZone;
    return number === null ? null : await findRuns(tx, number);
  });
}

export function loadEvidence(ref: string, id: string) {
  const number = parseReference(ref, "REV");
  return load(async (tx, _actor, active) => {
    shownZone().name = active.workspace.timeZone;
    const found = z.uuid().safeParse(id).success ? await findEvidence(tx, id) : null;
    return found && found.review === number ? { view: found.view, text: found.text, review: found.review } : null;
  });
}

/** Who signs for whom, above which cost two sign, and what this person may change of it. */
export function loadSigning() {
  return load(async (tx, actor, { workspace }) => {
    shownZone().name = workspace.timeZone;
    const now = new Date();
    return {
      ...(await signingSettings(tx, actor, now.toISOString())),
      currency: workspace.currency,
      today: dayIn(workspace.timeZone, now),
      canDelegate: may(actor.roles, "review.decide"),
      canSetPolicy: may(actor.roles, "workspace.write"),
    };
  });
}

/** What waits for this person, with what changed in each review since they last looked. */
export function loadInbox() {
  return load(async (tx, actor, { workspace }) => {
    shownZone().name = workspace.timeZone;
    const now = new Date();
    const inbox = await reviewInbox(tx, actor, now, dayIn(workspace.timeZone, now));
    const all = [...inbox.toSign, ...inbox.sentBack, ...inbox.voided, ...inbox.due].slice(0, MOST_COMPARED);
    return { inbox, seen: await sinceSeenOf(tx, actor, all, now), compared: all.map((r) => r.number) };
  });
}

/** Hosts that live measurements may ask. */
export function loadLiveHosts() {
  return load(async (tx, actor, { workspace }) => ({
    hosts: await readLiveHosts(tx),
    canChange: may(actor.roles, "workspace.write") && !workspace.isSample,
    isSample: workspace.isSample,
  }));
}
