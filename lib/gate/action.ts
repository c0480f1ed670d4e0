import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { may, type Permission } from "@/lib/access/roles";
import type { Written } from "@/lib/audit/written";
import { activeWorkspace } from "@/lib/auth/visitor";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";
import { Refusal, type Result } from "@/lib/errors";
import { contextFor } from "./context";
import { failureOf } from "./failure";
import { parseInput } from "./input";
import { runAndNote } from "./run";

interface ActionSpec<S extends z.ZodType, T> {
  readonly name: string;
  readonly input: S;
  readonly access: Permission;
  readonly run: (tx: Tx, ctx: Ctx, input: z.output<S>) => Promise<Written<T>>;
}

/** Names of all actions that passed through here: the architecture test compares them with what the rooms export. */
export const registeredActions = new Set<string>();

/**
 * The one door for a form's write: session → schema → access → transaction → audit → result. Expected refusals come back
 * as values; everything else is logged with a reference.
 */
export function defineAction<S extends z.ZodType, T>(spec: ActionSpec<S, T>): (raw: z.input<S>) => Promise<Result<T>> {
  registeredActions.add(spec.name);
  return async (raw) => {
    try {
      const active = await activeWorkspace();
      if (!active) throw new Refusal("UNAUTHENTICATED");
      if (!may(active.actor.roles, spec.access)) throw new Refusal("FORBIDDEN");
      const input = parseInput(spec.input, raw);
      const ctx = contextFor(active.actor);
      const data = await withWorkspace(active.actor.workspaceId, (tx) => runAndNote(tx, ctx, spec.run, input));
      return { ok: true, data };
    } catch (err) {
      return { ok: false, error: failureOf(err, spec.name) };
    }
  };
}
