-- Pieces of a bill are stored packed (gzip) where that makes them shorter: bills are text that repeats itself, and take a tenth.
ALTER TABLE "bill_chunk" ADD COLUMN "packed" BOOLEAN NOT NULL DEFAULT false;
