-- Energy that the cards drew in the observed time, as samples or a meter say it; null where nobody measured it.
ALTER TABLE "diagnostic_record" ADD COLUMN "energy_joules" BIGINT,
  ADD CONSTRAINT "diagnostic_record_energy" CHECK ("energy_joules" IS NULL OR ("energy_joules" >= 0 AND "kind" = 'idle' AND "of_gpu_seconds" > 0));
