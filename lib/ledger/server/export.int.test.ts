import { describe, expect, it } from "vitest";
import { finance, importFile, inside, openLedgerDatabase } from "@/lib/testing/ledger";
import { focusFile } from "../fixtures/bill-files";
import { ALL_ENTRIES } from "./data/entry-filter";
import { exportEntries } from "./data/export-entries";
import { onTx } from "./data/run-sql";

openLedgerDatabase();

describe("export from the database", () => {
  it("keeps every digit, every instant and the reference of the bill; nothing of another workspace", async () => {
    const { ctx } = await finance();
    const other = (await finance()).ctx;
    const file = focusFile("bill.csv", [
      { BilledCost: "0.000000000000000001", EffectiveCost: "12345678901234567.89", ResourceId: "i-1" },
    ]);
    await importFile(ctx, new TextEncoder().encode(file.text), "bill.csv");
    const entries = await inside(ctx, (tx) => exportEntries(onTx(tx), ALL_ENTRIES));
    expect(entries).toMatchObject([
      {
        billed: "0.000000000000000001",
        effective: "12345678901234567.89",
        chargeStart: "2026-01-01T00:00:00Z",
        billingPeriodStart: "2026-01-01T00:00:00Z",
        bill: "BILL-1",
        record: 2,
        reversal: false,
      },
    ]);
    expect(await inside(other, (tx) => exportEntries(onTx(tx), ALL_ENTRIES))).toEqual([]);
  });
});
