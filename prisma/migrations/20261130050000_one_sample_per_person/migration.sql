-- Whose sample a workspace is, and when it was filled: one per person, however often the button is pressed; a filling that
-- was cut off is left behind and a fresh one is made.
ALTER TABLE "workspace" ADD COLUMN "sample_of" UUID, ADD COLUMN "sample_filled_at" TIMESTAMPTZ(6);
CREATE UNIQUE INDEX "workspace_sample_of_key" ON "workspace" ("sample_of");

CREATE FUNCTION "system_begin_sample"(p_person uuid, p_workspace uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE "workspace" SET "sample_of" = NULL, "name" = "name" || ' (cut off)'
   WHERE "sample_of" = p_person AND "sample_filled_at" IS NULL AND "created_at" < now() - interval '3 minutes';
  INSERT INTO "workspace" ("id","name","is_sample","currency","time_zone","sample_of")
    VALUES (p_workspace, 'Sample', true, 'USD', 'UTC', p_person) ON CONFLICT ("sample_of") DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO "membership" ("workspace_id","person_id","roles") VALUES (p_workspace, p_person, ARRAY['admin','author','finance','approver','viewer']);
  INSERT INTO "audit_event" ("workspace_id","id","person_id","action","entity_type","entity_id","detail")
    VALUES (p_workspace, gen_random_uuid(), p_person, 'workspace.create', 'workspace', p_workspace::text, jsonb_build_object('sample', true));
  RETURN true;
END;
$$;
CREATE FUNCTION "system_end_sample"(p_workspace uuid, p_filled boolean) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE "workspace" SET "sample_filled_at" = CASE WHEN p_filled THEN now() END,
         "sample_of" = CASE WHEN p_filled THEN "sample_of" END,
         "name" = CASE WHEN p_filled THEN "name" ELSE "name" || ' (cut off)' END
   WHERE "id" = p_workspace AND "is_sample" AND "sample_filled_at" IS NULL
$$;
CREATE OR REPLACE FUNCTION "system_sample_workspace"(p_person uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w."id" FROM "workspace" w WHERE w."sample_of" = p_person AND w."sample_filled_at" IS NOT NULL
$$;
REVOKE ALL ON FUNCTION "system_begin_sample"(uuid,uuid), "system_end_sample"(uuid,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "system_begin_sample"(uuid,uuid), "system_end_sample"(uuid,boolean) TO headroom_app;
