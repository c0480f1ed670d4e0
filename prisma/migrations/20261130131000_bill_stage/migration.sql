-- What a commit of a large bill will store, kept from the moment that its plan was made: the commit then reads neither the
-- file nor its rows again. It is not the ledger, and it can be made anew from the file at any time, so that it is unlogged:
-- after a crash it is empty and the commit reads the file as it would without. Entries lie in the file's order, some
-- thousand in a piece.
CREATE UNLOGGED TABLE "bill_stage" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  "run" UUID NOT NULL,
  "piece" INTEGER NOT NULL,
  "id" UUID NOT NULL,
  "record" INTEGER NOT NULL,
  "component" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "billed" DECIMAL NOT NULL,
  "effective" DECIMAL NOT NULL,
  "currency" TEXT NOT NULL,
  "charge_start" TIMESTAMPTZ(6) NOT NULL,
  "charge_end" TIMESTAMPTZ(6) NOT NULL,
  "billing_period" DATE,
  "invoice_id" TEXT,
  "issuer" TEXT,
  "account" TEXT,
  "resource" TEXT,
  "sku" TEXT,
  "meter" TEXT,
  "service" TEXT,
  "region" TEXT,
  "description" TEXT,
  "tags" JSONB,
  "raw" JSONB,
  "lane" INTEGER,
  "fingerprint" TEXT,
  "bundled_host" BOOLEAN NOT NULL,
  "rental_id" UUID,
  "brief_id" UUID
);
CREATE INDEX "bill_stage_piece" ON "bill_stage" ("workspace_id", "bill_id", "run", "piece");

-- The time that the entries of a piece claim, in contiguous runs.
CREATE UNLOGGED TABLE "bill_stage_claim" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  "run" UUID NOT NULL,
  "account" TEXT,
  "resource" TEXT,
  "component" TEXT,
  "meter" TEXT,
  "lane" INTEGER,
  "period" TSTZRANGE NOT NULL
);
CREATE INDEX "bill_stage_claim_bill" ON "bill_stage_claim" ("workspace_id", "bill_id", "run");

DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['bill_stage','bill_stage_claim']
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY ("workspace_id", "bill_id") REFERENCES "bill_import"("workspace_id", "id")', t, t || '_bill_fkey');
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
    EXECUTE format('GRANT SELECT, INSERT, DELETE ON %I TO headroom_app', t);
  END LOOP;
END $do$;

-- Which run of a plan left its entries there, how many they are, and by which rules they found their briefs.
ALTER TABLE "bill_work" ADD COLUMN "stage" JSONB;
