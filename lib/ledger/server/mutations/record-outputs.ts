import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { correctOutputsInput } from "../../inputs";
import type { OutputCounts } from "../../outputs";
import { briefIdOf } from "../data/briefs";

export type OutputSource = "form" | "csv" | "rest" | "sample";

export interface RecordedOutputs {
  readonly id: string;
  /** The key was used before for the same counts: nothing was added. */
  readonly repeated: boolean;
}

export interface RecordedFile {
  readonly rows: number;
  readonly ids: readonly string[];
  readonly repeated: boolean;
}

const COUNTS = ["attempted", "accepted", "rejected", "failed", "retried"] as const;

/** Records outputs of one period. An idempotency key makes a repeat add nothing and give the same id. */
export async function recordOutputs(
  tx: Tx,
  ctx: Ctx,
  input: {
    readonly brief: number;
    readonly counts: OutputCounts;
    readonly source: OutputSource;
    readonly idempotencyKey: string | null;
  },
): Promise<Written<RecordedOutputs>> {
  const { workspaceId } = ctx.actor;
  const briefId = await briefIdOf(tx, input.brief);
  const { counts, idempotencyKey: key } = input;
  if (key !== null) {
    const earlier = await byKey(tx, workspaceId, key);
    if (earlier) {
      if (!sameRecord(earlier, briefId, counts)) throw new Refusal("IDEMPOTENCY_REUSED");
      return { data: { id: earlier.id, repeated: true }, audit: null };
    }
  }
  const id = ctx.newId();
  await tx.outputRecord.create({ data: rowOf(ctx, id, briefId, counts, input.source, key) });
  return {
    data: { id, repeated: false },
    audit: {
      action: "outputs.record",
      entityType: "brief",
      entityId: reference("BRF", input.brief),
      detail: { id, accepted: counts.accepted, attempted: counts.attempted, source: input.source },
    },
  };
}

/** Two requests with one key take their turns, so that the second finds what the first wrote. */
async function byKey(tx: Tx, workspaceId: string, key: string) {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`headroom.output:${workspaceId}:${key}`}, 0))::text`;
  return tx.outputRecord.findUnique({ where: { workspaceId_idempotencyKey: { workspaceId, idempotencyKey: key } } });
}

function sameRecord(
  earlier: { briefId: string; periodStart: Date; periodEnd: Date } & Record<(typeof COUNTS)[number], bigint>,
  briefId: string,
  counts: OutputCounts,
): boolean {
  return (
    earlier.briefId === briefId &&
    earlier.periodStart.getTime() === Date.parse(counts.periodStart) &&
    earlier.periodEnd.getTime() === Date.parse(counts.periodEnd) &&
    COUNTS.every((c) => earlier[c] === BigInt(counts[c]))
  );
}

function rowOf(
  ctx: Ctx,
  id: string,
  briefId: string,
  counts: OutputCounts,
  source: OutputSource,
  idempotencyKey: string | null,
) {
  return {
    workspaceId: ctx.actor.workspaceId,
    id,
    briefId,
    periodStart: new Date(counts.periodStart),
    periodEnd: new Date(counts.periodEnd),
    attempted: BigInt(counts.attempted),
    accepted: BigInt(counts.accepted),
    rejected: BigInt(counts.rejected),
    failed: BigInt(counts.failed),
    retried: BigInt(counts.retried),
    source,
    note: counts.note || null,
    idempotencyKey,
    createdBy: ctx.actor.personId,
    createdAt: ctx.now,
  };
}

/** All rows of a file at once. */
export async function recordOutputsFile(
  tx: Tx,
  ctx: Ctx,
  input: { readonly brief: number; readonly rows: readonly OutputCounts[]; readonly idempotencyKey: string | null },
): Promise<Written<RecordedFile>> {
  const briefId = await briefIdOf(tx, input.brief);
  const keyOf = (i: number): string | null => (input.idempotencyKey === null ? null : rowKey(input.idempotencyKey, i));
  const first = keyOf(0);
  if (first !== null && (await byKey(tx, ctx.actor.workspaceId, first)))
    return repeatedFile(tx, ctx, briefId, input.rows, keyOf);
  const data = input.rows.map((counts, i) => rowOf(ctx, ctx.newId(), briefId, counts, "csv", keyOf(i)));
  await tx.outputRecord.createMany({ data });
  return {
    data: { rows: data.length, ids: data.map((d) => d.id), repeated: false },
    audit: {
      action: "outputs.record",
      entityType: "brief",
      entityId: reference("BRF", input.brief),
      detail: { rows: data.length, source: "csv" },
    },
  };
}

/** Key of one row of a file. No request can send it for itself: a header holds no line break. */
const rowKey = (key: string, row: number): string => `${key}\n${row}`;

async function repeatedFile(
  tx: Tx,
  ctx: Ctx,
  briefId: string,
  sent: readonly OutputCounts[],
  keyOf: (row: number) => string | null,
) {
  // One key more than the file has rows: where it is there, a longer file was recorded.
  const keys = Array.from({ length: sent.length + 1 }, (_, i) => keyOf(i)).filter((k) => k !== null);
  const stored = await tx.outputRecord.findMany({
    where: { workspaceId: ctx.actor.workspaceId, idempotencyKey: { in: keys } },
  });
  const byRow = new Map(stored.map((s) => [s.idempotencyKey, s]));
  const rows = sent.map((counts, i) => ({ counts, row: byRow.get(keyOf(i)) }));
  if (stored.length !== rows.length || !rows.every(({ counts, row }) => row && sameRecord(row, briefId, counts))) {
    throw new Refusal("IDEMPOTENCY_REUSED");
  }
  const ids = rows.flatMap(({ row }) => (row ? [row.id] : []));
  return { data: { rows: ids.length, ids, repeated: true }, audit: null };
}

/** A late count: a new record with the difference to what stands now, so that sums need no exception. */
export async function correctOutputs(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof correctOutputsInput>,
): Promise<Written<RecordedOutputs>> {
  const { workspaceId } = ctx.actor;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`headroom.output:${workspaceId}:${input.id}`}, 0))::text`;
  const chain = await tx.outputRecord.findMany({ where: { OR: [{ id: input.id }, { correctsId: input.id }] } });
  const original = chain.find((r) => r.id === input.id);
  if (!original || original.correctsId !== null) throw new Refusal("NOT_FOUND");
  if (input.attempted !== input.accepted + input.rejected + input.failed) {
    throw new Refusal("INVALID", { fields: [{ path: "attempted", code: "sum", message: "attempted" }] });
  }
  const difference = Object.fromEntries(
    COUNTS.map((c) => [c, BigInt(input[c]) - chain.reduce((sum, r) => sum + r[c], 0n)]),
  ) as Record<(typeof COUNTS)[number], bigint>;
  if (COUNTS.every((c) => difference[c] === 0n)) {
    throw new Refusal("INVALID", { fields: [{ path: "accepted", code: "unchanged", message: "accepted" }] });
  }
  const id = ctx.newId();
  await tx.outputRecord.create({
    data: {
      workspaceId,
      id,
      briefId: original.briefId,
      periodStart: original.periodStart,
      periodEnd: original.periodEnd,
      ...difference,
      source: "form",
      note: input.note || null,
      correctsId: original.id,
      createdBy: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  return {
    data: { id, repeated: false },
    audit: {
      action: "outputs.correct",
      entityType: "output",
      entityId: original.id,
      detail: { accepted: input.accepted, acceptedDifference: difference.accepted.toString() },
    },
  };
}
