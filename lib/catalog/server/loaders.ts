import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { load } from "@/lib/gate/load";
import { findOffer, type OfferFilter, offerImports, pageOfOffers, retiredOffers } from "./data";

const today = (): string => new Date().toISOString().slice(0, 10);

export function loadOffers(filter: OfferFilter) {
  return load(async (tx, actor) => ({
    ...(await pageOfOffers(tx, today(), filter)),
    retired: await retiredOffers(tx),
    canWrite: may(actor.roles, "offer.write"),
  }));
}

export function loadOffer(ref: string) {
  const number = parseReference(ref, "OFF");
  return load(async (tx, actor) => {
    const found = number === null ? null : await findOffer(tx, number, today());
    return found && { ...found, canWrite: may(actor.roles, "offer.write") };
  });
}

/** The dated comparison is the same for everybody; whether its claims can become offers is not. */
export function loadClaims() {
  return load(async (_tx, actor) => ({ canWrite: may(actor.roles, "offer.write") }));
}

/** What the form of a new offer starts from: the workspace's currency and today, both only suggested. */
export function loadNewOffer() {
  return load(async (_tx, _actor, active) => ({ currency: active.workspace.currency, today: today() }), "offer.write");
}

/** What the form of an import of offers starts from, and what earlier ones brought. */
export function loadOfferImport() {
  return load(async (tx) => ({ today: today(), imports: await offerImports(tx) }), "offer.write");
}
