import "server-only";
import type { z } from "zod";
import { may, type Permission } from "@/lib/access/roles";
import type { BulkWrite } from "@/lib/audit/bulk-write";
import { activeWorkspace } from "@/lib/auth/visitor";
import { Refusal, type Result } from "@/lib/errors";
import { registeredActions } from "./action";
import { contextFor } from "./context";
import { failureOf } from "./failure";
import { parseInput } from "./input";
import { runBulk } from "./run";

/** The gate for a form that starts a bulk write: session → schema → access → transaction → audit → result. */
export function defineBulkAction<S extends z.ZodType, P extends { readonly months: readonly string[] }, T>(spec: {
  readonly name: string;
  readonly input: S;
  readonly access: Permission;
  readonly bulk: BulkWrite<z.output<S>, P, T>;
  /** After the transaction, for what has to be shown afresh. */
  readonly after?: (data: T) => void;
}): (raw: z.input<S>) => Promise<Result<T>> {
  registeredActions.add(spec.name);
  return async (raw) => {
    try {
      const active = await activeWorkspace();
      if (!active) throw new Refusal("UNAUTHENTICATED");
      if (!may(active.actor.roles, spec.access)) throw new Refusal("FORBIDDEN");
      const data = await runBulk(contextFor(active.actor), spec.bulk, parseInput(spec.input, raw));
      spec.after?.(data);
      return { ok: true, data };
    } catch (err) {
      return { ok: false, error: failureOf(err, spec.name) };
    }
  };
}
