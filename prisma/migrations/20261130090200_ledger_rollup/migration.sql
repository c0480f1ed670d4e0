-- Sums of the ledger by stretch of time, kept by the database itself in the statement that writes the entries. Months of
-- any zone begin within a day of a month in UTC. So what lies between the second and the last day of a month in UTC is one
-- stretch; around the month's ends it is the hour; a charge that is longer than that keeps its own time, as a zone's month
-- may cut it.
CREATE FUNCTION "ledger_span"(starts timestamptz, ends timestamptz) RETURNS tstzrange LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN starts >= (date_trunc('month', starts AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
     AND ends <= (date_trunc('month', starts AT TIME ZONE 'UTC') + interval '1 month' - interval '1 day') AT TIME ZONE 'UTC'
    THEN tstzrange((date_trunc('month', starts AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC',
                   (date_trunc('month', starts AT TIME ZONE 'UTC') + interval '1 month' - interval '1 day') AT TIME ZONE 'UTC', '[)')
    WHEN ends <= (date_trunc('hour', starts AT TIME ZONE 'UTC') + interval '1 hour') AT TIME ZONE 'UTC'
    THEN tstzrange(date_trunc('hour', starts AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
                   (date_trunc('hour', starts AT TIME ZONE 'UTC') + interval '1 hour') AT TIME ZONE 'UTC', '[)')
    ELSE tstzrange(starts, ends, '[)')
  END
$$;

CREATE TABLE "ledger_rollup" (
  "workspace_id" UUID NOT NULL,
  "span_start" TIMESTAMPTZ(6) NOT NULL,
  "span_end" TIMESTAMPTZ(6) NOT NULL,
  "currency" TEXT NOT NULL,
  "component" TEXT NOT NULL,
  -- a purchase that covers later charges: on the billed basis it is paid at once
  "at_once" BOOLEAN NOT NULL,
  -- all zeros for entries that belong to no brief
  "brief_id" UUID NOT NULL,
  "issuer" TEXT NOT NULL,
  -- whether the charges have exactly this time
  "exact" BOOLEAN NOT NULL,
  "entries" BIGINT NOT NULL,
  "billed" DECIMAL NOT NULL,
  "effective" DECIMAL NOT NULL,
  "last_end" TIMESTAMPTZ(6) NOT NULL,
  PRIMARY KEY ("workspace_id", "span_start", "span_end", "currency", "component", "at_once", "brief_id", "issuer", "exact")
);
CREATE INDEX "ledger_rollup_brief" ON "ledger_rollup" ("workspace_id", "brief_id", "span_start");
ALTER TABLE "ledger_rollup" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "ledger_rollup_in_workspace" ON "ledger_rollup" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
-- The application reads it; only the trigger below writes.
GRANT SELECT ON "ledger_rollup" TO headroom_app;

CREATE FUNCTION "ledger_entry_rolls_up"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "ledger_rollup" AS r ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact","entries","billed","effective","last_end")
    SELECT c."workspace_id", lower(c."span"), upper(c."span"), c."currency", c."component", c."at_once", c."brief_id", c."issuer",
           c."exact", count(*), sum(c."billed"), sum(c."effective"), max(c."charge_end")
      FROM (SELECT n."workspace_id", s."span", n."currency", n."component", n."kind" = 'commitment_purchase' AS "at_once",
                   coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid) AS "brief_id", coalesce(n."issuer", '') AS "issuer",
                   lower(s."span") = n."charge_start" AND upper(s."span") = n."charge_end" AS "exact", n."billed", n."effective", n."charge_end"
              FROM came n CROSS JOIN LATERAL (SELECT ledger_span(n."charge_start", n."charge_end") AS "span" OFFSET 0) s) c
     GROUP BY 1,2,3,4,5,6,7,8,9
    ON CONFLICT ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact") DO UPDATE
      SET "entries" = r."entries" + EXCLUDED."entries", "billed" = r."billed" + EXCLUDED."billed",
          "effective" = r."effective" + EXCLUDED."effective", "last_end" = greatest(r."last_end", EXCLUDED."last_end");
  RETURN NULL;
END;
$$;
CREATE TRIGGER "ledger_entry_rollup" AFTER INSERT ON "ledger_entry" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_entry_rolls_up"();

-- What is in the ledger already.
INSERT INTO "ledger_rollup" ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact","entries","billed","effective","last_end")
  SELECT n."workspace_id", lower(s."span"), upper(s."span"), n."currency", n."component", n."kind" = 'commitment_purchase',
         coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid), coalesce(n."issuer", ''),
         lower(s."span") = n."charge_start" AND upper(s."span") = n."charge_end", count(*), sum(n."billed"), sum(n."effective"), max(n."charge_end")
    FROM "ledger_entry" n CROSS JOIN LATERAL (SELECT ledger_span(n."charge_start", n."charge_end") AS "span" OFFSET 0) s
   GROUP BY 1,2,3,4,5,6,7,8,9;

-- The list of entries goes by time, the latest first; a charge that a month cuts is found by its own time.
CREATE INDEX "ledger_entry_time" ON "ledger_entry" ("workspace_id", "charge_start", "id");
