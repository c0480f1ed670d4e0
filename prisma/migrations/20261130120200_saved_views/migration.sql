-- Addresses that people keep under a name, for everybody in the workspace.
CREATE TABLE "saved_view" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "page" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "saved_view_page_known" CHECK ("page" IN ('ledger', 'costs')),
  CONSTRAINT "saved_view_length" CHECK (length("name") BETWEEN 1 AND 80 AND length("query") <= 2000)
);
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" ("workspace_id", "page", lower("name"));
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "saved_view_in_workspace" ON "saved_view" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT, DELETE ON "saved_view" TO headroom_app;
