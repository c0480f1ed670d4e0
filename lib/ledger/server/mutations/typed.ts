import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { Decimal } from "@/lib/money/money";
import type { diagnosticInput, effortInput, manualInput, outputsCsvInput, outputsInput } from "../../inputs";
import { instantOfLocal } from "../../local-time";
import { type OutputCounts, outputCountsSchema } from "../../outputs";
import { readOutputsCsv } from "../../outputs-csv";
import { isAfter } from "../../period";
import { manualEntrySchema } from "../../schema";
import { workspaceTerms } from "../data/briefs";
import { enterManually } from "./enter-manually";
import { recordDiagnostic, recordEffort } from "./record-beside";
import { recordOutputs, recordOutputsFile } from "./record-outputs";

/** What people type into forms: wall-clock times of the workspace's zone and hours, turned into instants and seconds. */

function refuse(path: string, code: string): never {
  throw new Refusal("INVALID", { fields: [{ path, code, message: path }] });
}

const DAY_MS = 86_400_000;

/** First and last day, both included, as a half-open period. */
function daysOf(
  timeZone: string,
  input: { firstDay: string; lastDay: string },
): { periodStart: string; periodEnd: string } {
  const first = input.firstDay.slice(0, 10);
  const last = input.lastDay.slice(0, 10);
  const periodStart = instantOfLocal(timeZone, first) ?? refuse("firstDay", "invalid_date");
  if (instantOfLocal(timeZone, last) === null) refuse("lastDay", "invalid_date");
  const dayAfter = new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const periodEnd = instantOfLocal(timeZone, dayAfter) ?? refuse("lastDay", "invalid_date");
  if (!isAfter(periodEnd, periodStart)) refuse("lastDay", "before_start");
  return { periodStart, periodEnd };
}

const hoursOf = (text: string): Decimal => new Decimal(text.replace(",", "."));
const joulesOf = (kilowattHours: string): number => hoursOf(kilowattHours).times(3_600_000).round().toNumber();
const secondsOf = (hours: string): number => hoursOf(hours).times(3600).round().toNumber();

export async function enterTyped(tx: Tx, ctx: Ctx, input: z.output<typeof manualInput>) {
  const { timeZone } = await workspaceTerms(tx, ctx.actor.workspaceId);
  const { from, until, ...rest } = input;
  const typed = {
    ...rest,
    invoiceId: rest.invoiceId || null,
    resource: rest.resource || null,
    chargeStart: instantOfLocal(timeZone, from) ?? refuse("from", "invalid_date"),
    chargeEnd: instantOfLocal(timeZone, until) ?? refuse("until", "invalid_date"),
  };
  if (!isAfter(typed.chargeEnd, typed.chargeStart)) refuse("until", "before_start");
  const { brief, ...entry } = typed;
  return enterManually(tx, ctx, { ...manualEntrySchema.parse(entry), brief });
}

export async function recordTypedOutputs(tx: Tx, ctx: Ctx, input: z.output<typeof outputsInput>) {
  const { timeZone } = await workspaceTerms(tx, ctx.actor.workspaceId);
  const { brief, firstDay, lastDay, note, ...counted } = input;
  if (counted.attempted !== counted.accepted + counted.rejected + counted.failed) refuse("attempted", "sum");
  const counts: OutputCounts = outputCountsSchema.parse({
    ...daysOf(timeZone, { firstDay, lastDay }),
    ...counted,
    note: note || null,
  });
  return recordOutputs(tx, ctx, { brief, counts, source: "form", idempotencyKey: null });
}

/** A file is recorded when every row of it fits; else every row that does not is named and nothing is recorded. */
export async function recordTypedOutputsFile(tx: Tx, ctx: Ctx, input: z.output<typeof outputsCsvInput>) {
  return recordOutputsCsv(tx, ctx, {
    brief: input.brief,
    bytes: new TextEncoder().encode(input.text),
    idempotencyKey: null,
  });
}

export async function recordOutputsCsv(
  tx: Tx,
  ctx: Ctx,
  input: { readonly brief: number; readonly bytes: Uint8Array; readonly idempotencyKey: string | null },
) {
  const file = readOutputsCsv(input.bytes);
  if (file.errors.length > 0) {
    throw new Refusal("OUTPUTS_UNREADABLE", { data: { rows: file.errors.slice(0, 200), count: file.errors.length } });
  }
  return recordOutputsFile(tx, ctx, {
    brief: input.brief,
    rows: file.rows.map((r) => r.counts),
    idempotencyKey: input.idempotencyKey,
  });
}

export async function recordTypedDiagnostic(tx: Tx, ctx: Ctx, input: z.output<typeof diagnosticInput>) {
  const { timeZone } = await workspaceTerms(tx, ctx.actor.workspaceId);
  const { brief, kind, source } = input;
  if (hoursOf(input.ofGpuHours).lte(0)) refuse("ofGpuHours", "too_small");
  return recordDiagnostic(tx, ctx, {
    brief,
    kind,
    source,
    ...daysOf(timeZone, input),
    gpuSeconds: secondsOf(input.gpuHours),
    // Energy is of the observed time, which idle time alone states.
    energyJoules: kind === "idle" && input.energyKwh ? joulesOf(input.energyKwh) : null,
    ofGpuSeconds: secondsOf(input.ofGpuHours),
  });
}

export async function recordTypedEffort(tx: Tx, ctx: Ctx, input: z.output<typeof effortInput>) {
  const { timeZone } = await workspaceTerms(tx, ctx.actor.workspaceId);
  const minutes = hoursOf(input.hours).times(60).round().toNumber();
  return recordEffort(tx, ctx, {
    brief: input.brief,
    ...daysOf(timeZone, input),
    minutes,
    note: input.note || null,
  });
}
