-- Where bills come from, and what such a source means by what it writes. A source is changed or ended, never deleted; each
-- import keeps the terms that it was planned and committed with.
CREATE TABLE "bill_source" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "terms" JSONB NOT NULL,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "ended_at" TIMESTAMPTZ(6),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "bill_source_name_length" CHECK (length("name") BETWEEN 1 AND 120)
);
-- Two sources in use never share a name, however it is written.
CREATE UNIQUE INDEX "bill_source_name" ON "bill_source" ("workspace_id", lower("name")) WHERE "ended_at" IS NULL;
ALTER TABLE "bill_source" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "bill_source_in_workspace" ON "bill_source" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT, UPDATE ON "bill_source" TO headroom_app;

ALTER TABLE "bill_import" ADD COLUMN "source_id" UUID, ADD COLUMN "terms" JSONB;
ALTER TABLE "bill_import" ADD CONSTRAINT "bill_import_source_fkey" FOREIGN KEY ("workspace_id", "source_id") REFERENCES "bill_source"("workspace_id", "id");
ALTER TABLE "bill_import" ADD CONSTRAINT "bill_import_source_has_terms" CHECK (("source_id" IS NULL) = ("terms" IS NULL));
-- What a committed import meant stays as it was.
CREATE FUNCTION "bill_source_of_a_committed_import_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."committed_at" IS NOT NULL AND (OLD."source_id" IS DISTINCT FROM NEW."source_id" OR OLD."terms" IS DISTINCT FROM NEW."terms") THEN
    RAISE EXCEPTION 'APPEND_ONLY: the source of a committed import stays' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "bill_import_source_stays" BEFORE UPDATE ON "bill_import" FOR EACH ROW EXECUTE FUNCTION "bill_source_of_a_committed_import_stays"();
-- Where it ran, as far as the bill says.
ALTER TABLE "ledger_entry" ADD COLUMN "region" TEXT;
