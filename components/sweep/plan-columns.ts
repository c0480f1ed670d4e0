import type { SweepPlan } from "@/lib/boundary/sweep/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { amount, column, count, type SheetCell, type SheetColumn, text } from "@/lib/sheet/sheet";

/** A planning figure as the sheet's own number; it is a double, so its shortest text is exact. */
const figure = (value: number | null | undefined): SheetCell =>
  amount(value === null || value === undefined ? null : String(value));

const ENDS = ["low", "expected", "high"] as const;
type Ends<T> = Readonly<Record<(typeof ENDS)[number], T>>;

/** The three ends of a range as three columns: `time_per_token_low_ms`. */
function ends<T>(
  name: string,
  unit: string | null,
  of: (plan: SweepPlan) => Ends<T> | null | undefined,
  cell: (value: T | null) => SheetCell,
): SheetColumn<SweepPlan>[] {
  return ENDS.map((end) =>
    column([name, end, ...(unit ? [unit] : [])].join("_"), 14, (plan) => cell(of(plan)?.[end] ?? null)),
  );
}

/** One way to run the work as a row: what the tables of the search and of a comparison say, with the ids behind it. */
export const PLAN_COLUMNS: readonly SheetColumn<SweepPlan>[] = [
  column("card", 18, (p) => text(p.gpu)),
  column("card_name", 30, (p) => text(findAccelerator(p.gpu)?.name ?? null)),
  column("cards", 8, (p) => count(p.gpuCount)),
  column("tensor_parallel", 14, (p) => count(p.parallel.tensor)),
  column("data_parallel", 14, (p) => count(p.parallel.data)),
  column("pipeline_parallel", 14, (p) => count(p.parallel.pipeline)),
  column("weight_format", 14, (p) => text(p.weightFormat)),
  column("kv_cache_format", 14, (p) => text(p.kvCacheDtype)),
  column("context_tokens", 14, (p) => count(p.context)),
  column("verdict", 14, (p) => text(p.verdict)),
  column("limits_hold", 14, (p) => text(p.meets)),
  column("memory_total_gib", 16, (p) => figure(p.totalGib)),
  column("memory_usable_gib", 16, (p) => figure(p.usableGib)),
  column("memory_left_gib", 16, (p) => figure(p.headroomGib)),
  column("capacity_tokens", 16, (p) => figure(p.capacityTokens)),
  ...ends("time_to_first_token", "ms", (p) => p.speed?.timeToFirstTokenMs, figure),
  ...ends("time_per_token", "ms", (p) => p.speed?.timePerTokenMs, figure),
  ...ends("outputs_per_hour", null, (p) => p.speed?.requestsPerHour, figure),
  ...ends("training_tokens_per_second", null, (p) => p.training?.tokensPerSecond, figure),
  column("cost_per_hour", 14, (p) => amount(p.costPerHour?.amount ?? null)),
  ...ends("cost_per_accepted_output", null, (p) => p.costPerAccepted, amount),
  ...ends("cost_per_million_tokens", null, (p) => p.costPerMillionTokens, amount),
  column("currency", 9, (p) => text(p.costPerHour?.currency ?? null)),
  column("offer", 14, (p) => text(p.offerId)),
  column("rejected_because", 48, (p) => text(p.rejectedBecause?.message ?? null)),
  column("fewer_cards_fail_because", 48, (p) => text(p.smaller?.message ?? null)),
];
