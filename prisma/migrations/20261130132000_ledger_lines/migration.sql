-- What entries are for, once each: the words that a ledger is searched and grouped by repeat from hour to hour. Sums are
-- kept by them too, so that a search reads neither the entries nor their words again.
CREATE TABLE "ledger_line" (
  "workspace_id" UUID NOT NULL,
  -- MD5 of the columns below, as one row
  "id" UUID NOT NULL,
  "import_id" UUID,
  "rental_id" UUID,
  "issuer" TEXT,
  "account" TEXT,
  "region" TEXT,
  "tags" JSONB,
  "description" TEXT,
  "resource" TEXT,
  "sku" TEXT,
  "invoice_id" TEXT,
  "service" TEXT,
  PRIMARY KEY ("workspace_id", "id")
);
CREATE TABLE "ledger_line_rollup" (
  "workspace_id" UUID NOT NULL,
  "line_id" UUID NOT NULL,
  "span_start" TIMESTAMPTZ(6) NOT NULL,
  "span_end" TIMESTAMPTZ(6) NOT NULL,
  "currency" TEXT NOT NULL,
  "component" TEXT NOT NULL,
  "at_once" BOOLEAN NOT NULL,
  -- all zeros for entries that belong to no brief
  "brief_id" UUID NOT NULL,
  -- whether the charges have exactly this time
  "exact" BOOLEAN NOT NULL,
  "entries" BIGINT NOT NULL,
  "billed" DECIMAL NOT NULL,
  "effective" DECIMAL NOT NULL,
  PRIMARY KEY ("workspace_id", "line_id", "span_start", "span_end", "currency", "component", "at_once", "brief_id", "exact")
);
DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['ledger_line','ledger_line_rollup']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
    -- The application reads it; only the trigger below writes.
    EXECUTE format('GRANT SELECT ON %I TO headroom_app', t);
  END LOOP;
END $do$;

CREATE OR REPLACE FUNCTION "ledger_entry_rolls_up"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH m AS MATERIALIZED (
    SELECT d."month", (d."month" + interval '1 day') AT TIME ZONE 'UTC' AS "lo", (d."month" + interval '1 month' - interval '1 day') AT TIME ZONE 'UTC' AS "hi"
      FROM (SELECT DISTINCT "month" FROM came) d),
  g AS MATERIALIZED (
    SELECT n."workspace_id", m."lo" AS "span_start", m."hi" AS "span_end", n."currency", n."component", n."kind" = 'commitment_purchase' AS "at_once",
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid) AS "brief_id", m."lo" = n."charge_start" AND m."hi" = n."charge_end" AS "exact",
           n."import_id", n."rental_id", n."issuer", n."account", n."region", n."tags", n."description", n."resource", n."sku", n."invoice_id", n."service",
           count(*) AS "entries", sum(n."billed") AS "billed", sum(n."effective") AS "effective", max(n."charge_end") AS "last_end"
      FROM came n JOIN m ON m."month" = n."month"
     WHERE n."charge_start" >= m."lo" AND n."charge_end" <= m."hi"
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
    UNION ALL
    SELECT n."workspace_id", lower(s."span") AS "span_start", upper(s."span") AS "span_end", n."currency", n."component", n."kind" = 'commitment_purchase' AS "at_once",
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid) AS "brief_id", lower(s."span") = n."charge_start" AND upper(s."span") = n."charge_end" AS "exact",
           n."import_id", n."rental_id", n."issuer", n."account", n."region", n."tags", n."description", n."resource", n."sku", n."invoice_id", n."service",
           count(*) AS "entries", sum(n."billed") AS "billed", sum(n."effective") AS "effective", max(n."charge_end") AS "last_end"
      FROM came n JOIN m ON m."month" = n."month"
      CROSS JOIN LATERAL (SELECT ledger_span(n."charge_start", n."charge_end") AS "span" OFFSET 0) s
     WHERE NOT (n."charge_start" >= m."lo" AND n."charge_end" <= m."hi")
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
  h AS MATERIALIZED (SELECT g.*, md5(ROW(g."import_id", g."rental_id", g."issuer", g."account", g."region", g."tags", g."description", g."resource", g."sku", g."invoice_id", g."service")::text)::uuid AS "line_id" FROM g),
  named AS (
    INSERT INTO "ledger_line" ("workspace_id", "id", "import_id", "rental_id", "issuer", "account", "region", "tags", "description", "resource", "sku", "invoice_id", "service")
    SELECT DISTINCT ON (h."workspace_id", h."line_id") h."workspace_id", h."line_id", h."import_id", h."rental_id", h."issuer", h."account", h."region", h."tags", h."description", h."resource", h."sku", h."invoice_id", h."service" FROM h
    ON CONFLICT DO NOTHING),
  lined AS (
    INSERT INTO "ledger_line_rollup" AS r ("workspace_id","line_id","span_start","span_end","currency","component","at_once","brief_id","exact","entries","billed","effective")
    SELECT h."workspace_id", h."line_id", h."span_start", h."span_end", h."currency", h."component", h."at_once", h."brief_id", h."exact",
           h."entries", h."billed", h."effective" FROM h
    ON CONFLICT ("workspace_id","line_id","span_start","span_end","currency","component","at_once","brief_id","exact") DO UPDATE
      SET "entries" = r."entries" + EXCLUDED."entries", "billed" = r."billed" + EXCLUDED."billed", "effective" = r."effective" + EXCLUDED."effective")
  INSERT INTO "ledger_rollup" AS r ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact","entries","billed","effective","last_end")
  SELECT h."workspace_id", h."span_start", h."span_end", h."currency", h."component", h."at_once", h."brief_id", coalesce(h."issuer", ''), h."exact",
         sum(h."entries"), sum(h."billed"), sum(h."effective"), max(h."last_end") FROM h GROUP BY 1,2,3,4,5,6,7,8,9
  ON CONFLICT ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact") DO UPDATE
    SET "entries" = r."entries" + EXCLUDED."entries", "billed" = r."billed" + EXCLUDED."billed",
        "effective" = r."effective" + EXCLUDED."effective", "last_end" = greatest(r."last_end", EXCLUDED."last_end");
  RETURN NULL;
END;
$$;

-- What is in the ledger already; its sums without lines stand.
  WITH m AS MATERIALIZED (
    SELECT d."month", (d."month" + interval '1 day') AT TIME ZONE 'UTC' AS "lo", (d."month" + interval '1 month' - interval '1 day') AT TIME ZONE 'UTC' AS "hi"
      FROM (SELECT DISTINCT "month" FROM "ledger_entry") d),
  g AS MATERIALIZED (
    SELECT n."workspace_id", m."lo" AS "span_start", m."hi" AS "span_end", n."currency", n."component", n."kind" = 'commitment_purchase' AS "at_once",
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid) AS "brief_id", m."lo" = n."charge_start" AND m."hi" = n."charge_end" AS "exact",
           n."import_id", n."rental_id", n."issuer", n."account", n."region", n."tags", n."description", n."resource", n."sku", n."invoice_id", n."service",
           count(*) AS "entries", sum(n."billed") AS "billed", sum(n."effective") AS "effective", max(n."charge_end") AS "last_end"
      FROM "ledger_entry" n JOIN m ON m."month" = n."month"
     WHERE n."charge_start" >= m."lo" AND n."charge_end" <= m."hi"
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
    UNION ALL
    SELECT n."workspace_id", lower(s."span") AS "span_start", upper(s."span") AS "span_end", n."currency", n."component", n."kind" = 'commitment_purchase' AS "at_once",
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid) AS "brief_id", lower(s."span") = n."charge_start" AND upper(s."span") = n."charge_end" AS "exact",
           n."import_id", n."rental_id", n."issuer", n."account", n."region", n."tags", n."description", n."resource", n."sku", n."invoice_id", n."service",
           count(*) AS "entries", sum(n."billed") AS "billed", sum(n."effective") AS "effective", max(n."charge_end") AS "last_end"
      FROM "ledger_entry" n JOIN m ON m."month" = n."month"
      CROSS JOIN LATERAL (SELECT ledger_span(n."charge_start", n."charge_end") AS "span" OFFSET 0) s
     WHERE NOT (n."charge_start" >= m."lo" AND n."charge_end" <= m."hi")
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
  h AS MATERIALIZED (SELECT g.*, md5(ROW(g."import_id", g."rental_id", g."issuer", g."account", g."region", g."tags", g."description", g."resource", g."sku", g."invoice_id", g."service")::text)::uuid AS "line_id" FROM g),
  named AS (
    INSERT INTO "ledger_line" ("workspace_id", "id", "import_id", "rental_id", "issuer", "account", "region", "tags", "description", "resource", "sku", "invoice_id", "service")
    SELECT DISTINCT ON (h."workspace_id", h."line_id") h."workspace_id", h."line_id", h."import_id", h."rental_id", h."issuer", h."account", h."region", h."tags", h."description", h."resource", h."sku", h."invoice_id", h."service" FROM h
    ON CONFLICT DO NOTHING),
  lined AS (
    INSERT INTO "ledger_line_rollup" AS r ("workspace_id","line_id","span_start","span_end","currency","component","at_once","brief_id","exact","entries","billed","effective")
    SELECT h."workspace_id", h."line_id", h."span_start", h."span_end", h."currency", h."component", h."at_once", h."brief_id", h."exact",
           h."entries", h."billed", h."effective" FROM h
    ON CONFLICT ("workspace_id","line_id","span_start","span_end","currency","component","at_once","brief_id","exact") DO UPDATE
      SET "entries" = r."entries" + EXCLUDED."entries", "billed" = r."billed" + EXCLUDED."billed", "effective" = r."effective" + EXCLUDED."effective")
  SELECT count(*) FROM h;
