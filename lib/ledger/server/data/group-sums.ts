import "server-only";
import type { Tx } from "@/lib/db/client";
import type { CostSum } from "../../cost-report";
import { type Group, isEntryGroup } from "../../groups";
import type { Zone } from "../../period";
import type { Basis } from "../../schema";
import type { EntryFilter } from "./entry-filter";
import { GROUP_SQL } from "./group-sql";
import { keyedSums, monthSums } from "./rollup-sums";
import { onTx } from "./run-sql";

export interface GroupQuestion {
  readonly filter: EntryFilter;
  readonly basis: Basis;
  readonly zone: Zone;
  readonly inRange: (month: string) => boolean;
}

/** A sum of one month and one value of a group; null where entries do not say it. */
type ValueSum = CostSum & { readonly value: string | null };

/** Sums by the values of a group. Models are those of the briefs' last revisions; a brief stands for itself by its id. */
export async function groupSums(tx: Tx, by: Group, question: GroupQuestion): Promise<ValueSum[]> {
  const { filter, basis, zone, inRange } = question;
  const sql = onTx(tx);
  if (isEntryGroup(by)) {
    const sums = await keyedSums(sql, filter, { sql: GROUP_SQL[by], ofLine: true }, { basis, zone });
    return sums.filter((s) => inRange(s.month)).map(({ key, ...sum }) => ({ ...sum, value: key }));
  }
  const sums = (await monthSums(sql, filter, basis, zone)).filter((s) => inRange(s.month));
  const models = by === "model" ? await modelsOfBriefs(tx) : null;
  return sums.map(({ briefId, ...sum }) => ({
    ...sum,
    value: models === null || briefId === null ? briefId : (models.get(briefId) ?? null),
  }));
}

/** The model that each brief names: of its last revision, else of its draft. */
async function modelsOfBriefs(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await onTx(tx)<{ id: string; model: string | null }>(
    `SELECT b.id::text, coalesce(c.content -> 'memoryShape' ->> 'modelPreset', c.content -> 'memoryShape' ->> 'modelRevision') AS model
       FROM brief b
       LEFT JOIN LATERAL (
         SELECT coalesce(
           (SELECT r.content FROM brief_revision r WHERE r.workspace_id = b.workspace_id AND r.brief_id = b.id ORDER BY r.number DESC LIMIT 1),
           (SELECT d.content FROM brief_draft d WHERE d.workspace_id = b.workspace_id AND d.brief_id = b.id)) AS content) c ON true`,
    [],
  );
  return new Map(rows.flatMap((r) => (r.model ? [[r.id, r.model] as const] : [])));
}
