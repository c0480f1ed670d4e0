import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { sha256Hex } from "@/lib/digest/sha256";
import { storable } from "@/lib/digest/storable";
import { Refusal } from "@/lib/errors";
import { type EvidenceRefusal, readEvidence } from "../../evidence/read";
import type { GateId } from "../../names";
import { lockReview } from "../data/lock";
import { readReview, type StoredReading } from "../data/stored";
import type { eraseInput } from "../review-input";
import { changeReview } from "./change";

export interface NewEvidence {
  /** Where it belongs: a review, or the newest review of a brief. */
  readonly to: { readonly review: number } | { readonly brief: number };
  readonly gate: GateId | null;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly format?: string;
  readonly idempotencyKey?: string;
}

export interface StoredEvidence {
  readonly id: string;
  readonly review: string;
  readonly gate: GateId | null;
  readonly sha256: string;
  readonly size: number;
  readonly reading: StoredReading;
  /** True when the same key had brought the same bytes before, or they lie in the same gate already: nothing was added. */
  readonly again: boolean;
}

const json = (reading: StoredReading) => reading as unknown as Prisma.InputJsonValue;

/** Bytes are kept even where a reader breaks on them: then they are stored unread, which passes nothing. */
function readingOf(bytes: Uint8Array, format: string | undefined): StoredReading {
  try {
    return storable(readEvidence(bytes, format));
  } catch {
    const error = { code: "EVIDENCE_UNKNOWN_FORMAT", path: "", message: "the reader broke on this file" } as const;
    return { format: null, error } satisfies EvidenceRefusal;
  }
}

async function reviewNumber(tx: Tx, to: NewEvidence["to"]): Promise<number> {
  if ("review" in to) return to.review;
  const last = await tx.review.findFirst({
    where: { plan: { is: { brief: { is: { number: to.brief } } } } },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  if (!last) throw new Refusal("NOT_FOUND", { message: `${reference("BRF", to.brief)} has no review` });
  return last.number;
}

type EvidenceRow = Pick<
  Prisma.EvidenceGetPayload<object>,
  "id" | "gate" | "size" | "sha256" | "reading" | "uploadedAt"
>;

/** What the key brought before; other bytes under it are refused. */
async function broughtBefore(tx: Tx, reviewId: string, key: string, sha256: string): Promise<EvidenceRow | null> {
  const row = await tx.evidence.findFirst({ where: { reviewId, idempotencyKey: key } });
  if (row && row.sha256 !== sha256) throw new Refusal("IDEMPOTENCY_REUSED");
  return row;
}

/**
 * Whether a piece that is stored does not count any more and the same bytes would, brought now: of an earlier attempt,
 * or from outside the trial while the trial runs. A listing of cards reads the same in every attempt.
 */
async function mayComeAgain(tx: Tx, number: number, now: Date): Promise<(id: string) => boolean> {
  const review = await readReview(tx, number);
  const trial = review?.trial ?? null;
  const inside =
    trial !== null && Date.parse(trial.startsAt) <= now.getTime() && now.getTime() <= Date.parse(trial.endsAt);
  const left = review?.judged.notCounted ?? [];
  return (id) =>
    left.some((n) => n.id === id && (n.because === "earlier-attempt" || (n.because === "outside-window" && inside)));
}

/** The stored piece that these bytes are already, by the key or by the bytes in the same gate, read the same way. */
async function storedAlready(
  tx: Tx,
  ctx: Ctx,
  found: { number: number; reviewId: string; sha256: string; gate: GateId | null; format: string | null },
  before: EvidenceRow | null,
): Promise<StoredEvidence | null> {
  const { number, reviewId, sha256, gate, format } = found;
  const same = await tx.evidence.findMany({
    where: { reviewId, sha256, gate, format, erasedAt: null },
    orderBy: { uploadedAt: "desc" },
  });
  const rows = before === null ? same : [before, ...same];
  if (rows.length === 0) return null;
  const again = await mayComeAgain(tx, number, ctx.now);
  const row = rows.find((r) => !again(r.id));
  if (!row) return null;
  return {
    id: row.id,
    review: reference("REV", number),
    gate: row.gate as GateId | null,
    sha256,
    size: row.size,
    reading: row.reading as unknown as StoredReading,
    again: true,
  };
}

/**
 * Stores a file as received with what was read out of it. Only an empty one is refused; what could not be read is kept
 * and passes nothing. The uploader becomes a contributor; a standing signature ends.
 */
export async function addEvidence(tx: Tx, ctx: Ctx, input: NewEvidence): Promise<Written<StoredEvidence>> {
  const { bytes, gate } = input;
  const reading = readingOf(bytes, input.format);
  if (reading.format === null && reading.error.code === "EVIDENCE_EMPTY") throw new Refusal("EVIDENCE_EMPTY");
  const number = await reviewNumber(tx, input.to);
  const { id: reviewId, status } = await lockReview(tx, number);
  const sha256 = sha256Hex(bytes);
  const key = input.idempotencyKey?.slice(0, 200);
  const before = key === undefined ? null : await broughtBefore(tx, reviewId, key, sha256);
  const found = { number, reviewId, sha256, gate, format: reading.format };
  const same = await storedAlready(tx, ctx, found, before);
  if (same) return { data: same, audit: null };
  const fileName = storable(input.fileName.trim().slice(0, 200)) || "evidence.txt";
  const said = `${fileName}, ${reading.format ?? "unread"}, ${sha256.slice(0, 12)}`;
  await changeReview(tx, ctx, { id: reviewId, status }, { what: "evidence", detail: said }, "evidence");
  const id = ctx.newId();
  await tx.evidence.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id,
      reviewId,
      gate,
      fileName,
      bytes: new Uint8Array(bytes),
      size: bytes.length,
      sha256,
      format: reading.format,
      reading: json(reading),
      uploadedBy: ctx.actor.personId,
      uploadedAt: ctx.now,
      // The key stays with what it brought first.
      ...(key !== undefined && before === null && { idempotencyKey: key }),
    },
  });
  const review = reference("REV", number);
  return {
    data: { id, review, gate, sha256, size: bytes.length, reading, again: false },
    audit: {
      action: "evidence.add",
      entityType: "review",
      entityId: review,
      detail: { evidence: id, sha256, format: reading.format },
    },
  };
}

const ERASED: EvidenceRefusal = {
  format: null,
  error: { code: "EVIDENCE_UNKNOWN_FORMAT", path: "", message: "erased" },
};

/** Takes bytes, file name and what was read out of them away for good; hash, uploader and the reason stay. */
export async function eraseEvidence(tx: Tx, ctx: Ctx, input: z.output<typeof eraseInput>): Promise<Written<null>> {
  const review = await lockReview(tx, input.number);
  const row = await tx.evidence.findFirst({
    where: { id: input.evidence, reviewId: review.id },
    select: { id: true, sha256: true, format: true, erasedAt: true },
  });
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.erasedAt) throw new Refusal("CONFLICT");
  const detail = `erased: ${row.format ?? "unread"}, ${row.sha256.slice(0, 12)}`;
  await changeReview(tx, ctx, review, { what: "evidence", detail }, "evidence");
  await tx.evidence.updateMany({
    where: { id: row.id },
    data: {
      bytes: null,
      erasedAt: ctx.now,
      erasedReason: storable(input.reason.trim()),
      fileName: "",
      reading: json(ERASED),
    },
  });
  return {
    data: null,
    audit: {
      action: "evidence.erase",
      entityType: "review",
      entityId: reference("REV", input.number),
      detail: { evidence: row.id, sha256: row.sha256 },
    },
  };
}
