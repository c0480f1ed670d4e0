-- The rows of a bill as its file has them, some thousand in a packed piece, for whoever asks what an entry was made of. They
-- say what the file says, not what the ledger does: they are written with the plan, and an entry finds its own by its record.
-- Entries of earlier imports and what was put in the place of another keep theirs beside them.
CREATE TABLE "bill_raw" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  -- the plan or commit that wrote it: two that read one file at once do not wait for each other
  "run" UUID NOT NULL,
  "first_record" INTEGER NOT NULL,
  "last_record" INTEGER NOT NULL,
  -- JSON [[record, [cell, …]], …], gzip
  "rows" BYTEA NOT NULL,
  PRIMARY KEY ("workspace_id", "bill_id", "run", "first_record"),
  CONSTRAINT "bill_raw_bill_fkey" FOREIGN KEY ("workspace_id", "bill_id") REFERENCES "bill_import"("workspace_id", "id"),
  CONSTRAINT "bill_raw_records" CHECK ("last_record" >= "first_record")
);
ALTER TABLE "bill_raw" ALTER COLUMN "rows" SET STORAGE EXTERNAL;
ALTER TABLE "bill_raw" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "bill_raw_in_workspace" ON "bill_raw" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT, DELETE ON "bill_raw" TO headroom_app;

-- What entries of the ledger were made of stays.
CREATE FUNCTION "bill_raw_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "bill_import" i WHERE i."workspace_id" = OLD."workspace_id" AND i."id" = OLD."bill_id" AND i."committed_at" IS NOT NULL) THEN
    RAISE EXCEPTION 'APPEND_ONLY: the rows of a committed bill stay' USING ERRCODE = 'P0001';
  END IF;
  RETURN OLD;
END;
$$;
CREATE TRIGGER "bill_raw_stays" BEFORE DELETE OR UPDATE ON "bill_raw" FOR EACH ROW EXECUTE FUNCTION "bill_raw_stays"();

ALTER TABLE "bill_stage" DROP COLUMN "raw";
