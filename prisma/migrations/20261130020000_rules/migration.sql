-- What Prisma has no word for. Valid on PostgreSQL 15 to 18. Runs as headroom_owner; headroom_app owns nothing.
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ---------------------------------------------------------------- tables that Prisma never sees
-- Password hashes lie apart, without a grant: only the sign-in functions below read them.
CREATE TABLE "person_secret" (
  "person_id" UUID PRIMARY KEY REFERENCES "person"("id") ON DELETE CASCADE,
  "password_hash" TEXT NOT NULL,
  "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now()
);
CREATE TABLE "setup_link" (
  "token_hash" TEXT PRIMARY KEY,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "used_at" TIMESTAMPTZ(6)
);
CREATE TABLE "sign_in_failure" (
  "email" TEXT NOT NULL,
  "at" TIMESTAMPTZ(6) NOT NULL DEFAULT now()
);
CREATE INDEX "sign_in_failure_email_at_idx" ON "sign_in_failure" ("email", "at");

-- What ledger entries say they paid for. Not partitioned: PostgreSQL 15 has no exclusion constraint on partitioned tables.
CREATE TABLE "claim" (
  "workspace_id" UUID NOT NULL REFERENCES "workspace"("id"),
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "import_id" UUID,
  "account" TEXT NOT NULL,
  "resource" TEXT NOT NULL,
  "component" TEXT NOT NULL,
  "meter" TEXT NOT NULL,
  "lane" INTEGER NOT NULL,
  "period" TSTZRANGE NOT NULL,
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "claim_period_not_empty" CHECK (NOT isempty("period") AND lower_inc("period") AND NOT upper_inc("period")),
  CONSTRAINT "claim_no_overlap" EXCLUDE USING gist (
    "workspace_id" WITH =, "account" WITH =, "resource" WITH =, "component" WITH =, "meter" WITH =, "lane" WITH =, "period" WITH &&
  )
);

-- ---------------------------------------------------------------- keys and checks
CREATE UNIQUE INDEX "person_email_key" ON "person" (lower("email"));
CREATE UNIQUE INDEX "bill_import_committed_file_key" ON "bill_import" ("workspace_id", "source", "sha256") WHERE "committed_at" IS NOT NULL;
ALTER TABLE "membership"
  ADD CONSTRAINT "membership_workspace_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id"),
  ADD CONSTRAINT "membership_person_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id"),
  ADD CONSTRAINT "membership_roles_known" CHECK ("roles" <@ ARRAY['viewer','author','finance','approver','admin'] AND cardinality("roles") > 0);
ALTER TABLE "signature" ADD CONSTRAINT "signature_decision_known"
  CHECK ("decision" IN ('extend','reserve','dedicate','scale','other-abstraction','stop'));
ALTER TABLE "review_event" ADD CONSTRAINT "review_event_kind_known"
  CHECK ("kind" IN ('submitted','withdrawn','sent-back','signed','voided')),
  ADD CONSTRAINT "review_event_reason" CHECK ("kind" <> 'sent-back' OR length(trim("reason")) > 0);
ALTER TABLE "rental" ADD CONSTRAINT "rental_kind_known" CHECK ("kind" IN ('trial','run')),
  ADD CONSTRAINT "rental_ends_after_start" CHECK ("ends_at" > "starts_at" AND ("ended_at" IS NULL OR "ended_at" >= "starts_at"));
ALTER TABLE "ledger_entry"
  ADD CONSTRAINT "ledger_entry_scale" CHECK (scale("billed") <= 30 AND scale("effective") <= 30),
  ADD CONSTRAINT "ledger_entry_finite" CHECK ("billed" NOT IN ('NaN','Infinity','-Infinity') AND "effective" NOT IN ('NaN','Infinity','-Infinity')),
  ADD CONSTRAINT "ledger_entry_component_known" CHECK ("component" IN
    ('accelerator','host','storage','network','support','tax','credit','rounding','funding','unclassified')),
  ADD CONSTRAINT "ledger_entry_period" CHECK ("charge_end" >= "charge_start"),
  ADD CONSTRAINT "ledger_entry_month_first" CHECK (extract(day FROM "month") = 1),
  ADD CONSTRAINT "ledger_entry_currency" CHECK ("currency" ~ '^[A-Z]{3}$');
-- A reversal names what it reverses, and an entry is reversed at most once.
CREATE UNIQUE INDEX "ledger_entry_reversed_once" ON "ledger_entry" ("workspace_id", "month", "reverses_id", "reverses_month");
CREATE UNIQUE INDEX "ledger_entry_import_record" ON "ledger_entry" ("workspace_id", "month", "import_id", "record", "component", "kind");
ALTER TABLE "output_record"
  ADD CONSTRAINT "output_record_period" CHECK ("period_end" > "period_start"),
  ADD CONSTRAINT "output_record_counts" CHECK ("retried" >= 0 OR "corrects_id" IS NOT NULL),
  ADD CONSTRAINT "output_record_sum" CHECK ("attempted" = "accepted" + "rejected" + "failed"),
  ADD CONSTRAINT "output_record_brief_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id");
ALTER TABLE "diagnostic_record"
  ADD CONSTRAINT "diagnostic_record_kind_known" CHECK ("kind" IN ('idle','failed','ramp-up') AND "gpu_seconds" >= 0 AND "period_end" > "period_start"),
  ADD CONSTRAINT "diagnostic_record_brief_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id");
ALTER TABLE "effort_record"
  ADD CONSTRAINT "effort_record_period" CHECK ("period_end" > "period_start" AND "minutes" >= 0),
  ADD CONSTRAINT "effort_record_brief_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id");

-- ---------------------------------------------------------------- append-only
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'APPEND_ONLY: % is never changed or emptied; write a correction instead', TG_TABLE_NAME USING ERRCODE = 'P0001';
END;
$$;
DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['audit_event','brief_revision','plan_revision','review_event','signature','signature_void','contributor','brief_editor','ledger_entry','output_record']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', t || '_append_only', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_no_truncate', t);
  END LOOP;
END $do$;

-- Evidence may lose its bytes (erasure), never its hash, reading or author.
CREATE FUNCTION "evidence_only_erases"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."bytes" IS NOT NULL OR NEW."erased_at" IS NULL OR length(trim(coalesce(NEW."erased_reason", ''))) = 0
     OR (to_jsonb(NEW) - 'bytes' - 'erased_at' - 'erased_reason' - 'file_name') IS DISTINCT FROM (to_jsonb(OLD) - 'bytes' - 'erased_at' - 'erased_reason' - 'file_name') THEN
    RAISE EXCEPTION 'APPEND_ONLY: evidence is erased with a reason or left as it is' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "evidence_only_erases" BEFORE UPDATE ON "evidence" FOR EACH ROW EXECUTE FUNCTION "evidence_only_erases"();
CREATE TRIGGER "evidence_append_only" BEFORE DELETE ON "evidence" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "evidence_no_truncate" BEFORE TRUNCATE ON "evidence" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- ---------------------------------------------------------------- four eyes
-- Who wrote, edited or uploaded is recorded by the database itself, so that no code path can forget it.
CREATE FUNCTION "note_brief_editor"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE b uuid; p uuid; j jsonb := to_jsonb(NEW);
BEGIN
  b := CASE WHEN TG_TABLE_NAME = 'plan_revision'
       THEN (SELECT x."brief_id" FROM "plan" x WHERE x."workspace_id" = NEW."workspace_id" AND x."id" = (j->>'plan_id')::uuid)
       ELSE (j->>'brief_id')::uuid END;
  p := coalesce(j->>'author_id', j->>'updated_by')::uuid;
  INSERT INTO "brief_editor" ("workspace_id","brief_id","person_id","how") VALUES (NEW."workspace_id", b, p, TG_TABLE_NAME)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER "brief_draft_editor" AFTER INSERT OR UPDATE ON "brief_draft" FOR EACH ROW EXECUTE FUNCTION "note_brief_editor"();
CREATE TRIGGER "brief_revision_editor" AFTER INSERT ON "brief_revision" FOR EACH ROW EXECUTE FUNCTION "note_brief_editor"();
CREATE TRIGGER "plan_revision_editor" AFTER INSERT ON "plan_revision" FOR EACH ROW EXECUTE FUNCTION "note_brief_editor"();

CREATE FUNCTION "editor_contributes"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "contributor" ("workspace_id","review_id","person_id","how")
    SELECT r."workspace_id", r."id", NEW."person_id", NEW."how" FROM "review" r
      JOIN "plan" p ON p."workspace_id" = r."workspace_id" AND p."id" = r."plan_id"
     WHERE p."workspace_id" = NEW."workspace_id" AND p."brief_id" = NEW."brief_id"
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER "brief_editor_contributes" AFTER INSERT ON "brief_editor" FOR EACH ROW EXECUTE FUNCTION "editor_contributes"();

CREATE FUNCTION "review_takes_contributors"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "contributor" ("workspace_id","review_id","person_id","how")
    SELECT NEW."workspace_id", NEW."id", e."person_id", e."how" FROM "brief_editor" e
      JOIN "plan" p ON p."workspace_id" = e."workspace_id" AND p."brief_id" = e."brief_id"
     WHERE p."workspace_id" = NEW."workspace_id" AND p."id" = NEW."plan_id"
    ON CONFLICT DO NOTHING;
  INSERT INTO "contributor" ("workspace_id","review_id","person_id","how")
    VALUES (NEW."workspace_id", NEW."id", NEW."created_by", 'review') ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER "review_takes_contributors" AFTER INSERT ON "review" FOR EACH ROW EXECUTE FUNCTION "review_takes_contributors"();

CREATE FUNCTION "uploader_contributes"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "contributor" ("workspace_id","review_id","person_id","how")
    VALUES (NEW."workspace_id", NEW."review_id", NEW."uploaded_by", 'evidence') ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER "evidence_uploader_contributes" AFTER INSERT ON "evidence" FOR EACH ROW EXECUTE FUNCTION "uploader_contributes"();

-- Contributor and signature both lock the review row, so that neither can slip past the other in a race.
CREATE FUNCTION "contributor_has_not_signed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM "review" r WHERE r."workspace_id" = NEW."workspace_id" AND r."id" = NEW."review_id" FOR UPDATE;
  IF EXISTS (SELECT 1 FROM "signature" s WHERE s."workspace_id" = NEW."workspace_id" AND s."review_id" = NEW."review_id"
      AND s."person_id" = NEW."person_id" AND NOT EXISTS (SELECT 1 FROM "signature_void" v
        WHERE v."workspace_id" = s."workspace_id" AND v."signature_id" = s."id")) THEN
    RAISE EXCEPTION 'SIGNER_CONTRIBUTES: the signer of a standing signature cannot contribute to what was signed' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "contributor_has_not_signed" BEFORE INSERT ON "contributor" FOR EACH ROW EXECUTE FUNCTION "contributor_has_not_signed"();

CREATE FUNCTION "signature_by_a_second_person"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE last_kind text;
BEGIN
  PERFORM 1 FROM "review" r WHERE r."workspace_id" = NEW."workspace_id" AND r."id" = NEW."review_id" FOR UPDATE;
  IF EXISTS (SELECT 1 FROM "contributor" c WHERE c."workspace_id" = NEW."workspace_id" AND c."review_id" = NEW."review_id"
      AND c."person_id" = NEW."person_id") THEN
    RAISE EXCEPTION 'SELF_SIGN: a contributor cannot sign' USING ERRCODE = 'P0001';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM "membership" m WHERE m."workspace_id" = NEW."workspace_id" AND m."person_id" = NEW."person_id"
      AND 'approver' = ANY (m."roles")) THEN
    RAISE EXCEPTION 'NOT_APPROVER: only a member with the approver role can sign' USING ERRCODE = 'P0001';
  END IF;
  SELECT e."kind" INTO last_kind FROM "review_event" e WHERE e."workspace_id" = NEW."workspace_id" AND e."review_id" = NEW."review_id"
    ORDER BY e."seq" DESC LIMIT 1;
  IF last_kind IS DISTINCT FROM 'submitted' THEN
    RAISE EXCEPTION 'REVIEW_NOT_SUBMITTED: only a submitted review can be signed' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "signature_by_a_second_person" BEFORE INSERT ON "signature" FOR EACH ROW EXECUTE FUNCTION "signature_by_a_second_person"();

-- ---------------------------------------------------------------- row-level security
-- The scope is set at the start of each transaction with set_config(…, true): it ends with the transaction.
CREATE FUNCTION "scope_workspace"() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('app.workspace_id', true), '')::uuid $$;
CREATE FUNCTION "scope_person"() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('app.person_id', true), '')::uuid $$;

DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['invitation','api_token','audit_event','counter','offer','brief','brief_draft','brief_editor','brief_revision',
    'plan','plan_revision','review','contributor','evidence','review_event','signature','signature_void','rental','bill_import',
    'ledger_entry','claim','output_record','diagnostic_record','effort_record']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY %I ON %I USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()))', t || '_in_workspace', t);
  END LOOP;
END $do$;
ALTER TABLE "workspace" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "membership" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "person" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "person_secret" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "setup_link" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sign_in_failure" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "membership_in_workspace" ON "membership" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
CREATE POLICY "membership_own" ON "membership" FOR SELECT USING ("person_id" = (SELECT scope_person()));
CREATE POLICY "workspace_in_scope" ON "workspace" FOR SELECT USING ("id" = (SELECT scope_workspace())
  OR EXISTS (SELECT 1 FROM "membership" m WHERE m."workspace_id" = "workspace"."id" AND m."person_id" = (SELECT scope_person())));
CREATE POLICY "workspace_update" ON "workspace" FOR UPDATE USING ("id" = (SELECT scope_workspace())) WITH CHECK ("id" = (SELECT scope_workspace()));
CREATE POLICY "person_own" ON "person" USING ("id" = (SELECT scope_person())) WITH CHECK ("id" = (SELECT scope_person()));
CREATE POLICY "person_of_workspace" ON "person" FOR SELECT USING (EXISTS (
  SELECT 1 FROM "membership" m WHERE m."person_id" = "person"."id" AND m."workspace_id" = (SELECT scope_workspace())));

-- ---------------------------------------------------------------- grants: to parents only, the least that the app needs
GRANT USAGE ON SCHEMA public TO headroom_app;
GRANT SELECT, INSERT ON "audit_event","brief_editor","brief_revision","plan_revision","contributor","review_event","signature","signature_void","ledger_entry","output_record" TO headroom_app;
GRANT SELECT, INSERT, UPDATE ON "counter","offer","brief","brief_draft","plan","review","rental","bill_import","evidence","invitation","api_token" TO headroom_app;
GRANT SELECT, INSERT, DELETE ON "diagnostic_record","effort_record" TO headroom_app;
GRANT DELETE ON "brief_draft" TO headroom_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "claim" TO headroom_app;
GRANT SELECT, UPDATE, DELETE ON "membership" TO headroom_app;
GRANT SELECT, UPDATE ON "person" TO headroom_app;
GRANT SELECT, UPDATE ON "workspace" TO headroom_app;

-- ---------------------------------------------------------------- the system door: a closed set of functions
CREATE FUNCTION "system_sign_in"(p_email text) RETURNS TABLE (person_id uuid, name text, locale text, session_epoch int, password_hash text, recent_failures int)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p."id", p."name", p."locale", p."session_epoch", s."password_hash",
         (SELECT count(*)::int FROM "sign_in_failure" f WHERE f."email" = lower(p_email) AND f."at" > now() - interval '15 minutes')
    FROM "person" p JOIN "person_secret" s ON s."person_id" = p."id"
   WHERE lower(p."email") = lower(p_email) AND p."erased_at" IS NULL
$$;
CREATE FUNCTION "system_sign_in_failed"(p_email text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM "sign_in_failure" WHERE "at" < now() - interval '1 day';
  INSERT INTO "sign_in_failure" ("email") VALUES (lower(p_email));
$$;
CREATE FUNCTION "system_has_owner"() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT EXISTS (SELECT 1 FROM "person_secret") $$;
CREATE FUNCTION "system_setup_link_open"(p_token_hash text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT NOT system_has_owner() AND EXISTS (SELECT 1 FROM "setup_link" l WHERE l."token_hash" = p_token_hash AND l."used_at" IS NULL) $$;
CREATE FUNCTION "system_setup"(p_token_hash text, p_person uuid, p_email text, p_name text, p_locale text, p_password_hash text, p_workspace uuid, p_workspace_name text, p_currency text, p_time_zone text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('headroom.setup'));
  IF NOT system_setup_link_open(p_token_hash) THEN RETURN false; END IF;
  UPDATE "setup_link" SET "used_at" = now() WHERE "token_hash" = p_token_hash;
  INSERT INTO "person" ("id","email","name","locale") VALUES (p_person, p_email, p_name, p_locale);
  INSERT INTO "person_secret" ("person_id","password_hash") VALUES (p_person, p_password_hash);
  PERFORM system_create_workspace(p_person, p_workspace, p_workspace_name, false, p_currency, p_time_zone);
  RETURN true;
END;
$$;
CREATE FUNCTION "system_create_workspace"(p_person uuid, p_workspace uuid, p_name text, p_sample boolean, p_currency text, p_time_zone text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "workspace" ("id","name","is_sample","currency","time_zone") VALUES (p_workspace, p_name, p_sample, p_currency, p_time_zone);
  INSERT INTO "membership" ("workspace_id","person_id","roles") VALUES (p_workspace, p_person, ARRAY['admin','author','finance','approver','viewer']);
  INSERT INTO "audit_event" ("workspace_id","id","person_id","action","entity_type","entity_id","detail")
    VALUES (p_workspace, gen_random_uuid(), p_person, 'workspace.create', 'workspace', p_workspace::text, jsonb_build_object('name', p_name, 'sample', p_sample));
END;
$$;
CREATE FUNCTION "system_add_sample_person"(p_workspace uuid, p_person uuid, p_name text, p_roles text[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "workspace" w WHERE w."id" = p_workspace AND w."is_sample") THEN
    RAISE EXCEPTION 'FORBIDDEN: sample people belong to a sample workspace' USING ERRCODE = 'P0001';
  END IF;
  INSERT INTO "person" ("id","name") VALUES (p_person, p_name);
  INSERT INTO "membership" ("workspace_id","person_id","roles") VALUES (p_workspace, p_person, p_roles);
END;
$$;
CREATE FUNCTION "system_sample_workspace"(p_person uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w."id" FROM "workspace" w JOIN "membership" m ON m."workspace_id" = w."id" WHERE m."person_id" = p_person AND w."is_sample"
   ORDER BY w."created_at" LIMIT 1
$$;
CREATE FUNCTION "system_invitation"(p_token_hash text) RETURNS TABLE (workspace_id uuid, workspace_name text, email text, roles text[], person_id uuid, has_password boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i."workspace_id", w."name", i."email", i."roles", p."id", EXISTS (SELECT 1 FROM "person_secret" s WHERE s."person_id" = p."id")
    FROM "invitation" i JOIN "workspace" w ON w."id" = i."workspace_id" LEFT JOIN "person" p ON lower(p."email") = lower(i."email")
   WHERE i."token_hash" = p_token_hash AND i."accepted_at" IS NULL AND i."revoked_at" IS NULL AND i."expires_at" > now()
$$;
-- p_signed_in is the person of the session when there is one; a known e-mail must be signed in, a new one brings a password.
CREATE FUNCTION "system_accept_invitation"(p_token_hash text, p_signed_in uuid, p_new_person uuid, p_name text, p_locale text, p_password_hash text)
RETURNS TABLE (workspace_id uuid, person_id uuid) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE i record; who uuid;
BEGIN
  SELECT * INTO i FROM "invitation" x WHERE x."token_hash" = p_token_hash AND x."accepted_at" IS NULL AND x."revoked_at" IS NULL AND x."expires_at" > now() FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'INVITATION_GONE: used, revoked or expired' USING ERRCODE = 'P0001'; END IF;
  SELECT p."id" INTO who FROM "person" p WHERE lower(p."email") = lower(i."email");
  IF who IS NOT NULL AND who IS DISTINCT FROM p_signed_in THEN
    RAISE EXCEPTION 'SIGN_IN_FIRST: this e-mail has an account; sign in with it, then open the link again' USING ERRCODE = 'P0001';
  END IF;
  IF who IS NULL THEN
    who := p_new_person;
    INSERT INTO "person" ("id","email","name","locale") VALUES (who, i."email", p_name, p_locale);
    INSERT INTO "person_secret" ("person_id","password_hash") VALUES (who, p_password_hash);
  END IF;
  INSERT INTO "membership" AS m ("workspace_id","person_id","roles") VALUES (i."workspace_id", who, i."roles")
    ON CONFLICT ("workspace_id","person_id") DO UPDATE SET "roles" = (SELECT array_agg(DISTINCT r) FROM unnest(m."roles" || EXCLUDED."roles") r);
  UPDATE "invitation" x SET "accepted_at" = now() WHERE x."token_hash" = p_token_hash;
  INSERT INTO "audit_event" ("workspace_id","id","person_id","action","entity_type","entity_id","detail")
    VALUES (i."workspace_id", gen_random_uuid(), who, 'invitation.accept', 'invitation', i."id"::text, jsonb_build_object('roles', i."roles"));
  RETURN QUERY SELECT i."workspace_id", who;
END;
$$;
CREATE FUNCTION "system_token"(p_token_hash text) RETURNS TABLE (workspace_id uuid, token_id uuid, person_id uuid, scopes text[], roles text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE "api_token" t SET "last_used_at" = now() WHERE t."token_hash" = p_token_hash AND t."revoked_at" IS NULL AND t."expires_at" > now()
    AND (t."last_used_at" IS NULL OR t."last_used_at" < now() - interval '1 minute');
  RETURN QUERY SELECT t."workspace_id", t."id", t."person_id", t."scopes", m."roles" FROM "api_token" t
    JOIN "membership" m ON m."workspace_id" = t."workspace_id" AND m."person_id" = t."person_id"
   WHERE t."token_hash" = p_token_hash AND t."revoked_at" IS NULL AND t."expires_at" > now();
END;
$$;
CREATE FUNCTION "system_set_password"(p_person uuid, p_password_hash text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_person IS DISTINCT FROM scope_person() THEN RAISE EXCEPTION 'FORBIDDEN: only one''s own password' USING ERRCODE = 'P0001'; END IF;
  UPDATE "person_secret" SET "password_hash" = p_password_hash, "changed_at" = now() WHERE "person_id" = p_person;
  UPDATE "person" SET "session_epoch" = "session_epoch" + 1 WHERE "id" = p_person;
END;
$$;
-- A month's partition, in its own short transaction before an import.
CREATE FUNCTION "system_ledger_month"(p_month date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE part text := 'ledger_entry_' || to_char(p_month, 'YYYYMM');
BEGIN
  IF p_month < DATE '2000-01-01' OR p_month >= DATE '2100-01-01' OR extract(day FROM p_month) <> 1 THEN
    RAISE EXCEPTION 'INVALID: % is no ledger month', p_month USING ERRCODE = 'P0001';
  END IF;
  IF to_regclass('public.' || part) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('headroom.ledger_month'));
  -- Whoever waited for the lock may still see an older catalogue: the block undoes its own second attempt.
  BEGIN
    EXECUTE format('CREATE TABLE %I PARTITION OF "ledger_entry" FOR VALUES FROM (%L) TO (%L)', part, p_month, p_month + interval '1 month');
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part || '_no_truncate', part);
  EXCEPTION WHEN duplicate_table THEN
    NULL;
  END;
END;
$$;
DO $do$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'system\_%'
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $do$;
GRANT EXECUTE ON FUNCTION "scope_workspace"(), "scope_person"(), "system_sign_in"(text), "system_sign_in_failed"(text), "system_has_owner"(),
  "system_setup_link_open"(text), "system_setup"(text,uuid,text,text,text,text,uuid,text,text,text), "system_create_workspace"(uuid,uuid,text,boolean,text,text),
  "system_add_sample_person"(uuid,uuid,text,text[]), "system_sample_workspace"(uuid), "system_invitation"(text),
  "system_accept_invitation"(text,uuid,uuid,text,text,text), "system_token"(text), "system_set_password"(uuid,text), "system_ledger_month"(date) TO headroom_app;
