-- A reading quotes lines of the file: when the bytes are erased, it goes with them. Hash, format, author and reason stay.
CREATE OR REPLACE FUNCTION "evidence_only_erases"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."bytes" IS NOT NULL OR OLD."erased_at" IS NOT NULL OR NEW."erased_at" IS NULL OR length(trim(coalesce(NEW."erased_reason", ''))) = 0
     OR (to_jsonb(NEW) - 'bytes' - 'reading' - 'erased_at' - 'erased_reason' - 'file_name')
        IS DISTINCT FROM (to_jsonb(OLD) - 'bytes' - 'reading' - 'erased_at' - 'erased_reason' - 'file_name') THEN
    RAISE EXCEPTION 'APPEND_ONLY: evidence is erased with a reason or left as it is' USING ERRCODE = 'P0001';
  END IF;
  RETURN NEW;
END;
$$;
