-- One charge may be classed in another way by the next import or by a person, so the component tells what was claimed and
-- keeps no claims apart: without it, the charge would count twice.
ALTER TABLE "claim" DROP CONSTRAINT "claim_no_overlap";

-- Where one meter was claimed under several components, each component gets lanes of its own; an entry names its claim by
-- its lane, which is no part of what it says about money.
ALTER TABLE "ledger_entry" DISABLE TRIGGER "ledger_entry_append_only";
WITH several AS (
  SELECT "workspace_id", "account", "resource", "meter" FROM "claim" GROUP BY 1, 2, 3, 4 HAVING count(DISTINCT "component") > 1)
UPDATE "ledger_entry" e
   SET "lane" = e."lane" * 10 + array_position(ARRAY['accelerator','host','storage','network','support','tax','credit','rounding','funding','unclassified'], e."component") - 1
  FROM several s
 WHERE e."lane" IS NOT NULL AND (e."workspace_id", e."account", e."resource", e."meter") = (s."workspace_id", s."account", s."resource", s."meter");
ALTER TABLE "ledger_entry" ENABLE TRIGGER "ledger_entry_append_only";
WITH several AS (
  SELECT "workspace_id", "account", "resource", "meter" FROM "claim" GROUP BY 1, 2, 3, 4 HAVING count(DISTINCT "component") > 1)
UPDATE "claim" c
   SET "lane" = c."lane" * 10 + array_position(ARRAY['accelerator','host','storage','network','support','tax','credit','rounding','funding','unclassified'], c."component") - 1
  FROM several s
 WHERE (c."workspace_id", c."account", c."resource", c."meter") = (s."workspace_id", s."account", s."resource", s."meter");

ALTER TABLE "claim" ADD CONSTRAINT "claim_no_overlap" EXCLUDE USING gist (
  "workspace_id" WITH =, "account" WITH =, "resource" WITH =, "meter" WITH =, "lane" WITH =, "period" WITH &&
);
