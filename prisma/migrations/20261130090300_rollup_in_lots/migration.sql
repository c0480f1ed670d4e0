-- Nearly all charges lie between the second and the last day of their month: for them the stretch is known by the month,
-- and only the others are asked one by one.
CREATE OR REPLACE FUNCTION "ledger_entry_rolls_up"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "ledger_rollup" AS r ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact","entries","billed","effective","last_end")
    WITH m AS MATERIALIZED (
      SELECT d."month", ("month" + interval '1 day') AT TIME ZONE 'UTC' AS "lo", ("month" + interval '1 month' - interval '1 day') AT TIME ZONE 'UTC' AS "hi"
        FROM (SELECT DISTINCT "month" FROM came) d)
    SELECT n."workspace_id", m."lo", m."hi", n."currency", n."component", n."kind" = 'commitment_purchase',
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid), coalesce(n."issuer", ''),
           m."lo" = n."charge_start" AND m."hi" = n."charge_end", count(*), sum(n."billed"), sum(n."effective"), max(n."charge_end")
      FROM came n JOIN m ON m."month" = n."month"
     WHERE n."charge_start" >= m."lo" AND n."charge_end" <= m."hi"
     GROUP BY 1,2,3,4,5,6,7,8,9
    UNION ALL
    SELECT n."workspace_id", lower(s."span"), upper(s."span"), n."currency", n."component", n."kind" = 'commitment_purchase',
           coalesce(n."brief_id", '00000000-0000-0000-0000-000000000000'::uuid), coalesce(n."issuer", ''),
           lower(s."span") = n."charge_start" AND upper(s."span") = n."charge_end", count(*), sum(n."billed"), sum(n."effective"), max(n."charge_end")
      FROM came n JOIN m ON m."month" = n."month"
      CROSS JOIN LATERAL (SELECT ledger_span(n."charge_start", n."charge_end") AS "span" OFFSET 0) s
     WHERE NOT (n."charge_start" >= m."lo" AND n."charge_end" <= m."hi")
     GROUP BY 1,2,3,4,5,6,7,8,9
    ON CONFLICT ("workspace_id","span_start","span_end","currency","component","at_once","brief_id","issuer","exact") DO UPDATE
      SET "entries" = r."entries" + EXCLUDED."entries", "billed" = r."billed" + EXCLUDED."billed",
          "effective" = r."effective" + EXCLUDED."effective", "last_end" = greatest(r."last_end", EXCLUDED."last_end");
  RETURN NULL;
END;
$$;
