-- The tables of prisma/schema.prisma. ledger_entry is partitioned by the month of the charge.
-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erased_at" TIMESTAMPTZ(6),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_sample" BOOLEAN NOT NULL DEFAULT false,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "workspace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "roles" TEXT[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("workspace_id","person_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "roles" TEXT[],
    "token_hash" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "accepted_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "last_used_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "person_id" UUID,
    "action" TEXT NOT NULL,
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "counter" (
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" INTEGER NOT NULL,

    CONSTRAINT "counter_pkey" PRIMARY KEY ("workspace_id","kind")
);

-- CreateTable
CREATE TABLE "offer" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(6),

    CONSTRAINT "offer_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "brief" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(6),

    CONSTRAINT "brief_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "brief_draft" (
    "workspace_id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brief_draft_pkey" PRIMARY KEY ("workspace_id","brief_id")
);

-- CreateTable
CREATE TABLE "brief_editor" (
    "workspace_id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "how" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brief_editor_pkey" PRIMARY KEY ("workspace_id","brief_id","person_id")
);

-- CreateTable
CREATE TABLE "brief_revision" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "digest" TEXT NOT NULL,
    "estimate" JSONB,
    "formula_version" TEXT,
    "advice" JSONB,
    "author_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brief_revision_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "plan" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "brief_id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(6),

    CONSTRAINT "plan_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "plan_revision" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "brief_revision_id" UUID NOT NULL,
    "offer_id" UUID,
    "content" JSONB NOT NULL,
    "digest" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plan_revision_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "review" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "plan_id" UUID NOT NULL,
    "card" JSONB NOT NULL DEFAULT '{}',
    "card_version" INTEGER NOT NULL DEFAULT 1,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "contributor" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "how" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contributor_pkey" PRIMARY KEY ("workspace_id","review_id","person_id")
);

-- CreateTable
CREATE TABLE "evidence" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "gate" TEXT,
    "file_name" TEXT NOT NULL,
    "bytes" BYTEA,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "format" TEXT,
    "reading" JSONB NOT NULL,
    "uploaded_by" UUID NOT NULL,
    "uploaded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "idempotency_key" TEXT,
    "erased_at" TIMESTAMPTZ(6),
    "erased_reason" TEXT,

    CONSTRAINT "evidence_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "review_event" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" TEXT,
    "snapshot" JSONB,
    "reason" TEXT,
    "changes" JSONB,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_event_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "signature" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "decision" TEXT NOT NULL,
    "conditions" TEXT,
    "look_again_on" DATE,
    "digest" TEXT NOT NULL,
    "snapshot" JSONB NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signature_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "signature_void" (
    "workspace_id" UUID NOT NULL,
    "signature_id" UUID NOT NULL,
    "changes" JSONB NOT NULL,
    "person_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signature_void_pkey" PRIMARY KEY ("workspace_id","signature_id")
);

-- CreateTable
CREATE TABLE "rental" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "plan_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "ends_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),
    "owner_id" UUID NOT NULL,
    "stop_rule" TEXT NOT NULL,
    "resource_ids" TEXT[],
    "tags" JSONB NOT NULL DEFAULT '{}',
    "exit_checklist" JSONB NOT NULL DEFAULT '{}',
    "signature_id" UUID,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rental_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "bill_import" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "classes" JSONB NOT NULL DEFAULT '{}',
    "plan_summary" JSONB,
    "plan_digest" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "committed_by" UUID,
    "committed_at" TIMESTAMPTZ(6),
    "discarded_at" TIMESTAMPTZ(6),

    CONSTRAINT "bill_import_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "workspace_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "id" UUID NOT NULL,
    "import_id" UUID,
    "record" INTEGER,
    "component" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "billed" DECIMAL NOT NULL,
    "effective" DECIMAL NOT NULL,
    "currency" TEXT NOT NULL,
    "charge_start" TIMESTAMPTZ(6) NOT NULL,
    "charge_end" TIMESTAMPTZ(6) NOT NULL,
    "billing_period" DATE,
    "invoice_id" TEXT,
    "issuer" TEXT,
    "account" TEXT,
    "resource" TEXT,
    "sku" TEXT,
    "meter" TEXT,
    "description" TEXT,
    "tags" JSONB,
    "raw" JSONB,
    "rental_id" UUID,
    "brief_id" UUID,
    "reverses_month" DATE,
    "reverses_id" UUID,
    "reason" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("workspace_id","month","id")
) PARTITION BY RANGE ("month");

-- CreateTable
CREATE TABLE "output_record" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(6) NOT NULL,
    "period_end" TIMESTAMPTZ(6) NOT NULL,
    "attempted" BIGINT NOT NULL,
    "accepted" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "retried" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "note" TEXT,
    "idempotency_key" TEXT,
    "corrects_id" UUID,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "output_record_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "diagnostic_record" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(6) NOT NULL,
    "period_end" TIMESTAMPTZ(6) NOT NULL,
    "kind" TEXT NOT NULL,
    "gpu_seconds" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "diagnostic_record_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "effort_record" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(6) NOT NULL,
    "period_end" TIMESTAMPTZ(6) NOT NULL,
    "minutes" INTEGER NOT NULL,
    "note" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "effort_record_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "membership_person_id_idx" ON "membership"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_token_hash_key" ON "api_token"("token_hash");

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_at_idx" ON "audit_event"("workspace_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_entity_type_entity_id_idx" ON "audit_event"("workspace_id", "entity_type", "entity_id");

-- CreateIndex
CREATE UNIQUE INDEX "offer_workspace_id_number_key" ON "offer"("workspace_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "brief_workspace_id_number_key" ON "brief"("workspace_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "brief_revision_workspace_id_brief_id_number_key" ON "brief_revision"("workspace_id", "brief_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "plan_workspace_id_number_key" ON "plan"("workspace_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "plan_revision_workspace_id_plan_id_number_key" ON "plan_revision"("workspace_id", "plan_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "review_workspace_id_number_key" ON "review"("workspace_id", "number");

-- CreateIndex
CREATE INDEX "evidence_workspace_id_review_id_idx" ON "evidence"("workspace_id", "review_id");

-- CreateIndex
CREATE UNIQUE INDEX "evidence_workspace_id_review_id_idempotency_key_key" ON "evidence"("workspace_id", "review_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "review_event_workspace_id_review_id_seq_key" ON "review_event"("workspace_id", "review_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "rental_workspace_id_number_key" ON "rental"("workspace_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "bill_import_workspace_id_number_key" ON "bill_import"("workspace_id", "number");

-- CreateIndex
CREATE INDEX "ledger_entry_workspace_id_brief_id_month_idx" ON "ledger_entry"("workspace_id", "brief_id", "month");

-- CreateIndex
CREATE INDEX "ledger_entry_workspace_id_import_id_idx" ON "ledger_entry"("workspace_id", "import_id");

-- CreateIndex
CREATE INDEX "output_record_workspace_id_brief_id_period_start_idx" ON "output_record"("workspace_id", "brief_id", "period_start");

-- CreateIndex
CREATE UNIQUE INDEX "output_record_workspace_id_idempotency_key_key" ON "output_record"("workspace_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "diagnostic_record_workspace_id_brief_id_period_start_idx" ON "diagnostic_record"("workspace_id", "brief_id", "period_start");

-- CreateIndex
CREATE INDEX "effort_record_workspace_id_brief_id_period_start_idx" ON "effort_record"("workspace_id", "brief_id", "period_start");

-- AddForeignKey
ALTER TABLE "brief_draft" ADD CONSTRAINT "brief_draft_workspace_id_brief_id_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brief_editor" ADD CONSTRAINT "brief_editor_workspace_id_brief_id_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brief_revision" ADD CONSTRAINT "brief_revision_workspace_id_brief_id_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_workspace_id_brief_id_fkey" FOREIGN KEY ("workspace_id", "brief_id") REFERENCES "brief"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_revision" ADD CONSTRAINT "plan_revision_workspace_id_plan_id_fkey" FOREIGN KEY ("workspace_id", "plan_id") REFERENCES "plan"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_revision" ADD CONSTRAINT "plan_revision_workspace_id_brief_revision_id_fkey" FOREIGN KEY ("workspace_id", "brief_revision_id") REFERENCES "brief_revision"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_workspace_id_plan_id_fkey" FOREIGN KEY ("workspace_id", "plan_id") REFERENCES "plan"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contributor" ADD CONSTRAINT "contributor_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_event" ADD CONSTRAINT "review_event_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signature" ADD CONSTRAINT "signature_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signature_void" ADD CONSTRAINT "signature_void_workspace_id_signature_id_fkey" FOREIGN KEY ("workspace_id", "signature_id") REFERENCES "signature"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rental" ADD CONSTRAINT "rental_workspace_id_plan_id_fkey" FOREIGN KEY ("workspace_id", "plan_id") REFERENCES "plan"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;


