-- The sums by which the ledger's roll-ups grow are made when a plan leaves its entries, not when they are committed: the
-- commit adds them up and compares them with what it stores. Only the trigger of the stage writes them.
CREATE UNLOGGED TABLE "bill_stage_group" (
  "workspace_id" UUID NOT NULL,
  "bill_id" UUID NOT NULL,
  "run" UUID NOT NULL,
  "piece" INTEGER NOT NULL,
  "span_start" TIMESTAMPTZ(6) NOT NULL,
  "span_end" TIMESTAMPTZ(6) NOT NULL,
  "currency" TEXT NOT NULL,
  "component" TEXT NOT NULL,
  "at_once" BOOLEAN NOT NULL,
  "brief_id" UUID NOT NULL,
  "exact" BOOLEAN NOT NULL,
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
  "line_id" UUID NOT NULL,
  "entries" BIGINT NOT NULL,
  "billed" DECIMAL NOT NULL,
  "effective" DECIMAL NOT NULL,
  "last_end" TIMESTAMPTZ(6) NOT NULL
);
CREATE INDEX "bill_stage_group_piece" ON "bill_stage_group" ("workspace_id", "bill_id", "run", "piece");
ALTER TABLE "bill_stage_group" ADD CONSTRAINT "bill_stage_group_bill_fkey" FOREIGN KEY ("workspace_id", "bill_id") REFERENCES "bill_import"("workspace_id", "id");
ALTER TABLE "bill_stage_group" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "bill_stage_group_in_workspace" ON "bill_stage_group" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, DELETE ON "bill_stage_group" TO headroom_app;

-- What lies there can be made anew, and has no sums yet.
TRUNCATE "bill_stage", "bill_stage_claim";
-- The month is what the ledger is cut by: said once, not worked out again for each entry of the commit.
ALTER TABLE "bill_stage" ADD COLUMN "month" DATE NOT NULL;

-- The two triggers group by the same and the two ways of the second end the same: each text stands once.
DO $do$
DECLARE
  line CONSTANT text := $t$"import_id", "rental_id", "issuer", "account", "region", "tags", "description", "resource", "sku", "invoice_id", "service"$t$;
  -- %1$s, %2$s: where the time starts and ends that an entry is summed in; %3$s: the column that names the import;
  -- %4$s: further keys; %5$s: their places; %6$s: which entries
  half CONSTANT text := $t$
    SELECT n."workspace_id", %1$s AS "span_start", %2$s AS "span_end", n."currency", n."component", n."kind" = 'commitment_purchase' AS "at_once",
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid) AS "brief_id", %1$s = n."charge_start" AND %2$s = n."charge_end" AS "exact",
           n.%3$s AS "import_id", n."rental_id", n."issuer", n."account", n."region", n."tags", n."description", n."resource", n."sku", n."invoice_id", n."service"%4$s,
           count(*) AS "entries", sum(n."billed") AS "billed", sum(n."effective") AS "effective", max(n."charge_end") AS "last_end"
      FROM came n JOIN m ON m."month" = n."month" %6$s
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19%5$s$t$;
  inside CONSTANT text := $t$WHERE n."charge_start" >= m."lo" AND n."charge_end" <= m."hi"$t$;
  -- The time of the others is worked out entry by entry.
  outside CONSTANT text := $t$
      CROSS JOIN LATERAL (SELECT ledger_span(n."charge_start", n."charge_end") AS "span" OFFSET 0) s
     WHERE NOT (n."charge_start" >= m."lo" AND n."charge_end" <= m."hi")$t$;
  grouped CONSTANT text := $t$
  WITH m AS MATERIALIZED (
    SELECT d."month", (d."month" + interval '1 day') AT TIME ZONE 'UTC' AS "lo", (d."month" + interval '1 month' - interval '1 day') AT TIME ZONE 'UTC' AS "hi"
      FROM (SELECT DISTINCT "month" FROM came) d),
  g AS MATERIALIZED (%1$s
    UNION ALL%2$s),
  h AS MATERIALIZED (SELECT g.*, md5(ROW(%3$s)::text)::uuid AS "line_id" FROM g)$t$;
  sums CONSTANT text := $t$
  named AS (
    INSERT INTO "ledger_line" ("workspace_id", "id", %1$s)
    SELECT DISTINCT ON ("workspace_id", "line_id") "workspace_id", "line_id", %1$s FROM h
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
        "effective" = r."effective" + EXCLUDED."effective", "last_end" = greatest(r."last_end", EXCLUDED."last_end");$t$;
  lo CONSTANT text := 'm."lo"';
  hi CONSTANT text := 'm."hi"';
  low CONSTANT text := 'lower(s."span")';
  high CONSTANT text := 'upper(s."span")';
  ledger text := format(grouped, format(half, lo, hi, '"import_id"', '', '', inside), format(half, low, high, '"import_id"', '', '', outside), line);
  stage text := format(grouped, format(half, lo, hi, '"bill_id"', ', n."run", n."piece"', ', 20, 21', inside), format(half, low, high, '"bill_id"', ', n."run", n."piece"', ', 20, 21', outside), line);
BEGIN
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION "bill_stage_sums"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
    BEGIN
      %1$s
      INSERT INTO "bill_stage_group" ("bill_id", "workspace_id", "run", "piece", "span_start", "span_end", "currency", "component", "at_once", "brief_id", "exact",
             "rental_id", "issuer", "account", "region", "tags", "description", "resource", "sku", "invoice_id", "service", "line_id", "entries", "billed", "effective", "last_end")
      SELECT "import_id", "workspace_id", "run", "piece", "span_start", "span_end", "currency", "component", "at_once", "brief_id", "exact",
             "rental_id", "issuer", "account", "region", "tags", "description", "resource", "sku", "invoice_id", "service", "line_id", "entries", "billed", "effective", "last_end" FROM h;
      RETURN NULL;
    END;
    $body$ $f$, stage);
  -- `headroom.stage` names the bill, the run of its plan, and its pieces from the first to before the last that a statement
  -- stores. Their sums must be those of the entries that came, or the statement is refused: nobody's word is taken for it.
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION "ledger_entry_rolls_up"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
    DECLARE
      stage text[] := string_to_array(nullif(current_setting('headroom.stage', true), ''), ' ');
      place uuid := scope_workspace();
      bill uuid := stage[1];
      plan uuid := stage[2];
      first integer := stage[3];
      beyond integer := stage[4];
      stored record;
      told record;
    BEGIN
      IF stage IS NULL THEN
        %1$s, %2$s
        RETURN NULL;
      END IF;
      SELECT count(*) AS n, sum(c."billed") AS b, sum(c."effective") AS e, max(c."charge_end") AS l, bool_and(c."import_id" IS NOT DISTINCT FROM bill AND c."workspace_id" = place) AS own
        INTO stored FROM came c;
      SELECT coalesce(sum(g."entries"), 0)::bigint AS n, sum(g."billed") AS b, sum(g."effective") AS e, max(g."last_end") AS l, CASE WHEN count(*) > 0 THEN true END AS own
        INTO told FROM "bill_stage_group" g
       WHERE g."workspace_id" = place AND g."bill_id" = bill AND g."run" = plan AND g."piece" >= first AND g."piece" < beyond;
      IF stored IS DISTINCT FROM told THEN
        RAISE EXCEPTION 'the sums of the stage %% are not those of its entries: %% instead of %%', stage, told, stored;
      END IF;
      WITH h AS MATERIALIZED (
        SELECT g."workspace_id", g."span_start", g."span_end", g."currency", g."component", g."at_once", g."brief_id", g."exact",
               g."bill_id" AS "import_id", g."rental_id", g."issuer", g."account", g."region", g."tags", g."description", g."resource", g."sku", g."invoice_id", g."service", g."line_id",
               sum(g."entries") AS "entries", sum(g."billed") AS "billed", sum(g."effective") AS "effective", max(g."last_end") AS "last_end"
          FROM "bill_stage_group" g
         WHERE g."workspace_id" = place AND g."bill_id" = bill AND g."run" = plan AND g."piece" >= first AND g."piece" < beyond
         GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), %2$s
      RETURN NULL;
    END;
    $body$ $f$, ledger, format(sums, line));
END $do$;

CREATE TRIGGER "bill_stage_sums" AFTER INSERT ON "bill_stage" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION "bill_stage_sums"();
