-- The bytes of an uploaded bill lie in pieces, so that a file of any size is stored and read in little memory.
CREATE TABLE "bill_chunk" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "bytes" BYTEA NOT NULL,
  PRIMARY KEY ("workspace_id", "bill_id", "ordinal"),
  CONSTRAINT "bill_chunk_bill_fkey" FOREIGN KEY ("workspace_id", "bill_id") REFERENCES "bill_import"("workspace_id", "id")
);
-- Bills are mostly packed or read once: compressing the pieces again would cost more than it saves.
ALTER TABLE "bill_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
INSERT INTO "bill_chunk" ("workspace_id", "bill_id", "ordinal", "bytes")
  SELECT "workspace_id", "id", n, substring("bytes" FROM n * 262144 + 1 FOR 262144)
    FROM "bill_import" CROSS JOIN LATERAL generate_series(0, (length("bytes") - 1) / 262144) AS n
   WHERE length("bytes") > 0;
ALTER TABLE "bill_import" DROP COLUMN "bytes";

ALTER TABLE "bill_chunk" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "bill_chunk_in_workspace" ON "bill_chunk" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
CREATE TRIGGER "bill_chunk_append_only" BEFORE UPDATE OR DELETE ON "bill_chunk" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "bill_chunk_no_truncate" BEFORE TRUNCATE ON "bill_chunk" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
GRANT SELECT, INSERT ON "bill_chunk" TO headroom_app;
