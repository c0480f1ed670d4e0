import type { Json } from "@/lib/digest/canonical";
import { type EvidenceItem, numberFact, numbersFact, textFact, textsFact } from "./selection";

/** Formats that describe the cards of a machine. */
export const DEVICE_FORMATS = [
  "nvidia-smi-L",
  "nvidia-smi-table",
  "nvidia-smi-q",
  "nvidia-smi-q-x",
  "nvidia-smi-csv",
  "dcgmi-discovery",
  "dcgm-exporter-metrics",
  "rocm-smi",
  "collect-env",
] as const;

/** Formats whose states and counters speak of the health of a card. */
export const HEALTH_FORMATS = [
  "nvidia-smi-q",
  "nvidia-smi-q-x",
  "nvidia-smi-csv",
  "nvidia-smi-table",
  "dcgm-exporter-metrics",
] as const;

const isMap = (v: Json | undefined): v is { readonly [key: string]: Json } =>
  typeof v === "object" && v !== null && !Array.isArray(v);

/**
 * Values of a fact, one for each that was printed: of a list, a map by card, or a single value. Null where the fact is
 * not there at all, which is another thing than a value that cannot be read.
 */
export function valuesOf(e: EvidenceItem, ...keys: readonly string[]): Json[] | null {
  for (const key of keys) {
    const value = e.facts[key];
    if (value === undefined || value === null) continue;
    const list = Array.isArray(value) ? [...value] : isMap(value) ? Object.values(value) : [value];
    if (list.length > 0) return list as Json[];
  }
  return null;
}

/** A figure in the unit that is meant, or without one; in another unit it is not read, and never converted silently. */
export function figureIn(value: Json, unit: string | null): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const m = /^(-?\d+(?:\.\d+)?)(?:\s*(\S+))?$/.exec(value.trim());
  if (!m) return null;
  return m[2] === undefined || m[2] === unit ? Number(m[1]) : null;
}

export function figuresOf(e: EvidenceItem, unit: string | null, ...keys: readonly string[]): (number | null)[] | null {
  return valuesOf(e, ...keys)?.map((v) => figureIn(v, unit)) ?? null;
}

/** Total memory of the cards, MiB as the driver reports it. */
export function memoryMib(e: EvidenceItem): (number | null)[] | null {
  const bytes = numberFact(e, "vram_total_b");
  if (bytes !== null) return [Math.round(bytes / 1_048_576)];
  return figuresOf(e, "MiB", "memory.total", "fb_total", "memory_total_mib", "memory_mib");
}

export const namesOf = (e: EvidenceItem): string[] =>
  [...textsFact(e, "names"), ...textsFact(e, "name"), ...textsFact(e, "model_names")].filter((n) => n !== "");

export function driversOf(e: EvidenceItem): string[] {
  const one = textFact(e, "driver_version");
  const all = [...(one === null ? [] : [one]), ...textsFact(e, "driver_version"), ...textsFact(e, "driver_versions")];
  const plain = textFact(e, "driver");
  return [...new Set([...all, ...(plain === null ? [] : [plain])])].filter((d) => /^\d/.test(d));
}

/** The newest CUDA that the driver serves; a build of a framework says nothing of the driver. */
export const cudaOf = (e: EvidenceItem): string | null => textFact(e, "cuda_version") ?? textFact(e, "cuda");

export const uuidsOf = (e: EvidenceItem): string[] => [...textsFact(e, "uuids"), ...textsFact(e, "uuid")];

/** `GPU-00000000-…` and identities of X are masks: such cards cannot be told apart. */
export const isMaskedUuid = (uuid: string): boolean => /^(?:GPU-)?[0xX*-]+$/.test(uuid) || !/\d/.test(uuid);

const COUNT_KEYS = ["gpu_count_physical", "attached_gpus", "gpu_count", "gpus", "cards"];

/** Cards that a listing counts; null where it counts none. */
export function countOf(e: EvidenceItem): number | null {
  for (const key of COUNT_KEYS) {
    const n = numberFact(e, key);
    if (n !== null) return n;
  }
  const named = numbersFact(e, "gpus").length || textsFact(e, "gpus").length;
  return named > 0 ? named : null;
}

/** Compares dotted versions part by part; null where either is none. */
export function compareVersions(a: string, b: string): number | null {
  const parts = (text: string) => /^v?(\d+(?:\.\d+)*)/.exec(text.trim())?.[1]?.split(".").map(Number) ?? null;
  const [left, right] = [parts(a), parts(b)];
  if (left === null || right === null) return null;
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const d = (left[i] ?? 0) - (right[i] ?? 0);
    if (d !== 0) return d;
  }
  return 0;
}
