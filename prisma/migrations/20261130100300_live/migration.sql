-- Hosts that a workspace's live measurements may ask. One inside a private network is for the installation's own first
-- workspace to list: the admin of any other one is not who runs this machine.
CREATE TABLE "live_host" (
  "workspace_id" UUID NOT NULL,
  "host" TEXT NOT NULL,
  "inside" BOOLEAN NOT NULL DEFAULT false,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "host"),
  CONSTRAINT "live_host_name" CHECK ("host" = lower("host") AND length("host") <= 260 AND "host" ~ '^[^/@\s?#]+$')
);

-- Scrapes on a schedule while a load gate runs. What they bring is stored as evidence by whoever started it.
CREATE TABLE "live_watch" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "review_id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  "every_seconds" INTEGER NOT NULL,
  "ends_at" TIMESTAMPTZ(6) NOT NULL,
  "started_by" UUID NOT NULL,
  "started_at" TIMESTAMPTZ(6) NOT NULL,
  "next_at" TIMESTAMPTZ(6) NOT NULL,
  "stopped_at" TIMESTAMPTZ(6),
  "stopped_why" TEXT,
  -- The first page: each later one is stored behind it, so that its figures are those in between.
  "baseline" BYTEA,
  "baseline_at" TIMESTAMPTZ(6),
  "scrapes" INTEGER NOT NULL DEFAULT 0,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "last_error" TEXT,
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "live_watch_review_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id"),
  CONSTRAINT "live_watch_every" CHECK ("every_seconds" BETWEEN 60 AND 3600),
  CONSTRAINT "live_watch_time" CHECK ("ends_at" > "started_at" AND "ends_at" <= "started_at" + interval '24 hours'),
  CONSTRAINT "live_watch_stop_said" CHECK (("stopped_at" IS NULL) = ("stopped_why" IS NULL))
);
CREATE INDEX "live_watch_due_idx" ON "live_watch" ("next_at") WHERE "stopped_at" IS NULL;
-- One watch of a review at a time.
CREATE UNIQUE INDEX "live_watch_one" ON "live_watch" ("workspace_id", "review_id") WHERE "stopped_at" IS NULL;

DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['live_host','live_watch']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
  END LOOP;
END $do$;
GRANT SELECT, INSERT, DELETE ON "live_host" TO headroom_app;
GRANT SELECT, INSERT, UPDATE ON "live_watch" TO headroom_app;

CREATE FUNCTION "inside_is_for_the_first"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW."inside" AND NEW."workspace_id" IS DISTINCT FROM
      (SELECT w."id" FROM "workspace" w WHERE NOT w."is_sample" ORDER BY w."created_at", w."id" LIMIT 1) THEN
    RAISE EXCEPTION 'ADDRESS_REFUSED: only the first workspace of an installation lists hosts inside its network' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "live_host_inside" BEFORE INSERT OR UPDATE ON "live_host" FOR EACH ROW EXECUTE FUNCTION "inside_is_for_the_first"();

-- The job's hand-over: which workspaces have a scrape due. Ids alone.
CREATE FUNCTION "system_live_workspaces"(p_now timestamptz) RETURNS TABLE (workspace_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT l."workspace_id" FROM "live_watch" l WHERE l."stopped_at" IS NULL AND l."next_at" <= p_now
$$;
REVOKE ALL ON FUNCTION "system_live_workspaces"(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "system_live_workspaces"(timestamptz) TO headroom_app;
