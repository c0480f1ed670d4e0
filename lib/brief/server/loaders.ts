import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { costsOfAnswers } from "@/lib/boundary/server/data";
import { load } from "@/lib/gate/load";
import { EXAMPLE_IDS } from "../examples";
import { type BriefFilter, findBrief, findDraft, findRevision, listBriefs } from "./data";
import { exampleWords } from "./data/example-words";

export function loadBriefs(filter: BriefFilter) {
  return load(async (tx, actor) => ({
    briefs: await listBriefs(tx, filter),
    canWrite: may(actor.roles, "brief.write"),
  }));
}

/** The examples that a brief can start from, by name, in the reader's language. */
export async function loadExamples() {
  const words = await exampleWords();
  const examples = EXAMPLE_IDS.map((id) => ({ id, name: words.of[id].name, about: words.of[id].about }));
  return load(async () => examples, "brief.write");
}

/** A draft for its form, with the name of who writes now: it is proposed as the owner. */
export function loadDraft(ref: string) {
  const number = parseReference(ref, "BRF");
  return load(async (tx, _actor, { visitor }) => {
    const draft = number === null ? null : await findDraft(tx, number);
    return draft ? { ...draft, person: visitor.name } : null;
  }, "brief.write");
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
