import "server-only";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { manualEntry } from "../../manual";
import { claimOfEntry } from "../../reversal";
import { type ManualEntry, manualEntrySchema } from "../../schema";
import { briefIdOf } from "../data/briefs";
import type { EntryAddress } from "../data/entry";
import { overlappingEntry } from "../data/overlap";
import { allocationOf, allocationRules } from "../data/rentals";
import { onTx } from "../data/run-sql";
import { claimRun, lockLedger } from "./claims-sql";
import { entryRow, monthOf } from "./entry-rows";
import { insertEntries } from "./insert-entries";

/**
 * Stores a line that a person typed. Naming a brief allocates it; without one, a rental that names the resource does. It
 * claims its time when it names a resource and costs something: the same hours are refused a second time.
 */
export async function enterManually(
  tx: Tx,
  ctx: Ctx,
  input: ManualEntry & { readonly brief: number | null },
): Promise<Written<EntryAddress>> {
  const { brief, ...typed } = input;
  const entry = manualEntry(manualEntrySchema.parse(typed));
  const { workspaceId, personId } = ctx.actor;
  const sql = onTx(tx);
  const month = monthOf(entry);
  const briefId = brief === null ? null : await briefIdOf(tx, brief);
  await sql("SELECT system_ledger_month($1::date)::text", [month]);
  await lockLedger(sql, workspaceId);
  const matched = allocationOf(entry, await allocationRules(sql));
  const allocation = briefId === null || briefId === matched.briefId ? matched : { briefId, rentalId: null };
  const claim = claimOfEntry(entry);
  const existing = claim && (await overlappingEntry(sql, claim));
  if (existing) throw new Refusal("LEDGER_OVERLAP", { data: { existing } });
  if (claim) await claimRun(sql, workspaceId, claim, null);
  const id = ctx.newId();
  const row = entryRow(entry, {
    ...allocation,
    id,
    importId: null,
    record: null,
    raw: null,
    reverses: null,
    reason: null,
    createdBy: personId,
    createdAt: ctx.now.toISOString(),
  });
  await insertEntries(sql, workspaceId, [row]);
  return {
    data: { month, id },
    audit: {
      action: "ledger.enter",
      entityType: "entry",
      entityId: id,
      detail: { month, component: entry.component, amount: entry.billed, currency: entry.currency },
    },
  };
}
