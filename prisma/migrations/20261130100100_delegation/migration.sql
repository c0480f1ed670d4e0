-- An approver lets another member sign for a time, up to an amount, where wanted for named briefs alone. Nothing of it is
-- changed afterwards: its early end is a row of its own.
CREATE TABLE "delegation" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "from_person" UUID NOT NULL,
  "to_person" UUID NOT NULL,
  "starts_at" TIMESTAMPTZ(6) NOT NULL,
  "ends_at" TIMESTAMPTZ(6) NOT NULL,
  "amount" DECIMAL NOT NULL,
  "currency" TEXT NOT NULL,
  "every_brief" BOOLEAN NOT NULL,
  "brief_ids" UUID[] NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "delegation_briefs" CHECK ("every_brief" = (cardinality("brief_ids") = 0)),
  CONSTRAINT "delegation_to_another" CHECK ("from_person" <> "to_person"),
  CONSTRAINT "delegation_period" CHECK ("ends_at" > "starts_at" AND "ends_at" <= "starts_at" + interval '400 days'),
  CONSTRAINT "delegation_amount" CHECK ("amount" > 0 AND "amount" NOT IN ('NaN','Infinity') AND scale("amount") <= 30),
  CONSTRAINT "delegation_currency" CHECK ("currency" ~ '^[A-Z]{3}$')
);
CREATE INDEX "delegation_to_idx" ON "delegation" ("workspace_id", "to_person");
CREATE TABLE "delegation_end" (
  "workspace_id" UUID NOT NULL,
  "delegation_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "delegation_id"),
  CONSTRAINT "delegation_end_delegation_fkey" FOREIGN KEY ("workspace_id", "delegation_id") REFERENCES "delegation"("workspace_id", "id")
);

-- Above which planned cost two people sign; the latest row holds, one without an amount takes the rule back.
CREATE TABLE "signing_policy" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "two_above" DECIMAL,
  "currency" TEXT NOT NULL,
  "created_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "signing_policy_amount" CHECK ("two_above" >= 0 AND "two_above" NOT IN ('NaN','Infinity') AND scale("two_above") <= 30),
  CONSTRAINT "signing_policy_currency" CHECK ("currency" ~ '^[A-Z]{3}$')
);
CREATE INDEX "signing_policy_latest_idx" ON "signing_policy" ("workspace_id", "created_at" DESC);

ALTER TABLE "signature" ADD COLUMN "delegation_id" UUID, ADD COLUMN "on_behalf_of" UUID,
  ADD CONSTRAINT "signature_delegation_whole" CHECK (("delegation_id" IS NULL) = ("on_behalf_of" IS NULL)),
  ADD CONSTRAINT "signature_delegation_fkey" FOREIGN KEY ("workspace_id", "delegation_id") REFERENCES "delegation"("workspace_id", "id");

-- The first of two signatures leaves the review with its approvers.
ALTER TABLE "review_event" DROP CONSTRAINT "review_event_kind_known",
  ADD CONSTRAINT "review_event_kind_known" CHECK ("kind" IN ('submitted','withdrawn','sent-back','half-signed','signed','voided'));

DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['delegation','delegation_end','signing_policy']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', t || '_append_only', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_no_truncate', t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO headroom_app', t);
  END LOOP;
END $do$;

-- Whom a person acts for: at any moment since the review exists, also where the time has run out or was ended since, so
-- that nobody sheds a delegation to sign. Through several hands too.
CREATE FUNCTION "acts_for"(p_workspace uuid, p_person uuid, p_since timestamptz, p_until timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE "acting"("person") AS (
    SELECT p_person
    UNION
    SELECT d."from_person" FROM "delegation" d
      JOIN "acting" a ON a."person" = d."to_person"
      LEFT JOIN "delegation_end" e ON e."workspace_id" = d."workspace_id" AND e."delegation_id" = d."id"
     WHERE d."workspace_id" = p_workspace AND d."starts_at" <= p_until AND least(d."ends_at", e."at") > p_since
  )
  SELECT a."person" FROM "acting" a WHERE a."person" <> p_person
$$;

CREATE OR REPLACE FUNCTION "contributor_has_not_signed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made timestamptz;
BEGIN
  SELECT r."created_at" INTO made FROM "review" r WHERE r."workspace_id" = NEW."workspace_id" AND r."id" = NEW."review_id" FOR UPDATE;
  IF EXISTS (SELECT 1 FROM "signature" s WHERE s."workspace_id" = NEW."workspace_id" AND s."review_id" = NEW."review_id"
      AND (s."person_id" = NEW."person_id" OR s."on_behalf_of" = NEW."person_id"
        OR NEW."person_id" IN (SELECT acts_for(s."workspace_id", s."person_id", made, s."at")))
      AND NOT EXISTS (SELECT 1 FROM "signature_void" v
        WHERE v."workspace_id" = s."workspace_id" AND v."signature_id" = s."id")) THEN
    RAISE EXCEPTION 'SIGNER_CONTRIBUTES: the signer of a standing signature cannot contribute to what was signed' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;

CREATE FUNCTION "check_delegation"(s "signature", p_made timestamptz, p_cost jsonb, p_brief uuid) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE d "delegation";
BEGIN
  SELECT x.* INTO d FROM "delegation" x WHERE x."workspace_id" = s."workspace_id" AND x."id" = s."delegation_id";
  IF d."from_person" IS DISTINCT FROM s."on_behalf_of" OR d."to_person" IS DISTINCT FROM s."person_id"
     OR s."at" < d."starts_at" OR s."at" >= d."ends_at"
     OR EXISTS (SELECT 1 FROM "delegation_end" e WHERE e."workspace_id" = d."workspace_id" AND e."delegation_id" = d."id")
     OR NOT EXISTS (SELECT 1 FROM "membership" m WHERE m."workspace_id" = s."workspace_id" AND m."person_id" = s."person_id")
     OR NOT EXISTS (SELECT 1 FROM "membership" m WHERE m."workspace_id" = s."workspace_id" AND m."person_id" = d."from_person" AND 'approver' = ANY (m."roles")) THEN
    RAISE EXCEPTION 'DELEGATION_ENDED: no delegation of signing is in force' USING ERRCODE = 'P0001';
  END IF;
  IF NOT (d."every_brief" OR p_brief = ANY (d."brief_ids"))
     OR p_cost->>'currency' IS DISTINCT FROM d."currency" OR (p_cost->>'amount')::numeric IS NULL OR (p_cost->>'amount')::numeric > d."amount" THEN
    RAISE EXCEPTION 'DELEGATION_EXCEEDED: the review is beyond what was delegated' USING ERRCODE = 'P0001';
  END IF;
END;
$$;

CREATE OR REPLACE FUNCTION "signature_by_a_second_person"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE last_kind text; made timestamptz; brief uuid; frozen jsonb; other record;
BEGIN
  SELECT r."created_at", p."brief_id" INTO made, brief FROM "review" r
    JOIN "plan" p ON p."workspace_id" = r."workspace_id" AND p."id" = r."plan_id"
   WHERE r."workspace_id" = NEW."workspace_id" AND r."id" = NEW."review_id" FOR UPDATE OF r;
  IF EXISTS (SELECT 1 FROM "contributor" c WHERE c."workspace_id" = NEW."workspace_id" AND c."review_id" = NEW."review_id"
      AND c."person_id" = NEW."person_id") THEN
    RAISE EXCEPTION 'SELF_SIGN: a contributor cannot sign' USING ERRCODE = 'P0001';
  END IF;
  IF EXISTS (SELECT 1 FROM "contributor" c WHERE c."workspace_id" = NEW."workspace_id" AND c."review_id" = NEW."review_id"
      AND (c."person_id" = NEW."on_behalf_of" OR c."person_id" IN (SELECT acts_for(NEW."workspace_id", NEW."person_id", made, NEW."at")))) THEN
    RAISE EXCEPTION 'ACTS_FOR_CONTRIBUTOR: who acts for a contributor cannot sign' USING ERRCODE = 'P0001';
  END IF;
  IF NEW."delegation_id" IS NULL AND NOT EXISTS (SELECT 1 FROM "membership" m WHERE m."workspace_id" = NEW."workspace_id"
      AND m."person_id" = NEW."person_id" AND 'approver' = ANY (m."roles")) THEN
    RAISE EXCEPTION 'NOT_APPROVER: only a member with the approver role can sign' USING ERRCODE = 'P0001';
  END IF;
  SELECT e."kind" INTO last_kind FROM "review_event" e WHERE e."workspace_id" = NEW."workspace_id" AND e."review_id" = NEW."review_id"
    ORDER BY e."seq" DESC LIMIT 1;
  IF last_kind IS NULL OR last_kind NOT IN ('submitted', 'half-signed') THEN
    RAISE EXCEPTION 'REVIEW_NOT_SUBMITTED: only a submitted review can be signed' USING ERRCODE = 'P0001';
  END IF;
  IF NEW."delegation_id" IS NOT NULL THEN
    SELECT e."snapshot" INTO frozen FROM "review_event" e WHERE e."workspace_id" = NEW."workspace_id" AND e."review_id" = NEW."review_id"
      AND e."kind" = 'submitted' ORDER BY e."seq" DESC LIMIT 1;
    PERFORM check_delegation(NEW, made, frozen->'cost', brief);
  END IF;
  FOR other IN SELECT s.* FROM "signature" s WHERE s."workspace_id" = NEW."workspace_id" AND s."review_id" = NEW."review_id"
      AND NOT EXISTS (SELECT 1 FROM "signature_void" v WHERE v."workspace_id" = s."workspace_id" AND v."signature_id" = s."id")
  LOOP
    IF ARRAY[other."person_id", other."on_behalf_of"] && ARRAY[NEW."person_id", coalesce(NEW."on_behalf_of", NEW."person_id")] THEN
      RAISE EXCEPTION 'ALREADY_SIGNED: the second signature is by another person' USING ERRCODE = 'P0001';
    END IF;
    IF other."digest" <> NEW."digest" THEN
      RAISE EXCEPTION 'REVIEW_CHANGED: both signatures bind one digest' USING ERRCODE = 'P0001';
    END IF;
    IF other."decision" <> NEW."decision" THEN
      RAISE EXCEPTION 'OTHER_DECISION: both signatures carry one decision' USING ERRCODE = 'P0001';
    END IF;
  END LOOP;
  RETURN NEW;
END;
$$;

-- A review is signed when as many people stand over one digest as the record that was handed over asks for.
CREATE FUNCTION "signed_by_enough"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE needed int; standing int;
BEGIN
  SELECT coalesce((e."snapshot"->>'signaturesNeeded')::int, 1) INTO needed FROM "review_event" e
   WHERE e."workspace_id" = NEW."workspace_id" AND e."review_id" = NEW."review_id" AND e."kind" = 'submitted' ORDER BY e."seq" DESC LIMIT 1;
  SELECT count(DISTINCT s."person_id") INTO standing FROM "signature" s
   WHERE s."workspace_id" = NEW."workspace_id" AND s."review_id" = NEW."review_id" AND s."digest" = NEW."digest"
     AND NOT EXISTS (SELECT 1 FROM "signature_void" v WHERE v."workspace_id" = s."workspace_id" AND v."signature_id" = s."id");
  IF needed IS NULL OR standing < needed THEN
    RAISE EXCEPTION 'SIGNATURES_MISSING: more signatures are needed' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "signed_by_enough" BEFORE INSERT ON "review_event" FOR EACH ROW WHEN (NEW."kind" = 'signed') EXECUTE FUNCTION "signed_by_enough"();
REVOKE ALL ON FUNCTION "acts_for"(uuid,uuid,timestamptz,timestamptz), "check_delegation"("signature",timestamptz,jsonb,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "acts_for"(uuid,uuid,timestamptz,timestamptz) TO headroom_app;
