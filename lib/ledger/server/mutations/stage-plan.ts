import "server-only";
import type { PoolClient } from "pg";
import type { Ctx } from "@/lib/access/context";
import { termsOf } from "../../source-terms";
import type { ToldRow } from "../../telling";
import type { StoredFile } from "../data/bill-source";
import type { Stage } from "../data/bill-work";
import { type Planned, type PlanTerms, planView } from "../data/planned";
import { allocationRules } from "../data/rentals";
import { onClient } from "../data/run-sql";
import { rulesDigest } from "../data/staged";
import { IncomingEntries } from "./copy-entries";
import { IntoStage } from "./landing";

export interface StagedPlan {
  readonly planned: Planned;
  /** What the commit has to know of the stage; null where it has to look into the file all the same. */
  readonly stage: Stage | null;
}

/** Plans a bill and keeps its entries beside the plan, so that its commit need not read the file again. */
export async function planWithStage(
  client: PoolClient,
  ctx: Ctx,
  bill: StoredFile,
  { run, ...terms }: PlanTerms & { readonly run: string },
): Promise<StagedPlan> {
  const sql = onClient(client);
  const rules = await allocationRules(sql, termsOf(bill.terms));
  const place = new IntoStage(client, { workspaceId: ctx.actor.workspaceId, billId: bill.id, run });
  const incoming = new IncomingEntries(client, place, rules, bill.id, run);
  await incoming.open();
  const taker = {
    row: ({ entry, row }: ToldRow) => {
      if (entry !== null) incoming.add(entry, row);
    },
    pause: () => incoming.pause(),
    again: async () => {
      await incoming.forget();
      await place.clear();
    },
  };
  const planned = await planView(sql, bill, { ...terms, client, taker });
  await incoming.close();
  // Which entries a newer file takes back is found by comparing both, and kept nowhere.
  if (!planned.ok || planned.plan.takenBack.entries > 0) return { planned, stage: null };
  const { pieces, entries } = place;
  const { allocated } = incoming;
  const { unclassified } = planned.plan;
  const stage = { run, pieces, entries, allocated, unclassified, rules: rulesDigest(rules), months: planned.months };
  return { planned, stage };
}
