import "server-only";
import type { PoolClient } from "pg";
import type { Tx } from "@/lib/db/client";

/**
 * One query on either runner. Values are text, numbers or arrays of them, with a cast in the SQL; answers are text,
 * numbers and booleans, so that both runners give the same.
 */
export type RunSql = <R>(text: string, values?: readonly unknown[]) => Promise<R[]>;

export function onTx(tx: Tx): RunSql {
  return <R>(text: string, values: readonly unknown[] = []) => tx.$queryRawUnsafe<R[]>(text, ...values);
}

export function onClient(client: PoolClient): RunSql {
  return async <R>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as R[];
}

/** SQL that writes an instant as milliseconds since 1970 in text. */
export const msOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint::text`;
