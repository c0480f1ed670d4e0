import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { decimalText } from "@/lib/money/money";
import type { correctInput, rematchInput } from "../../inputs";
import { isManualMeter, manualMeter } from "../../manual";
import { claimOfEntry, reverseEntry } from "../../reversal";
import type { Entry } from "../../schema";
import { termsOf } from "../../source-terms";
import { briefIdOf } from "../data/briefs";
import { type EntryAddress, findEntry, type StoredEntry, unallocatedOf } from "../data/entry";
import { type Allocation, allocationOf, allocationRules } from "../data/rentals";
import { onTx, type RunSql } from "../data/run-sql";
import { claimRun, freeRun, lockLedger } from "./claims-sql";
import { type EntryRow, entryRow } from "./entry-rows";
import { insertEntries } from "./insert-entries";

/** An entry with the rule as text: a stored rule is one of the closed list, a correction's own rule is written here. */
const asEntry = (stored: StoredEntry): Entry => stored.entry as Entry;

interface Noted {
  readonly reason: string;
  readonly ctx: Ctx;
}

function reversalRow(original: StoredEntry, { ctx, reason }: Noted): { id: string; row: EntryRow } {
  const id = ctx.newId();
  const { entry } = reverseEntry(asEntry(original), original.id);
  const row = entryRow(entry, {
    id,
    importId: original.importId,
    record: null,
    raw: null,
    rentalId: original.rentalId,
    briefId: original.briefId,
    reverses: { month: original.month, id: original.id },
    reason,
    createdBy: ctx.actor.personId,
    createdAt: ctx.now.toISOString(),
  });
  return { id, row };
}

/** The entry that takes the place of a reversed one. */
function insteadRow(entry: Entry, allocation: Allocation, original: StoredEntry, { ctx, reason }: Noted) {
  const id = ctx.newId();
  const row = entryRow(entry, {
    ...allocation,
    id,
    importId: original.importId,
    record: null,
    raw: original.raw,
    reverses: null,
    reason,
    createdBy: ctx.actor.personId,
    createdAt: ctx.now.toISOString(),
  });
  return { id, row };
}

/**
 * Takes back an entry and, where wanted, puts another in its place, both in one step. The reversal lies in the month of
 * the original and frees the time that it claimed; an entry put in its place claims that time for itself.
 */
export async function correctEntry(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof correctInput>,
): Promise<Written<{ readonly reversal: EntryAddress; readonly instead: EntryAddress | null }>> {
  const sql = onTx(tx);
  const { workspaceId } = ctx.actor;
  await lockLedger(sql, workspaceId);
  const original = await findEntry(sql, input);
  if (!original) throw new Refusal("NOT_FOUND");
  if (original.reversedBy) throw new Refusal("ALREADY_REVERSED");
  if (original.reverses) throw new Refusal("APPEND_ONLY");
  const noted = { ctx, reason: input.reason };
  const reversal = reversalRow(original, noted);
  const freed = claimOfEntry(asEntry(original));
  if (freed) await freeRun(sql, workspaceId, freed);
  const instead = input.instead ? await replacement(tx, original, input.instead, noted) : null;
  const claim = instead ? claimOfEntry(instead.entry) : null;
  if (claim) await claimRun(sql, workspaceId, claim, null);
  await insertEntries(sql, workspaceId, instead ? [reversal.row, instead.row] : [reversal.row]);
  const at = (id: string): EntryAddress => ({ month: original.month, id });
  return {
    data: { reversal: at(reversal.id), instead: instead ? at(instead.id) : null },
    audit: {
      action: "ledger.correct",
      entityType: "entry",
      entityId: original.id,
      detail: {
        month: original.month,
        reason: input.reason,
        reversal: reversal.id,
        instead: instead?.id ?? null,
        billed: original.entry.billed,
        currency: original.entry.currency,
      },
    },
  };
}

async function replacement(
  tx: Tx,
  original: StoredEntry,
  wanted: NonNullable<z.output<typeof correctInput>["instead"]>,
  noted: Noted,
) {
  const entry: Entry = {
    ...asEntry(original),
    component: wanted.component,
    rule: "assigned-by-person",
    billed: decimalText(wanted.billed),
    effective: decimalText(wanted.effective),
    // A typed line is known by its component: another one must not be typed beside the entry that now stands for it.
    meter: isManualMeter(original.entry.meter) ? manualMeter(wanted.component) : original.entry.meter,
    // Its file still holds the row: its claim and what makes it recognisable stay with the entry that now stands for it,
    // whatever its component is.
    lane: original.entry.lane,
    fingerprint: original.entry.fingerprint,
  };
  const briefId = wanted.brief === null ? null : await briefIdOf(tx, wanted.brief);
  const rentalId = briefId === original.briefId ? original.rentalId : null;
  return { entry, ...insteadRow(entry, { briefId, rentalId }, original, noted) };
}

/**
 * Allocates what an import left without a brief to the rentals that are known now. An entry is never changed, so each one
 * that a rental now names is reversed and written again; its claim stays where it is.
 */
export async function rematchImport(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof rematchInput>,
): Promise<Written<{ readonly allocated: number }>> {
  const sql = onTx(tx);
  await lockLedger(sql, ctx.actor.workspaceId);
  const bill = await tx.billImport.findFirst({
    where: { number: input.bill, committedAt: { not: null } },
    select: { id: true, terms: true },
  });
  if (!bill) throw new Refusal("NOT_FOUND");
  const allocated = await rematch(sql, { ctx, reason: input.reason }, bill);
  return {
    data: { allocated },
    audit: {
      action: "ledger.rematch",
      entityType: "bill",
      entityId: reference("BILL", input.bill),
      detail: { allocated, reason: input.reason },
    },
  };
}

const BATCH = 2000;

async function rematch(
  sql: RunSql,
  noted: Noted,
  bill: { readonly id: string; readonly terms: unknown },
): Promise<number> {
  const rules = await allocationRules(sql, termsOf(bill.terms));
  const rows: EntryRow[] = [];
  for (const stored of await unallocatedOf(sql, bill.id)) {
    const allocation = allocationOf(stored.entry, rules);
    if (allocation.briefId === null) continue;
    rows.push(reversalRow(stored, noted).row, insteadRow(asEntry(stored), allocation, stored, noted).row);
  }
  for (let i = 0; i < rows.length; i += BATCH) {
    await insertEntries(sql, noted.ctx.actor.workspaceId, rows.slice(i, i + BATCH));
  }
  return rows.length / 2;
}
