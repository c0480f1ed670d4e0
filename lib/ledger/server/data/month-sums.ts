import "server-only";
import type { Zone } from "../../period";
import type { Basis } from "../../schema";
import type { EntryFilter } from "./entry-filter";
import { rolledUp, rollupSums } from "./rollup-sums";
import type { RunSql } from "./run-sql";
import { entrySums, type MonthSum } from "./sums";

/** Sums by month of the zone, from the roll-up where it can answer, else over the entries: the same to the last digit. */
export function monthSums(sql: RunSql, filter: EntryFilter, basis: Basis, zone: Zone): Promise<MonthSum[]> {
  return rolledUp(filter) ? rollupSums(sql, filter, basis, zone) : entrySums(sql, filter, basis, zone);
}
