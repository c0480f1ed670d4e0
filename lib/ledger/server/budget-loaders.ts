import "server-only";
import { may } from "@/lib/access/roles";
import { load } from "@/lib/gate/load";
import { peopleNames } from "@/lib/workspace/server/data";
import { budgetLines } from "./data/budgets";
import { briefOptions } from "./data/lists";
import { statedRates, takenBackRates } from "./data/rates";
import { zoneFor } from "./loaders";

/** The budgets of the workspace against the running month. */
export function loadBudgets() {
  return load(async (tx, actor, { workspace }) => ({
    budgets: await budgetLines(tx, zoneFor(workspace.timeZone), new Date()),
    briefs: (await briefOptions(tx)).map(({ id: _, ...b }) => b),
    currency: workspace.currency,
    timeZone: workspace.timeZone,
    canWrite: may(actor.roles, "ledger.write"),
  }));
}

/** Rates between currencies as people stated them. */
export function loadRates() {
  return load(async (tx, actor, { workspace }) => {
    const people = await peopleNames(tx);
    return {
      rates: (await statedRates(tx)).map(({ by, ...r }) => ({ ...r, by: people.get(by) ?? null })),
      takenBack: await takenBackRates(tx),
      currency: workspace.currency,
      timeZone: workspace.timeZone,
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}
