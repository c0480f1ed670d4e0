import "server-only";
import type { Component } from "../../components";
import type { RunSql } from "./run-sql";

export interface ClassChange {
  readonly id: string;
  /** Null where the class was taken away. */
  readonly component: Component | null;
  readonly rows: number;
  readonly at: string;
  /** Id of the person. */
  readonly by: string;
}

const SHOWN = 10;

/** Classes that people gave to rows of an import and that were not undone, the latest first. */
export async function classChanges(sql: RunSql, billId: string): Promise<ClassChange[]> {
  return sql<ClassChange>(
    `SELECT id::text, component, cardinality(records) AS rows, changed_by::text AS by,
            to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
       FROM bill_class_change WHERE bill_id = $1::uuid AND undone_at IS NULL ORDER BY changed_at DESC, id LIMIT ${SHOWN}`,
    [billId],
  );
}
