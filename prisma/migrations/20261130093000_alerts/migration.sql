-- What a team means not to exceed in a month. A budget is ended and a new one made, never rewritten: what was alerted stays true.
CREATE TABLE "budget" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "brief_id" UUID,
  "measure" TEXT NOT NULL,
  "currency" TEXT,
  "amount" DECIMAL NOT NULL,
  "warn_percent" INTEGER NOT NULL DEFAULT 80,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "ended_at" TIMESTAMPTZ(6),
  "ended_by" UUID,
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "budget_measure_known" CHECK ("measure" IN ('amount','per-output','gpu-hours','idle-percent')),
  CONSTRAINT "budget_amount_positive" CHECK ("amount" > 0 AND "amount" NOT IN ('NaN','Infinity') AND scale("amount") <= 30),
  CONSTRAINT "budget_warn_percent" CHECK ("warn_percent" BETWEEN 1 AND 100),
  CONSTRAINT "budget_currency" CHECK (("currency" IS NOT NULL) = ("measure" IN ('amount','per-output')) AND ("currency" IS NULL OR "currency" ~ '^[A-Z]{3}$')),
  CONSTRAINT "budget_brief_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id")
);

-- Something that happened once and that somebody may want to hear of; the key makes it happen once however often it is seen.
CREATE TABLE "alert" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "data" JSONB NOT NULL,
  "raised_at" TIMESTAMPTZ(6) NOT NULL,
  PRIMARY KEY ("workspace_id", "id"),
  UNIQUE ("workspace_id", "key"),
  CONSTRAINT "alert_kind_known" CHECK ("kind" IN ('budget','import','review','decision','offer','rental'))
);
CREATE INDEX "alert_raised_idx" ON "alert" ("workspace_id", "raised_at" DESC);

-- Where a member wants to hear of which kinds.
CREATE TABLE "alert_channel" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "target" TEXT NOT NULL,
  "alerts" TEXT[] NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "removed_at" TIMESTAMPTZ(6),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "alert_channel_kind_known" CHECK ("kind" IN ('webhook','email')),
  CONSTRAINT "alert_channel_alerts_known" CHECK (cardinality("alerts") > 0 AND "alerts" <@ ARRAY['budget','import','review','decision','offer','rental'])
);

-- The outbox: one line for each alert and channel, written with the alert and sent afterwards, again and again until it is through.
CREATE TABLE "alert_delivery" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "alert_id" UUID NOT NULL,
  "channel_id" UUID NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_at" TIMESTAMPTZ(6),
  "sent_at" TIMESTAMPTZ(6),
  "last_error" TEXT,
  PRIMARY KEY ("workspace_id", "id"),
  UNIQUE ("workspace_id", "alert_id", "channel_id"),
  CONSTRAINT "alert_delivery_alert_fkey" FOREIGN KEY ("workspace_id", "alert_id") REFERENCES "alert"("workspace_id", "id"),
  CONSTRAINT "alert_delivery_channel_fkey" FOREIGN KEY ("workspace_id", "channel_id") REFERENCES "alert_channel"("workspace_id", "id"),
  CONSTRAINT "alert_delivery_sent_is_done" CHECK ("sent_at" IS NULL OR "next_at" IS NULL)
);
CREATE INDEX "alert_delivery_due_idx" ON "alert_delivery" ("next_at") WHERE "next_at" IS NOT NULL;

-- When the workspace was last looked over.
CREATE TABLE "alert_watch" (
  "workspace_id" UUID NOT NULL PRIMARY KEY REFERENCES "workspace"("id"),
  "looked_at" TIMESTAMPTZ(6) NOT NULL
);

-- Rates between currencies, each a fact with a date and a source. A later statement for the same day stands in place of an earlier.
CREATE TABLE "exchange_rate" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "from_currency" TEXT NOT NULL,
  "to_currency" TEXT NOT NULL,
  "dated" DATE NOT NULL,
  -- null takes the rate of that day back
  "rate" DECIMAL,
  "source" TEXT NOT NULL,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "exchange_rate_currencies" CHECK ("from_currency" ~ '^[A-Z]{3}$' AND "to_currency" ~ '^[A-Z]{3}$' AND "from_currency" <> "to_currency"),
  CONSTRAINT "exchange_rate_positive" CHECK ("rate" > 0 AND "rate" NOT IN ('NaN','Infinity') AND scale("rate") <= 30),
  CONSTRAINT "exchange_rate_source" CHECK (btrim("source") <> '')
);
CREATE INDEX "exchange_rate_dated_idx" ON "exchange_rate" ("workspace_id", "from_currency", "to_currency", "dated");

DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['budget','alert','alert_channel','alert_delivery','alert_watch','exchange_rate']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO headroom_app', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['alert','exchange_rate']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', t || '_append_only', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_no_truncate', t);
  END LOOP;
END $do$;
GRANT UPDATE ("ended_at", "ended_by") ON "budget" TO headroom_app;
GRANT UPDATE ("removed_at", "target") ON "alert_channel" TO headroom_app;
GRANT UPDATE ("attempts", "next_at", "sent_at", "last_error") ON "alert_delivery" TO headroom_app;
GRANT UPDATE ("looked_at") ON "alert_watch" TO headroom_app;

-- The job's hand-over: which workspaces have something to look at. Ids alone.
CREATE FUNCTION "system_alert_workspaces"(p_now timestamptz) RETURNS TABLE (workspace_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w."id" FROM "workspace" w LEFT JOIN "alert_watch" a ON a."workspace_id" = w."id"
   WHERE EXISTS (SELECT 1 FROM "alert_delivery" d WHERE d."workspace_id" = w."id" AND d."next_at" <= p_now)
      OR (a."looked_at" IS NULL OR a."looked_at" <= p_now - interval '1 hour')
      OR EXISTS (SELECT 1 FROM "audit_event" e WHERE e."workspace_id" = w."id" AND e."at" > a."looked_at" - interval '2 minutes')
$$;
REVOKE ALL ON FUNCTION "system_alert_workspaces"(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "system_alert_workspaces"(timestamptz) TO headroom_app;
