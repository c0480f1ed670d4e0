-- Search over names: whole words by full text, parts and slips by trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "brief_title_trgm" ON "brief" USING gin ("title" gin_trgm_ops);
CREATE INDEX "brief_title_words" ON "brief" USING gin (to_tsvector('simple', "title"));
CREATE INDEX "offer_provider_trgm" ON "offer" USING gin ("provider" gin_trgm_ops);
CREATE INDEX "bill_import_file_name_trgm" ON "bill_import" USING gin ("file_name" gin_trgm_ops);
