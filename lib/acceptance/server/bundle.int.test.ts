import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256Hex } from "@/lib/digest/sha256";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, fixture, openReview, read, write } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { bundleSchema, verifyBundle } from "../bundle";
import { findReview } from "./data";
import { reviewBundle } from "./data/bundle";
import { signReview } from "./mutations/decide";
import { eraseEvidence } from "./mutations/evidence";
import { submitReview } from "./mutations/submit";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const hashOf = (base64: string) => sha256Hex(Buffer.from(base64, "base64"));

it("hands over what was signed, so that anybody can check it without the database", async () => {
  const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], olga: ["approver"] });
  const { review } = await openReview({ brief: actors.ana });
  const { id } = await bring(actors.ana, review, fixture("ok/smi-l-l40s-prompt.txt"));
  await write(actors.ana, submitReview, { number: review });
  const { digest } = (await read(actors.olga, (tx) => findReview(tx, actors.olga, review))) ?? { digest: "" };
  const confirmation = `REV-${review}`;
  await write(actors.olga, signReview, {
    number: review,
    digest,
    decision: "extend",
    conditions: "Load within a week",
    lookAgainOn: null,
    confirmation,
  });

  const handed = async () => {
    const made = await read(actors.ana, (tx) => reviewBundle(tx, review, "Lab"));
    return bundleSchema.parse(JSON.parse(JSON.stringify(made)));
  };
  const signed = await handed();
  expect(verifyBundle(signed, hashOf)).toMatchObject({
    digest,
    holds: true,
    signatures: [{ by: "olga", decision: "extend", holds: true, stands: true }],
    evidence: [{ holds: true }],
    notChecked: 0,
  });

  await write(actors.ana, eraseEvidence, { number: review, evidence: id, reason: "It named a person" });
  const after = verifyBundle(await handed(), hashOf);
  expect(after).toMatchObject({ digest, holds: true, notChecked: 1 });
  expect(after.signatures).toMatchObject([{ holds: true, stands: false }]);
  expect(after.evidence).toMatchObject([{ holds: null, why: "erased" }]);
});
