-- What an entry claimed (its lane) and what makes a row without claim recognisable in another file (its fingerprint):
-- a reversal frees the one, an import asks for the other.
ALTER TABLE "ledger_entry"
  ADD COLUMN "lane" INTEGER,
  ADD COLUMN "fingerprint" TEXT,
  ADD COLUMN "service" TEXT,
  ADD COLUMN "bundled_host" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "ledger_entry_fingerprint_idx" ON "ledger_entry" ("workspace_id", "fingerprint") WHERE "fingerprint" IS NOT NULL;

-- Idle time is a share only of the time that was looked at.
ALTER TABLE "diagnostic_record"
  ADD COLUMN "of_gpu_seconds" BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT "diagnostic_record_share" CHECK ("of_gpu_seconds" = 0 OR "gpu_seconds" <= "of_gpu_seconds");
