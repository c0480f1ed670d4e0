import "server-only";
import { randomUUID } from "node:crypto";
import pino from "pino";
import { refusalOf } from "@/lib/db/refusals";
import type { Failure } from "@/lib/errors";

export const log = pino({ name: "headroom", base: null });

/** A refusal keeps its code and detail; a bug becomes a reference number, and the log holds the rest. */
export function failureOf(err: unknown, where: string): Failure {
  // Next.js signals redirects and not-found by throwing: those are no failures.
  if (typeof err === "object" && err !== null && "digest" in err && String(err.digest).startsWith("NEXT_")) throw err;
  const refusal = refusalOf(err);
  if (refusal) return { code: refusal.code, ...refusal.detail };
  const reference = randomUUID().slice(0, 8);
  log.error({ err, where, reference }, "unexpected failure");
  return { code: "INTERNAL", reference };
}
