-- What a measured start or run said about a brief's estimate, and the factors that follow from it. It stands beside the
-- frozen revision and changes nothing in it; another measurement, or taking one back, is another row.
CREATE TABLE "brief_calibration" (
  "workspace_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "brief_id" UUID NOT NULL,
  "revision_id" UUID NOT NULL,
  -- Digest of the model in its format on its engine: for what else the factors hold.
  "subject" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "evidence_id" UUID,
  -- Of the evidence as received, or of the text that was pasted.
  "sha256" TEXT,
  "measured" JSONB,
  "factors" JSONB,
  "formula_version" TEXT NOT NULL,
  "author_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "id"),
  CONSTRAINT "brief_calibration_brief_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id"),
  CONSTRAINT "brief_calibration_revision_fkey" FOREIGN KEY ("workspace_id", "revision_id") REFERENCES "brief_revision"("workspace_id", "id"),
  CONSTRAINT "brief_calibration_evidence_fkey" FOREIGN KEY ("workspace_id", "evidence_id") REFERENCES "evidence"("workspace_id", "id"),
  CONSTRAINT "brief_calibration_source_known" CHECK ("source" IN ('evidence', 'log', 'peak', 'withdrawn')),
  CONSTRAINT "brief_calibration_evidence_named" CHECK (("source" = 'evidence') = ("evidence_id" IS NOT NULL)),
  CONSTRAINT "brief_calibration_says_what" CHECK (
    ("source" = 'withdrawn') = ("factors" IS NULL) AND ("factors" IS NULL) = ("measured" IS NULL) AND ("factors" IS NULL) = ("sha256" IS NULL)
  ),
  CONSTRAINT "brief_calibration_digests" CHECK ("subject" ~ '^[0-9a-f]{64}$' AND ("sha256" IS NULL OR "sha256" ~ '^[0-9a-f]{64}$'))
);
CREATE INDEX "brief_calibration_newest_idx" ON "brief_calibration" ("workspace_id", "brief_id", "subject", "created_at" DESC);
ALTER TABLE "brief_calibration" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "brief_calibration_in_workspace" ON "brief_calibration" USING ("workspace_id" = (SELECT scope_workspace())) WITH CHECK ("workspace_id" = (SELECT scope_workspace()));
GRANT SELECT, INSERT ON "brief_calibration" TO headroom_app;
CREATE TRIGGER "brief_calibration_append_only" BEFORE UPDATE OR DELETE ON "brief_calibration" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "brief_calibration_no_truncate" BEFORE TRUNCATE ON "brief_calibration" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Whoever attaches a measurement writes in the brief: they cannot sign what stands on it.
CREATE TRIGGER "brief_calibration_editor" AFTER INSERT ON "brief_calibration" FOR EACH ROW EXECUTE FUNCTION "note_brief_editor"();
