-- What nobody has classed yet is asked for on several pages, and is little.
CREATE INDEX "ledger_entry_unclassified" ON "ledger_entry" ("workspace_id", "charge_start") WHERE "component" = 'unclassified';
