import "server-only";
import { DEFAULT_TAG, type EntryGroup } from "../../groups";

/** The tag that the source of an entry's bill names for it; the plain key where the bill is of no source. */
const tagged = (group: "team" | "stage"): string =>
  `nullif(e.tags ->> coalesce((SELECT i.terms ->> '${group}Tag' FROM bill_import i WHERE i.workspace_id = e.workspace_id AND i.id = e.import_id), '${DEFAULT_TAG[group]}'), '')`;

/** What a `ledger_entry e` or a `ledger_line e` says of a group, or null; SQL of our own, never of an address. */
export const GROUP_SQL: Readonly<Record<EntryGroup, string>> = {
  team: tagged("team"),
  stage: tagged("stage"),
  provider: "nullif(e.issuer, '')",
  account: "nullif(rtrim(e.account, '/'), '')",
  rental: "(SELECT 'RNT-' || r.number FROM rental r WHERE r.workspace_id = e.workspace_id AND r.id = e.rental_id)",
  region: "nullif(e.region, '')",
};
