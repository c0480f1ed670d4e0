-- What a plan leaves for its commit cost as much to keep as to read: PostgreSQL looked for the bill once for each entry, and
-- every entry had a key of three ids. The bill is looked for once for each statement now, and the key names it alone.
ALTER TABLE "bill_stage" DROP CONSTRAINT "bill_stage_bill_fkey";
ALTER TABLE "bill_stage_claim" DROP CONSTRAINT "bill_stage_claim_bill_fkey";
-- Its rows are made by a trigger, of those that came into the stage.
ALTER TABLE "bill_stage_group" DROP CONSTRAINT "bill_stage_group_bill_fkey";

CREATE FUNCTION "bill_stage_has_bill"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM (SELECT DISTINCT "workspace_id", "bill_id" FROM came) c
     WHERE NOT EXISTS (SELECT 1 FROM "bill_import" i WHERE i."workspace_id" = c."workspace_id" AND i."id" = c."bill_id")
  ) THEN
    RAISE EXCEPTION 'INVALID: no such bill' USING ERRCODE = 'P0001';
  END IF;
  RETURN NULL;
END;
$$;
REVOKE ALL ON FUNCTION "bill_stage_has_bill"() FROM PUBLIC;
CREATE TRIGGER "bill_stage_has_bill" AFTER INSERT ON "bill_stage" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION "bill_stage_has_bill"();
CREATE TRIGGER "bill_stage_claim_has_bill" AFTER INSERT ON "bill_stage_claim" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION "bill_stage_has_bill"();

DROP INDEX "bill_stage_piece";
CREATE INDEX "bill_stage_piece" ON "bill_stage" ("bill_id", "piece");
