-- An index row holds some 8 kB, and three texts of 500 characters can be more: the constraint compares their hashes. Two
-- texts with one hash (64 bits) would only be refused beside each other, never counted twice.
ALTER TABLE "claim" DROP CONSTRAINT "claim_no_overlap";
ALTER TABLE "claim" ADD CONSTRAINT "claim_no_overlap" EXCLUDE USING gist (
  "workspace_id" WITH =, hashtextextended("account", 0) WITH =, hashtextextended("resource", 0) WITH =,
  hashtextextended("meter", 0) WITH =, "lane" WITH =, "period" WITH &&
);
