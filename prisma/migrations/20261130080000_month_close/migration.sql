-- What invoices state, to be held against the ledger. A statement is never changed: a later one of the same invoice stands
-- in its place, and one without an amount takes it back.
CREATE TABLE "invoice_total" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "month" DATE NOT NULL,
  "issuer" TEXT NOT NULL,
  "invoice_id" TEXT NOT NULL DEFAULT '',
  "currency" TEXT NOT NULL,
  "amount" DECIMAL,
  "source" TEXT NOT NULL,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "invoice_total_month_first" CHECK (extract(day FROM "month") = 1),
  CONSTRAINT "invoice_total_currency" CHECK ("currency" ~ '^[A-Z]{3}$'),
  CONSTRAINT "invoice_total_finite" CHECK ("amount" NOT IN ('NaN','Infinity','-Infinity') AND scale("amount") <= 30)
);
CREATE INDEX "invoice_total_workspace_id_month_idx" ON "invoice_total" ("workspace_id", "month");

-- A month of the workspace's zone that finance has closed: its time, and what it held then, kept for good.
CREATE TABLE "month_close" (
  "workspace_id" UUID NOT NULL,
  "month" DATE NOT NULL,
  "period" TSTZRANGE NOT NULL,
  "closed_at" TIMESTAMPTZ(6) NOT NULL,
  "closed_by" UUID NOT NULL,
  "held" JSONB NOT NULL,
  "digest" TEXT NOT NULL,
  "note" TEXT,
  PRIMARY KEY ("workspace_id", "month"),
  CONSTRAINT "month_close_month_first" CHECK (extract(day FROM "month") = 1),
  CONSTRAINT "month_close_period_not_empty" CHECK (NOT isempty("period") AND lower_inc("period") AND NOT upper_inc("period")),
  CONSTRAINT "month_close_no_overlap" EXCLUDE USING gist ("workspace_id" WITH =, "period" WITH &&)
);

-- An entry that came after the close of its month: a later correction, told apart for good.
ALTER TABLE "ledger_entry" ADD COLUMN "after_close" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "ledger_entry_after_close_idx" ON "ledger_entry" ("workspace_id", "month") WHERE "after_close";

-- No write path can forget to say so: a statement whose rows do not is refused as a whole.
CREATE FUNCTION "after_close_is_said"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "month_close") AND EXISTS (
      SELECT 1 FROM came n LEFT JOIN "month_close" c ON c."workspace_id" = n."workspace_id" AND c."period" @> n."charge_start"
       WHERE n."after_close" IS DISTINCT FROM (c."month" IS NOT NULL)) THEN
    RAISE EXCEPTION 'MONTH_CLOSED: an entry of a closed month must say that it came afterwards' USING ERRCODE = 'P0001';
  END IF;
  RETURN NULL;
END;
$$;
CREATE TRIGGER "ledger_entry_after_close" AFTER INSERT ON "ledger_entry" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION "after_close_is_said"();

DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['invoice_total','month_close']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', t || '_append_only', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_no_truncate', t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO headroom_app', t);
  END LOOP;
END $do$;
