import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { activeWorkspace } from "@/lib/auth/visitor";
import { priceSearchOpen } from "@/lib/brief/completeness";
import { everyOffer, findOffer, offersOfStyle } from "@/lib/catalog/server/data";
import { load } from "@/lib/gate/load";
import type { Boundary } from "../schema";
import { fewerOffers } from "../sweep/fewer-offers";
import { searchOfBrief } from "../sweep/from-brief";
import { briefForPlan, briefsToShare, costsOfAnswers, findPlan, findRental, listRentals, offersForPlan } from "./data";
import { measuredOfPlan } from "./data/measured";

const today = (): string => new Date().toISOString().slice(0, 10);

/** What a new plan starts from; `offerRef` is one that was chosen in a search, and may be of another style. */
export function loadNewPlan(briefRef: string, offerRef: string) {
  const number = parseReference(briefRef, "BRF");
  const offerNumber = parseReference(offerRef, "OFF");
  return load(async (tx, _actor, active) => {
    const brief = number === null ? null : await briefForPlan(tx, number);
    if (brief === null) return null;
    const found = offerNumber === null ? null : await findOffer(tx, offerNumber, today());
    const chosen = found && !found.retired ? { number: found.number, offer: found.offer, stale: found.stale } : null;
    const boundary = chosen?.offer.boundary ?? (brief.advice as { boundary?: Boundary } | null)?.boundary ?? "vm";
    return {
      brief,
      boundary,
      chosen,
      atHand: await offersForPlan(tx, brief.content, { boundary, text: "", everyCard: false }, today()),
      costs: await costsOfAnswers(tx, brief.content),
      person: active.visitor.name,
      currency: active.workspace.currency,
      today: today(),
    };
  }, "plan.write");
}

export function loadPlan(ref: string) {
  const number = parseReference(ref, "PLN");
  return load(async (tx, actor) => {
    const plan = number === null ? null : await findPlan(tx, number, new Date());
    return (
      plan && {
        plan,
        offers: fewerOffers((await offersOfStyle(tx, today(), plan.plan.boundary, "")).map((o) => o.offer)),
        canWrite: may(actor.roles, "plan.write"),
        canRent: may(actor.roles, "rental.write"),
        standing: await standingDecision(tx, plan.number),
        measured: await measuredOfPlan(tx, plan.reviews[0] ?? null),
      }
    );
  });
}

/** The decision that stands on this plan's review, if it is signed; a first signature of two decides nothing yet. */
async function standingDecision(tx: Parameters<typeof findOffer>[0], planNumber: number): Promise<string | null> {
  const signature = await tx.signature.findFirst({
    where: { review: { is: { plan: { is: { number: planNumber } } } }, void: { is: null } },
    orderBy: { at: "desc" },
    select: {
      decision: true,
      review: { select: { events: { orderBy: { seq: "desc" }, take: 1, select: { kind: true } } } },
    },
  });
  return signature?.review.events[0]?.kind === "signed" ? signature.decision : null;
}

export function loadPlanForEdit(ref: string) {
  const number = parseReference(ref, "PLN");
  return load(async (tx) => {
    const plan = number === null ? null : await findPlan(tx, number, new Date());
    const brief = plan ? await briefForPlan(tx, plan.brief.number) : null;
    if (!plan || !brief) return null;
    const asked = { boundary: plan.plan.boundary, text: "", everyCard: false };
    const atHand = await offersForPlan(tx, brief.content, asked, today());
    return { plan, brief, atHand, costs: await costsOfAnswers(tx, brief.content) };
  }, "plan.write");
}

/** Briefs that could share a card: the latest revision of each. */
export function loadSharing() {
  return load(async (tx) => ({ briefs: await briefsToShare(tx) }));
}

export function loadRentals() {
  return load(async (tx) => ({ rentals: await listRentals(tx, new Date()) }));
}

export function loadRental(ref: string) {
  const number = parseReference(ref, "RNT");
  return load(async (tx, actor) => {
    const rental = number === null ? null : await findRental(tx, number, new Date());
    return rental && { rental, canWrite: may(actor.roles, "rental.write") };
  });
}

/**
 * What a search starts from. Strangers search too, with what their address holds; members also with their workspace's
 * offers and a brief. A brief that is not theirs is not there.
 */
export async function loadSearch(briefRef: string) {
  const number = parseReference(briefRef, "BRF");
  if ((await activeWorkspace()) === null) {
    return { source: { brief: null, offers: [], today: today() }, gate: null, canPlan: false };
  }
  return load(async (tx, actor) => {
    const brief = number === null ? null : await briefForPlan(tx, number);
    if (briefRef !== "" && brief === null) return null;
    const found = brief ? searchOfBrief(brief.content) : null;
    // A brief whose four questions are open has no prices yet; what runs and fits can be seen before.
    const gate = brief ? priceSearchOpen(brief.content) : null;
    return {
      gate: gate === null || gate.open ? null : gate,
      source: {
        brief: brief && { number: brief.number, title: brief.title, search: found?.ok ? found.search : null },
        offers: gate?.open === false ? [] : fewerOffers(await everyOffer(tx)),
        today: today(),
      },
      canPlan: may(actor.roles, "plan.write"),
    };
  });
}
