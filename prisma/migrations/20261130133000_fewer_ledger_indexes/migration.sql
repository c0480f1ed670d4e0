-- Each index of the ledger costs every entry of every import. The list of entries by time and the question whether a charge
-- came before, which asks for its start too, share one: entries of one start lie in the order of their fingerprints' hash.
DROP INDEX "ledger_entry_time";
DROP INDEX "ledger_entry_fingerprint";
CREATE INDEX "ledger_entry_time" ON "ledger_entry" ("workspace_id", "charge_start", (coalesce(hashtextextended("fingerprint", 0), 0)), "id");

-- That a line of a file becomes an entry once is now kept by the key: an entry's id is made of its import, its record and
-- the part of the record. What is left is to find the entries of an import.
DROP INDEX "ledger_entry_import_record";
CREATE INDEX "ledger_entry_import" ON "ledger_entry" ("workspace_id", "import_id") WHERE "import_id" IS NOT NULL;
