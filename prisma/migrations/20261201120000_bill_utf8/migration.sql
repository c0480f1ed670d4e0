-- Whether the bytes of a bill are text in UTF-8, found while they came: who reads the bill need not look through it for that.
-- False also where nobody looked.
ALTER TABLE "bill_import" ADD COLUMN "utf8" BOOLEAN NOT NULL DEFAULT false;
