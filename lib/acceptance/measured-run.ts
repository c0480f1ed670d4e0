import type { MeasuredRun } from "@/lib/memory/calibrate";

/** Formats that can say what a start or a run took in memory. */
export const MEASURING_FORMATS = ["vllm-log", "trtllm-log", "media-job"] as const;

/** What a stored reading of evidence says that a run took; null also where nothing could be read. */
export function measuredReading(reading: unknown): MeasuredRun | null {
  const facts = typeof reading === "object" && reading !== null && "facts" in reading ? reading.facts : null;
  return typeof facts === "object" && facts !== null ? measuredRun({ ...facts }) : null;
}

/**
 * What the facts of a reading say that one start or run took, GiB: the busiest worker decides memory, the smallest cache
 * decides room. Null where they say neither weights, cache nor peak.
 */
export function measuredRun(facts: Readonly<Record<string, unknown>>): MeasuredRun | null {
  const numbers = (key: string): number[] => {
    const value = facts[key];
    const list = Array.isArray(value) ? value : [value];
    return list.filter((one): one is number => typeof one === "number" && Number.isFinite(one));
  };
  const most = (key: string) => (numbers(key).length === 0 ? null : Math.max(...numbers(key)));
  const least = (key: string) => (numbers(key).length === 0 ? null : Math.min(...numbers(key)));
  const measured = {
    weightsGib: most("model_weights_gib"),
    activationsGib: most("activation_peak_gib"),
    cudaGraphsGib: most("cuda_graphs_gib"),
    kvAvailableGib: least("available_kv_cache_gib"),
    peakGib: most("peak_memory_gib"),
  };
  const says = [measured.weightsGib, measured.kvAvailableGib, measured.peakGib].some((gib) => gib !== null);
  return says ? measured : null;
}
