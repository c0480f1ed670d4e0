-- The record of a review as a person saw it last: what changed since is said against it.
CREATE TABLE "review_seen" (
  "workspace_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "review_id" UUID NOT NULL,
  "digest" TEXT NOT NULL,
  "record" JSONB NOT NULL,
  "at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "person_id", "review_id"),
  CONSTRAINT "review_seen_review_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id")
);
ALTER TABLE "review_seen" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "review_seen_in_workspace" ON "review_seen" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT, UPDATE ON "review_seen" TO headroom_app;
