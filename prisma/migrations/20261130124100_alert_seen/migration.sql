-- Which alerts a person has looked at: the others stand in their inbox.
CREATE TABLE "alert_seen" (
  "workspace_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "alert_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "person_id", "alert_id"),
  CONSTRAINT "alert_seen_alert_fkey" FOREIGN KEY ("workspace_id", "alert_id") REFERENCES "alert"("workspace_id", "id")
);
ALTER TABLE "alert_seen" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "alert_seen_in_workspace" ON "alert_seen" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT ON "alert_seen" TO headroom_app;

-- A bill that was read while nobody looked leaves no audit event when it ends: its own beat brings the look there.
CREATE OR REPLACE FUNCTION "system_alert_workspaces"(p_now timestamptz) RETURNS TABLE (workspace_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w."id" FROM "workspace" w LEFT JOIN "alert_watch" a ON a."workspace_id" = w."id"
   WHERE EXISTS (SELECT 1 FROM "alert_delivery" d WHERE d."workspace_id" = w."id" AND d."next_at" <= p_now)
      OR (a."looked_at" IS NULL OR a."looked_at" <= p_now - interval '1 hour')
      OR EXISTS (SELECT 1 FROM "audit_event" e WHERE e."workspace_id" = w."id" AND e."at" > a."looked_at" - interval '2 minutes')
      OR EXISTS (SELECT 1 FROM "bill_work" b WHERE b."workspace_id" = w."id" AND b."beat_at" > a."looked_at" - interval '2 minutes')
$$;
