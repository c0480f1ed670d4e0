import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { askWhatIf } from "@/lib/boundary/what-if/what-if";
import { sheetCsv } from "@/lib/sheet/csv";
import { COMPARED_COLUMNS, comparedRows } from "./compared-columns";

it("what-ifs are rows with what was stated, what they come to and how they differ from the first", () => {
  const base = { model: "meta-llama/Llama-3.1-8B", conc: "8", in: "512", out: "128", gpu: "h100-sxm", currency: "USD" };
  const whatIfs = [{ ...base, price: "2" }, { model: "unknown" }, { ...base, price: "3", engine: "vllm" }];
  const answers = whatIfs.map((w) => askWhatIf(w, null, "2026-11-30"));
  const csv = sheetCsv(COMPARED_COLUMNS, comparedRows(["A", "B", "C"], whatIfs, answers));
  const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((r) => [r.what_if, r.cost_per_hour, r.cost_per_hour_difference_percent, r.input_tokens])).toEqual([
    ["A", "2", "", "512"],
    ["C", "3", "50", "512"],
  ]);
  // Of equal memory the page says "the same", no percentage.
  expect(rows[1]).toMatchObject({ engine: "vllm", memory_total_difference_percent: "" });
  const names = COMPARED_COLUMNS.map((c) => c.name);
  expect(new Set(names).size).toBe(names.length);
});
