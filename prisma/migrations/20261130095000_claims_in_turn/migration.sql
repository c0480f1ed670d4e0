-- Whoever claims waits for its turn in its workspace, on the same lock that imports take. Without it, many that claim the same
-- time at once end each other as deadlocks, one a second, before the constraint can say who came first.
CREATE FUNCTION "claims_in_turn"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('headroom.ledger:' || scope_workspace()::text, 0));
  RETURN NULL;
END;
$$;
CREATE TRIGGER "claim_in_turn" BEFORE INSERT ON "claim" FOR EACH STATEMENT EXECUTE FUNCTION "claims_in_turn"();
