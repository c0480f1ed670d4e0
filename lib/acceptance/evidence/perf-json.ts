import { isStatistic, type PerfMetric } from "./perf-metrics";

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A number at a path of keys, or null. */
export function numberAt(value: unknown, ...keys: readonly string[]): number | null {
  const found = fieldAt(value, ...keys);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function fieldAt(value: unknown, ...keys: readonly string[]): unknown {
  let at: unknown = value;
  for (const key of keys) at = isFields(at) ? at[key] : undefined;
  return at;
}

export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  const found = fieldAt(value, ...keys);
  return typeof found === "string" && found !== "" ? found : null;
}

/** `{"unit": "ms", "avg": …, "p95": …}` at the top of a report. */
export function metricObjects(report: Fields): Map<string, PerfMetric> {
  const found = new Map<string, PerfMetric>();
  for (const [name, value] of Object.entries(report)) {
    if (!isFields(value) || typeof value.unit !== "string") continue;
    const statistics: Record<string, number> = {};
    for (const [key, v] of Object.entries(value)) {
      if (isStatistic(key) && typeof v === "number" && Number.isFinite(v)) statistics[key] = v;
    }
    found.set(name, { unit: value.unit, statistics });
  }
  return found;
}
