import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { costsOfAnswers } from "@/lib/boundary/server/data";
import { load } from "@/lib/gate/load";
import { type BriefFilter, findBrief, findDraft, findRevision, listBriefs } from "./data";

export function loadBriefs(filter: BriefFilter) {
  return load(async (tx, actor) => ({
    briefs: await listBriefs(tx, filter),
    canWrite: may(actor.roles, "brief.write"),
  }));
}

export function loadDraft(ref: string) {
  const number = parseReference(ref, "BRF");
  return load(async (tx) => (number === null ? null : findDraft(tx, number)), "brief.write");
}

export function loadBrief(ref: string) {
  const number = parseReference(ref, "BRF");
  return load(async (tx, actor) => {
    const brief = number === null ? null : await findBrief(tx, number);
    const last = brief?.revisions[0];
    if (!brief || number === null) return null;
    const revision = last ? await findRevision(tx, number, last.number) : null;
    return {
      brief,
      revision,
      costs: revision ? await costsOfAnswers(tx, revision.content) : null,
      canWrite: may(actor.roles, "brief.write"),
      canPlan: may(actor.roles, "plan.write"),
    };
  });
}

export function loadRevision(ref: string, revision: string) {
  const number = parseReference(ref, "BRF");
  const n = /^[1-9]\d{0,5}$/.test(revision) ? Number(revision) : null;
  return load(async (tx) => (number === null || n === null ? null : findRevision(tx, number, n)));
}
