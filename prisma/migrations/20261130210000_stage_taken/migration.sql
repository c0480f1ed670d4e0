-- What a charge is known again by takes sixteen bytes instead of the some hundred characters that it was: the first half of
-- their SHA-256. It is written with every entry, read by its start, and shown to nobody.
DROP INDEX "ledger_entry_time";
ALTER TABLE "ledger_entry" ALTER COLUMN "fingerprint" TYPE UUID
  USING substr(encode(sha256(convert_to("fingerprint", 'UTF8')), 'hex'), 1, 32)::uuid;
-- The list of entries by time; entries of one start lie in the order of their ids, as their file has them.
CREATE INDEX "ledger_entry_time" ON "ledger_entry" ("workspace_id", "charge_start", "id");

-- The same rule as `~ '^[A-Z]{3}$'`, at a fraction of its cost.
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_currency";
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_currency"
  CHECK (octet_length("currency") = 3 AND translate("currency", 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = '');

-- What lies in a stage can be made anew.
TRUNCATE "bill_stage", "bill_stage_group", "bill_stage_claim";
ALTER TABLE "bill_stage" ALTER COLUMN "fingerprint" TYPE UUID USING NULL;

-- A stage goes as a whole: whoever could take an entry of it, or some of its sums, could make them differ.
REVOKE DELETE ON "bill_stage", "bill_stage_group", "bill_stage_claim" FROM headroom_app;
CREATE FUNCTION "stage_cleared"(bill uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM "bill_stage" WHERE "workspace_id" = (SELECT scope_workspace()) AND "bill_id" = bill;
  DELETE FROM "bill_stage_group" WHERE "workspace_id" = (SELECT scope_workspace()) AND "bill_id" = bill;
  DELETE FROM "bill_stage_claim" WHERE "workspace_id" = (SELECT scope_workspace()) AND "bill_id" = bill;
$$;

-- The ledger took the entries of a stage through a trigger that was handed each of them once more, to compare their sums with
-- those of the stage. Now one function takes entries and sums alike, month by month, straight into the month's own part: it
-- reads nothing but the stage, which nobody can change, and what closed months ask of an entry it says itself. The trigger is
-- for all other ways; what both do with their sums stands in it already and is taken from there.
DO $do$
DECLARE
  source CONSTANT text := (SELECT prosrc FROM pg_proc WHERE oid = 'ledger_entry_rolls_up()'::regprocedure);
  came CONSTANT text := substring(source FROM 'IF stage IS NULL THEN(.*?)RETURN NULL;\s*END IF;');
  staged CONSTANT text := substring(source FROM '(WITH h AS MATERIALIZED \(\s*SELECT g\."workspace_id".*)RETURN NULL;\s*END;');
  names CONSTANT text := '"id", "record", "component", "kind", "rule", "billed", "effective", "currency", "charge_start", "charge_end", "billing_period", "invoice_id", "issuer", "account", "resource", "sku", "meter", "service", "region", "description", "tags", "lane", "fingerprint", "bundled_host", "rental_id", "brief_id"';
BEGIN
  IF came IS NULL OR staged IS NULL THEN RAISE EXCEPTION 'the trigger of the ledger is not the one that this migration follows'; END IF;
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION "ledger_entry_rolls_up"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
    BEGIN
      %s
      RETURN NULL;
    END;
    $body$ $f$, came);
  -- Takes the pieces of a plan from the first to before the last into the ledger, gives how many entries they held, and
  -- refuses them unless these are as many as their sums were made of. The ledger's lock must be held.
  EXECUTE format($f$
    CREATE FUNCTION "ledger_takes_stage"(bill uuid, plan uuid, first integer, beyond integer, author uuid, written_at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_indexscan = off AS $body$
    DECLARE
      place uuid := scope_workspace();
      closes boolean := EXISTS (SELECT 1 FROM "month_close" c WHERE c."workspace_id" = place);
      part date;
      of_month bigint;
      stored bigint := 0;
      told bigint;
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM "bill_import" i WHERE i."workspace_id" = place AND i."id" = bill AND i."committed_at" IS NULL AND i."discarded_at" IS NULL) THEN
        RAISE EXCEPTION 'INVALID: no bill that waits for its commit' USING ERRCODE = 'P0001';
      END IF;
      SELECT coalesce(sum(g."entries"), 0) INTO told FROM "bill_stage_group" g
       WHERE g."workspace_id" = place AND g."bill_id" = bill AND g."run" = plan AND g."piece" >= first AND g."piece" < beyond;
      -- The time that a charge is summed in begins in the month of the charge.
      FOR part IN
        SELECT DISTINCT date_trunc('month', g."span_start" AT TIME ZONE 'UTC')::date FROM "bill_stage_group" g
         WHERE g."workspace_id" = place AND g."bill_id" = bill AND g."run" = plan AND g."piece" >= first AND g."piece" < beyond
         ORDER BY 1
      LOOP
        EXECUTE format(
          'INSERT INTO %%I ("workspace_id", "month", "import_id", "created_by", "created_at", %1$s, "after_close")
           SELECT $1, $6, $2, $7, $8, %1$s, %%s FROM "bill_stage" s
            WHERE s."workspace_id" = $1 AND s."bill_id" = $2 AND s."run" = $3 AND s."piece" >= $4 AND s."piece" < $5 AND s."month" = $6',
          'ledger_entry_' || to_char(part, 'YYYYMM'),
          CASE WHEN closes THEN 'EXISTS (SELECT 1 FROM "month_close" c WHERE c."workspace_id" = $1 AND c."period" @> s."charge_start")' ELSE 'false' END
        ) USING place, bill, plan, first, beyond, part, author, written_at;
        GET DIAGNOSTICS of_month = ROW_COUNT;
        stored := stored + of_month;
      END LOOP;
      IF stored <> told THEN
        RAISE EXCEPTION 'the stage of bill %% holds %% entries and the sums of %%', bill, stored, told;
      END IF;
      %2$s
      RETURN stored;
    END;
    $body$ $f$, names, staged);
END $do$;

REVOKE ALL ON FUNCTION "stage_cleared"(uuid), "ledger_takes_stage"(uuid, uuid, integer, integer, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "stage_cleared"(uuid), "ledger_takes_stage"(uuid, uuid, integer, integer, uuid, timestamptz) TO headroom_app;
