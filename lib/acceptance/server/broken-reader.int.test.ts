import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, openReview, read } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findEvidence, findReview } from "./data";

// Files share what they import: here it is read anew with what is changed, and after it once more without.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// No reader is known to throw; an upload must not be lost when one does.
vi.mock(import("../evidence/read"), async (original) => ({
  ...(await original()),
  readEvidence: () => {
    throw new Error("a bug in a reader");
  },
}));

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

it("what breaks a reader is kept to the byte, and passes nothing", async () => {
  const { ana } = (await makeWorkspace(db.superUrl, { ana: ["author"] })).actors;
  const { review: number } = await openReview({ brief: ana });
  const bytes = new TextEncoder().encode("GPU 0: breaks it");
  const { id } = await bring(ana, number, bytes);
  const found = await read(ana, (tx) => findEvidence(tx, id));
  expect(Buffer.from(found?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true);
  const review = await read(ana, (tx) => findReview(tx, ana, number));
  expect(review?.judged.notCounted).toEqual([{ id, because: "unreadable" }]);
});
