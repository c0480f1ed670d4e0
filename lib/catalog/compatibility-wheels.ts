import { atLeast, type Version, versionOf } from "./compatibility-facts";

interface Wheels {
  readonly cuda: readonly string[];
  readonly rocm: readonly string[];
}

/** Releases that PyTorch built wheels for (its RELEASE.md, copy of 2026-03-24; newer rows were not found). */
export const TORCH_WHEELS: Readonly<Record<string, Wheels>> = {
  "2.11": { cuda: ["12.6", "12.8", "13.0"], rocm: ["7.2"] },
  "2.10": { cuda: ["12.6", "12.8", "13.0"], rocm: ["7.1"] },
  "2.9": { cuda: ["12.6", "12.8", "13.0"], rocm: ["6.4"] },
  "2.8": { cuda: ["12.6", "12.8", "12.9"], rocm: ["6.4"] },
  "2.7": { cuda: ["11.8", "12.6", "12.8"], rocm: ["6.3"] },
  "2.6": { cuda: ["11.8", "12.4", "12.6"], rocm: ["6.2"] },
  "2.5": { cuda: ["11.8", "12.1", "12.4"], rocm: ["6.2"] },
  "2.4": { cuda: ["11.8", "12.1", "12.4"], rocm: ["6.1"] },
  "2.3": { cuda: ["11.8", "12.1"], rocm: ["6.0"] },
  "2.2": { cuda: ["11.8", "12.1"], rocm: ["5.7"] },
  "2.1": { cuda: ["11.8", "12.1"], rocm: ["5.6"] },
  "2.0": { cuda: ["11.7", "11.8"], rocm: ["5.4"] },
};

/** Compute capabilities inside the wheels of 2.11, by their CUDA; other releases' lists were not found. */
const ARCH_IN_2_11: Readonly<Record<string, readonly string[]>> = {
  "12.6": ["5.0", "6.0", "7.0", "7.5", "8.0", "8.6", "9.0"],
  "12.8": ["7.5", "8.0", "8.6", "9.0", "10.0", "12.0"],
  "13.0": ["7.5", "8.0", "8.6", "9.0", "10.0", "12.0"],
};

/** AMD's targets in its own matrix for ROCm 6.0 to 6.3 (ROCm/ROCm, 2025-03-21). */
const ROCM_MATRIX = {
  from: "6.0",
  before: "6.4",
  targets: ["gfx1100", "gfx1030", "gfx942", "gfx90a", "gfx908"],
} as const;

export type WheelReason = "wheel-built" | "wheel-exists" | "wheel-no-arch" | "wheel-other" | "wheel-not-in-table";
export type MatrixReason = "rocm-in-matrix" | "rocm-not-in-matrix" | "rocm-outside-matrix";

export interface WheelAnswer {
  readonly state: "met" | "failed" | "unknown";
  readonly reason: WheelReason;
  readonly a: string;
  readonly b: string;
}

const release = (version: Version): string => version.slice(0, 2).join(".");

/** Whether a published wheel exists for this PyTorch on this CUDA or ROCm, and holds the card's compute capability. */
export function wheelFor(
  torch: string | null | undefined,
  platform: { readonly kind: "cuda" | "rocm"; readonly version: string | null | undefined },
  capability: string | null,
): WheelAnswer | null {
  const [asked, on] = [versionOf(torch), versionOf(platform.version)];
  if (asked === null || on === null) return null;
  const name = release(asked);
  const wheels = TORCH_WHEELS[name];
  if (wheels === undefined) return { state: "unknown", reason: "wheel-not-in-table", a: name, b: "" };
  const built = wheels[platform.kind];
  const here = release(on);
  const list = built.join(", ");
  // Wheels bring their own runtime: another release may still run them, so a missing one fails nothing by itself.
  if (!built.includes(here)) return { state: "unknown", reason: "wheel-other", a: here, b: list };
  const arches = name === "2.11" && platform.kind === "cuda" ? ARCH_IN_2_11[here] : undefined;
  if (arches === undefined || capability === null) return { state: "met", reason: "wheel-exists", a: name, b: here };
  const holds = arches.some((arch) => runsOn(arch, capability));
  return { state: holds ? "met" : "failed", reason: holds ? "wheel-built" : "wheel-no-arch", a: capability, b: here };
}

/** Binaries of one generation run on its later cards: those for 8.6 on 8.9. */
function runsOn(built: string, capability: string): boolean {
  const [from, card] = [versionOf(built) ?? [], versionOf(capability) ?? []];
  return from[0] === card[0] && atLeast(card, from);
}

export interface MatrixAnswer {
  readonly state: "met" | "failed" | "unknown";
  readonly reason: MatrixReason;
  readonly a: string;
  readonly b: string;
}

/** AMD's own word on a card and a release, where its matrix covers the release. */
export function rocmMatrix(target: string, rocm: string | null | undefined): MatrixAnswer | null {
  const stated = versionOf(rocm);
  if (stated === null) return null;
  const b = release(stated);
  const { from, before, targets } = ROCM_MATRIX;
  if (!atLeast(stated, versionOf(from) ?? []) || atLeast(stated, versionOf(before) ?? [])) {
    return { state: "unknown", reason: "rocm-outside-matrix", a: target, b };
  }
  const covered = targets.some((one) => one === target);
  return { state: covered ? "met" : "failed", reason: covered ? "rocm-in-matrix" : "rocm-not-in-matrix", a: target, b };
}
