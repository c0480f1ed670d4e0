/** Dotted version numbers as lists, compared number by number: 575.51 is below 575.100. */
export type Version = readonly number[];

/** The digits of a version text: `CUDA 12.8`, `v0.21.1`, `580.65.06`; null where there are none. */
export function versionOf(text: string | null | undefined): Version | null {
  const digits = /\d+(\.\d+)*/.exec(text ?? "")?.[0];
  return digits === undefined ? null : digits.split(".").map(Number);
}

/** True when `a` is `b` or newer. */
export function atLeast(a: Version, b: Version): boolean {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Lowest Linux driver of each CUDA release as first published (CUDA toolkit release notes, read 2026-11-29). */
export const DRIVER_OF_CUDA: Readonly<Record<string, string>> = {
  "11.8": "520.61.05",
  "12.0": "525.60.13",
  "12.1": "530.30.02",
  "12.2": "535.54.03",
  "12.3": "545.23.06",
  "12.4": "550.54.14",
  "12.5": "555.42.02",
  "12.6": "560.28.03",
  "12.8": "570.26",
  "12.9": "575.51.03",
  "13.0": "580.65.06",
  "13.1": "590.44.01",
  "13.2": "595.45.04",
  "13.3": "610.43.02",
};

/** Below the release's own driver, minor-version compatibility holds from these on, except for code compiled at start. */
export const DRIVER_FLOOR: Readonly<Record<number, string>> = { 11: "450.80.02", 12: "525.60.13", 13: "580" };

/** Lowest compute capability that a CUDA generation still builds for. */
export const LOWEST_CC: Readonly<Record<number, string>> = { 11: "3.5", 12: "5.0", 13: "7.5" };

/** First CUDA release for a compute capability; 10.3 has no source and is left out. */
export const FIRST_CUDA: Readonly<Record<string, string>> = {
  "8.9": "11.8",
  "9.0": "11.8",
  "10.0": "12.8",
  "12.0": "12.8",
};

/** vLLM dropped 7.0 between these releases (its own documentation, read 2026-11-29). */
export const VLLM_CC = { upTo: "0.14", lowest: "7.0", from: "0.21", lowestLater: "7.5" } as const;

/** GPU targets that vLLM is built for on ROCm, and the first ROCm of each. */
export const VLLM_ROCM: Readonly<Record<string, string>> = { gfx90a: "6.3", gfx942: "6.3", gfx950: "7.0" };

/**
 * Lowest compute capability per weight format in vLLM's quantisation table: `native` computes in the format,
 * `weightOnly` stores it and computes wider, so that memory shrinks and speed does not grow.
 */
export const FORMAT_CC: Readonly<Record<string, { readonly native: string; readonly weightOnly: string | null }>> = {
  fp8: { native: "8.9", weightOnly: "7.5" },
  "fp8-block": { native: "8.9", weightOnly: "7.5" },
  nvfp4: { native: "10.0", weightOnly: "8.0" },
  mxfp4: { native: "8.0", weightOnly: null },
  "awq-int4": { native: "7.5", weightOnly: null },
  "gptq-int4": { native: "7.0", weightOnly: null },
  w4a16: { native: "8.0", weightOnly: null },
  int8: { native: "7.5", weightOnly: null },
  nf4: { native: "7.0", weightOnly: null },
  gguf: { native: "7.0", weightOnly: null },
};
