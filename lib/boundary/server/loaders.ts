import "server-only";
import { parseReference } from "@/lib/access/reference";
import { may } from "@/lib/access/roles";
import { listOffers } from "@/lib/catalog/server/data";
import { load } from "@/lib/gate/load";
import { briefForPlan, findPlan, findRental, listRentals } from "./data";

const today = (): string => new Date().toISOString().slice(0, 10);

async function offersFor(tx: Parameters<typeof listOffers>[0]) {
  return (await listOffers(tx, today())).map(({ number, offer, stale }) => ({ number, offer, stale }));
}

export function loadNewPlan(briefRef: string) {
  const number = parseReference(briefRef, "BRF");
  return load(async (tx, _actor, active) => {
    const brief = number === null ? null : await briefForPlan(tx, number);
    return (
      brief && {
        brief,
        offers: await offersFor(tx),
        person: active.visitor.name,
        currency: active.workspace.currency,
        today: today(),
      }
    );
  }, "plan.write");
}

export function loadPlan(ref: string) {
  const number = parseReference(ref, "PLN");
  return load(async (tx, actor) => {
    const plan = number === null ? null : await findPlan(tx, number, new Date());
    return (
      plan && {
        plan,
        canWrite: may(actor.roles, "plan.write"),
        canRent: may(actor.roles, "rental.write"),
        standing: await standingDecision(tx, plan.number),
      }
    );
  });
}

/** The decision of the standing signature on this plan's review, if there is one. */
async function standingDecision(tx: Parameters<typeof listOffers>[0], planNumber: number): Promise<string | null> {
  const signature = await tx.signature.findFirst({
    where: { review: { is: { plan: { is: { number: planNumber } } } }, void: { is: null } },
    orderBy: { at: "desc" },
    select: { decision: true },
  });
  return signature?.decision ?? null;
}

export function loadPlanForEdit(ref: string) {
  const number = parseReference(ref, "PLN");
  return load(async (tx) => {
    const plan = number === null ? null : await findPlan(tx, number, new Date());
    const brief = plan ? await briefForPlan(tx, plan.brief.number) : null;
    return plan && brief ? { plan, brief, offers: await offersFor(tx), today: today() } : null;
  }, "plan.write");
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
