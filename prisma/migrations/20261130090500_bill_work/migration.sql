-- Work on a large bill that goes on while nobody looks: how far it is, whether it is still alive, and what came of it.
-- `what` is plan-effective, plan-billed or commit.
CREATE TABLE "bill_work" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  "what" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "rows_read" BIGINT NOT NULL DEFAULT 0,
  "stop" BOOLEAN NOT NULL DEFAULT false,
  -- classes and ledger that a plan was made with: it holds only as long as both do
  "classes" JSONB,
  "ledger" TEXT,
  "view" JSONB,
  "problem" TEXT,
  "run" UUID NOT NULL,
  "beat_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("workspace_id", "bill_id", "what"),
  CONSTRAINT "bill_work_bill_fkey" FOREIGN KEY ("workspace_id", "bill_id") REFERENCES "bill_import"("workspace_id", "id"),
  CONSTRAINT "bill_work_what_known" CHECK ("what" IN ('plan-effective', 'plan-billed', 'commit')),
  CONSTRAINT "bill_work_state_known" CHECK ("state" IN ('running', 'stopped', 'done', 'failed'))
);
ALTER TABLE "bill_work" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "bill_work_in_workspace" ON "bill_work" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT, UPDATE ON "bill_work" TO headroom_app;
