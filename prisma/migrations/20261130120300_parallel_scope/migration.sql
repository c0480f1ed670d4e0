-- Who a transaction acts for is a setting, which PostgreSQL hands to its parallel workers: a long reading under row security
-- may use them.
ALTER FUNCTION "scope_workspace"() PARALLEL SAFE;
ALTER FUNCTION "scope_person"() PARALLEL SAFE;
