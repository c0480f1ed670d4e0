import "server-only";
import { briefNamed } from "../../brief-names";
import { instantText } from "../../period";
import { matchRental, type RentalForMatch } from "../../rental-match";
import type { Entry } from "../../schema";
import { PLAIN_TERMS, type SourceTerms } from "../../source-choices";
import { msOf, type RunSql } from "./run-sql";

interface RentalRow {
  id: string;
  brief_id: string;
  resource_ids: string[];
  tags: unknown;
  start_ms: string;
  end_ms: string | null;
}

function tagsOf(stored: unknown): Record<string, string> {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** Rentals as a bill meets them. One that nobody ended still runs, whatever its planned end. */
async function rentalsForMatch(sql: RunSql): Promise<RentalForMatch[]> {
  const rows = await sql<RentalRow>(
    `SELECT r.id::text, p.brief_id::text, r.resource_ids, r.tags, ${msOf("r.starts_at")} AS start_ms, ${msOf("r.ended_at")} AS end_ms
       FROM rental r JOIN plan p ON p.workspace_id = r.workspace_id AND p.id = r.plan_id
      WHERE cardinality(r.resource_ids) > 0 OR r.tags <> '{}'::jsonb`,
  );
  return rows.map((r) => ({
    id: r.id,
    briefId: r.brief_id,
    resourceIds: r.resource_ids,
    tags: tagsOf(r.tags),
    start: instantText(Number(r.start_ms)),
    end: r.end_ms === null ? null : instantText(Number(r.end_ms)),
  }));
}

export interface Allocation {
  readonly rentalId: string | null;
  readonly briefId: string | null;
}

const NONE: Allocation = { rentalId: null, briefId: null };

/** By what an entry finds its brief: rentals first, then what its source says of tags and resources. */
export interface AllocationRules {
  readonly rentals: readonly RentalForMatch[];
  readonly terms: SourceTerms;
  /** Ids of the workspace's briefs by number. */
  readonly briefIds: ReadonlyMap<number, string>;
}

/** The rules of an import under these terms; plain ones for entries of no source. */
export async function allocationRules(sql: RunSql, terms: SourceTerms = PLAIN_TERMS): Promise<AllocationRules> {
  const rentals = await rentalsForMatch(sql);
  if (terms.briefTag === null && terms.resources.length === 0) return { rentals, terms, briefIds: new Map() };
  const briefs = await sql<{ number: number; id: string }>("SELECT number, id::text FROM brief", []);
  return { rentals, terms, briefIds: new Map(briefs.map((b) => [b.number, b.id])) };
}

/** Whether the rules can name anything at all. */
export const namesAny = ({ rentals, briefIds }: AllocationRules): boolean => rentals.length > 0 || briefIds.size > 0;

/**
 * Who an entry is for. Several rentals of one brief in the time of one charge (a trial that went over into a rental) leave
 * the rental open, but not the brief.
 */
export function allocationOf(
  entry: Pick<Entry, "resource" | "tags" | "chargeStart" | "chargeEnd">,
  rules: AllocationRules,
): Allocation {
  const byRental = ofRental(entry, rules.rentals);
  if (byRental.briefId !== null) return byRental;
  const number = briefNamed(entry, rules.terms);
  return number === null ? NONE : { rentalId: null, briefId: rules.briefIds.get(number) ?? null };
}

function ofRental(entry: Parameters<typeof allocationOf>[0], rentals: readonly RentalForMatch[]): Allocation {
  const match = matchRental(entry, rentals);
  if (match.kind === "rental") return { rentalId: match.rentalId, briefId: match.briefId };
  if (match.reason !== "several rentals name it") return NONE;
  const briefs = new Set(rentals.filter((r) => match.candidates.includes(r.id)).map((r) => r.briefId));
  return briefs.size === 1 ? { rentalId: null, briefId: briefs.values().next().value ?? null } : NONE;
}
