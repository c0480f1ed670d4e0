import "server-only";
import { may } from "@/lib/access/roles";
import { load } from "@/lib/gate/load";
import { timeZoneNames } from "@/lib/i18n/time-zones";
import { one, type Search } from "../search-params";
import { endedSources, listSources } from "./data/sources";

/** Where bills come from and what each source means; `?edit=` opens one of them in the form. */
export function loadSources(search: Search) {
  return load(async (tx, actor, { workspace }) => {
    const sources = await listSources(tx);
    return {
      sources,
      ended: await endedSources(tx),
      editing: sources.find((s) => s.id === one(search, "edit")) ?? null,
      currency: workspace.currency,
      timeZones: timeZoneNames(),
      canWrite: may(actor.roles, "ledger.write"),
    };
  });
}
