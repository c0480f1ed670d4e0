import type { PoolClient } from "pg";
import type { Ctx } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import type { Written } from "./written";

/** A write that needs COPY and, before it, the ledger's months: the second kind of write that the gate runs. */
export interface BulkWrite<I, P extends { readonly months: readonly string[] }, T> {
  /** Reads what can be read before the months are made and the one transaction opens. Months are `2026-09-01`. */
  readonly prepare: (tx: Tx, ctx: Ctx, input: I) => Promise<P>;
  /** What takes long and needs no lock: outside of any transaction of the gate. It may find more months. */
  readonly look?: (ctx: Ctx, input: I, prepared: P) => Promise<P>;
  readonly write: (client: PoolClient, ctx: Ctx, input: I, prepared: P) => Promise<Written<T>>;
  /** Puts away what is of no use any more. Nobody waits for it, and nothing depends on it. */
  readonly afterwards?: (ctx: Ctx, prepared: P) => Promise<void>;
}
