-- A stage is written once, read once and let go of: what lies there is worth no vacuum and no statistics, only its remains are.
DO $do$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['bill_stage','bill_stage_claim','bill_stage_group']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 2000000000)', t);
  END LOOP;
END $do$;
