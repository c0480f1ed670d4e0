-- An import of a million rows spends most of its time in indexes: each holds only what is looked up in it.
DROP INDEX "ledger_entry_reversed_once";
CREATE UNIQUE INDEX "ledger_entry_reversed_once" ON "ledger_entry" ("workspace_id", "month", "reverses_id", "reverses_month") WHERE "reverses_id" IS NOT NULL;
-- Entries of an import are found by it, and no record of a file is stored twice in one component and kind.
DROP INDEX "ledger_entry_import_record";
DROP INDEX "ledger_entry_workspace_id_import_id_idx";
CREATE UNIQUE INDEX "ledger_entry_import_record" ON "ledger_entry" ("workspace_id", "import_id", "record", "component", "kind", "month") WHERE "import_id" IS NOT NULL;
DROP INDEX "ledger_entry_workspace_id_brief_id_month_idx";
CREATE INDEX "ledger_entry_brief" ON "ledger_entry" ("workspace_id", "brief_id", "month") WHERE "brief_id" IS NOT NULL;
-- Fingerprints are long texts: their hashes are looked up, and the text decides.
DROP INDEX "ledger_entry_fingerprint_idx";
CREATE INDEX "ledger_entry_fingerprint" ON "ledger_entry" ("workspace_id", hashtextextended("fingerprint", 0)) WHERE "fingerprint" IS NOT NULL;
