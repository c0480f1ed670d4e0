import { afterAll, expect, it, vi } from "vitest";
import { commitDigest, countOf, fileOf, finance, openLedgerDatabase, planOf, upload } from "@/lib/testing/ledger";

// Files share what they import: here it is read anew with what is changed, and after it once more without.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// A planner that loses a row does not exist; the commit must not trust that.
vi.mock(import("../proof"), async (original) => {
  const actual = await original();
  const { proofOfSums } = actual;
  return {
    ...actual,
    proofOfSums: (...given: Parameters<typeof proofOfSums>) => ({ ...proofOfSums(...given), holds: false }),
  };
});

openLedgerDatabase();

it("nothing is committed of a plan whose piles do not sum to the file", async () => {
  const { ctx, actor } = await finance();
  const bill = await upload(ctx, fileOf({}, { resource: "gpu-1" }));
  const { digest } = await planOf(ctx, bill);
  await expect(commitDigest(ctx, bill, digest)).rejects.toThrow(/do not sum/);
  for (const table of ["ledger_entry", "claim"]) expect(await countOf(table, actor.workspaceId)).toBe(0);
});
