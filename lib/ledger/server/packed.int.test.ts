import { strToU8, zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { finance, importFile, openLedgerDatabase, root } from "@/lib/testing/ledger";
import { PIECE_BYTES } from "./data/bill-piece";

openLedgerDatabase();

const ROWS = 6000;
const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 60_000);
const instant = (i: number) => at(i).toISOString().replace(".000Z", "Z");

function parquet(): Uint8Array {
  const column = (name: string, type: string, of: (i: number) => unknown) => ({
    name,
    type,
    data: Array.from({ length: ROWS }, (_, i) => of(i)),
    nullable: true,
  });
  const columnData = [
    column("BilledCost", "DOUBLE", (i) => i / 4),
    column("EffectiveCost", "DOUBLE", (i) => i / 4),
    column("BillingCurrency", "STRING", () => "USD"),
    column("ChargeCategory", "STRING", () => "Usage"),
    column("ChargePeriodStart", "TIMESTAMP", at),
    column("ChargePeriodEnd", "TIMESTAMP", (i) => at(i + 1)),
    // Differs in every row, so that the file is longer than one stored piece.
    column("ResourceId", "STRING", (i) => `gpu-${((i * 2_654_435_761) >>> 0).toString(36)}-${i}`),
    column("SkuId", "STRING", () => "H100"),
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData: columnData as never, rowGroupSize: 2500 }));
}

const lines = Array.from(
  { length: ROWS },
  (_, i) => `${instant(i)},${instant(i + 1)},accelerator,${i / 4},USD,z-${i},a minute`,
);
const zip = zipSync({
  "inner.csv": strToU8(`charge_start,charge_end,component,amount,currency,resource,description\n${lines.join("\n")}\n`),
});

it.each([
  ["bill.parquet", parquet()],
  ["bill.zip", zip],
])("%s is read from its stored pieces and commits whole", async (name, bytes) => {
  expect(bytes.length).toBeGreaterThan(PIECE_BYTES / 2);
  const { ctx, actor } = await finance();
  const { committed } = await importFile(ctx, bytes, name);
  expect(committed.entries).toBe(ROWS);
  const { rows } = await root.query(
    "SELECT trim_scale(sum(billed))::text AS sum FROM ledger_entry WHERE workspace_id = $1",
    [actor.workspaceId],
  );
  expect(rows[0].sum).toBe(String((ROWS * (ROWS - 1)) / 8));
});
