-- Every class that a person gave to rows of an import that waits, with what those rows had before: until the commit each can
-- be undone, the last one first.
CREATE TABLE "bill_class_change" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  -- null: the class was taken away
  "component" TEXT,
  -- records whose class it changed, and the classes of those that had one
  "records" INTEGER[] NOT NULL,
  "before" JSONB NOT NULL,
  "changed_by" UUID NOT NULL,
  "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  "undone_at" TIMESTAMPTZ(6),
  "undone_by" UUID,
  PRIMARY KEY ("workspace_id", "bill_id", "id"),
  CONSTRAINT "bill_class_change_bill_fkey" FOREIGN KEY ("workspace_id", "bill_id") REFERENCES "bill_import"("workspace_id", "id"),
  CONSTRAINT "bill_class_change_some" CHECK (cardinality("records") > 0),
  CONSTRAINT "bill_class_change_undone_by_somebody" CHECK (("undone_at" IS NULL) = ("undone_by" IS NULL))
);
ALTER TABLE "bill_class_change" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "bill_class_change_in_workspace" ON "bill_class_change" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT ON "bill_class_change" TO headroom_app;
GRANT UPDATE ("undone_at", "undone_by") ON "bill_class_change" TO headroom_app;

-- Rows of the file, known once it was read for the first time: pages tell rows done of them.
ALTER TABLE "bill_work" ADD COLUMN "rows_total" BIGINT;

-- An alert that left an inbox by mistake comes back.
GRANT DELETE ON "alert_seen" TO headroom_app;
