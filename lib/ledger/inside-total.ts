import { type Diagnostic, diagnostic } from "@/lib/money/diagnostic";
import { Decimal, MAX_SCALE } from "@/lib/money/money";
import { acceleratorDiagnostics } from "./diagnostics";
import type { OutputTotals } from "./outputs";

/** GPU-seconds of a kind and the observed GPU-seconds that they are a part of, whole numbers as text. */
export interface MeasuredTime {
  readonly kind: "idle" | "failed" | "ramp-up";
  readonly gpuSeconds: string;
  readonly ofGpuSeconds: string;
}

export type InsideKind = "idle" | "ramp-up" | "failed-time" | "failed" | "rejected" | "retried" | "accepted";

export interface InsideLine {
  readonly kind: InsideKind;
  /** Measured time of GPUs, or counted outputs. */
  readonly by: "time" | "count";
  readonly cost: Diagnostic;
  readonly gpuSeconds: string | null;
  readonly count: number | null;
}

export type InsideTotal =
  | { readonly ok: true; readonly lines: readonly InsideLine[] }
  /** Measured parts that together exceed the time they are parts of. */
  | { readonly ok: false };

type Counts = Pick<OutputTotals, "attempted" | "accepted" | "rejected" | "failed" | "retried">;

/**
 * Where the accelerator cost went. Each line is already inside the total; none is an amount that a sum accepts. Idle,
 * ramp-up and failed time are measured shares of observed time; what is left is busy time, split evenly over the tries
 * (attempted and retried). Failed tries by count are shown only where failed time was not measured.
 */
export function insideTotal(acceleratorCost: string, measured: readonly MeasuredTime[], counts: Counts): InsideTotal {
  const cost = new Decimal(acceleratorCost);
  const lines: InsideLine[] = [];
  let share = new Decimal(0);
  const seen = new Set<MeasuredTime["kind"]>();
  for (const { kind, gpuSeconds, ofGpuSeconds } of measured) {
    if (new Decimal(ofGpuSeconds).lte(0)) continue;
    const own = new Decimal(gpuSeconds).div(ofGpuSeconds);
    share = share.plus(own);
    seen.add(kind);
    const named = kind === "failed" ? "failed-time" : kind;
    lines.push({
      kind: named,
      by: "time",
      cost: diagnostic(cost.times(gpuSeconds).div(ofGpuSeconds)),
      gpuSeconds,
      count: null,
    });
  }
  if (share.gt(1)) return { ok: false };
  const failedMeasured = seen.has("failed");
  const tries = failedMeasured ? { ...counts, attempted: counts.attempted - counts.failed, failed: 0 } : counts;
  const split = acceleratorDiagnostics(acceleratorCost, share.toDecimalPlaces(MAX_SCALE).toFixed(), tries);
  for (const kind of ["failed", "rejected", "retried", "accepted"] as const) {
    const part = split[kind];
    if (part === null || (kind === "failed" && failedMeasured)) continue;
    lines.push({ kind, by: "count", cost: part, gpuSeconds: null, count: counts[kind] });
  }
  return { ok: true, lines };
}
