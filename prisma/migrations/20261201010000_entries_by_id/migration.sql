-- The ids of an import's entries are made of the import's own (see entry-ids.ts), so they lie side by side and the key finds
-- them: an index by import, which every entry of every import paid for, is needed only for what came to an import later
-- (a taken back or replaced entry, of a random id and without a record). The key says the id before the month, since a part
-- of the ledger holds one month anyway.

-- Entries from before ids were made so get the id that they would have today.
DO $$
BEGIN
  CREATE TEMP TABLE "renamed" ON COMMIT DROP AS
    SELECT "workspace_id", "month", "id" AS "was",
           (left("import_id"::text, 14) || '8' || substr("import_id"::text, 16, 9) || lpad(to_hex("record"), 8, '0')
             || lpad(to_hex(row_number() OVER (PARTITION BY "workspace_id", "import_id", "record" ORDER BY "component", "kind", "id") - 1), 4, '0'))::uuid AS "is"
      FROM "ledger_entry"
     WHERE "import_id" IS NOT NULL AND "record" IS NOT NULL AND get_byte(uuid_send("id"), 6) >> 4 <> 8;
  IF EXISTS (SELECT 1 FROM "renamed") THEN
    ALTER TABLE "ledger_entry" DISABLE TRIGGER USER;
    UPDATE "ledger_entry" e SET "reverses_id" = r."is" FROM "renamed" r
     WHERE e."workspace_id" = r."workspace_id" AND e."reverses_month" = r."month" AND e."reverses_id" = r."was";
    UPDATE "ledger_entry" e SET "id" = r."is" FROM "renamed" r
     WHERE e."workspace_id" = r."workspace_id" AND e."month" = r."month" AND e."id" = r."was";
    ALTER TABLE "ledger_entry" ENABLE TRIGGER USER;
  END IF;
END $$;

ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_pkey", ADD PRIMARY KEY ("workspace_id", "id", "month");
DROP INDEX "ledger_entry_import";
CREATE INDEX "ledger_entry_import" ON "ledger_entry" ("workspace_id", "import_id") WHERE "import_id" IS NOT NULL AND "record" IS NULL;

-- The same rules at less cost; no scale is known of what is no number or without end.
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_scale", DROP CONSTRAINT "ledger_entry_finite", DROP CONSTRAINT "ledger_entry_month_first";
ALTER TABLE "ledger_entry"
  ADD CONSTRAINT "ledger_entry_scale" CHECK (coalesce(scale("billed"), 99) <= 30 AND coalesce(scale("effective"), 99) <= 30),
  ADD CONSTRAINT "ledger_entry_month_first" CHECK (date_part('day', "month") = 1);
