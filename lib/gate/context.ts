import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";

export function contextFor(actor: Actor): Ctx {
  return { actor, now: new Date(), newId: randomUUID };
}
