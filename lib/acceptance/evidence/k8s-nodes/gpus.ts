import { sortedDistinct } from "../distinct";
import type { KubeNode } from "./nodes";

const WHOLE = /^(?:nvidia\.com\/gpu(?:\.shared)?|amd\.com\/gpu)$/;
const MIG = /^nvidia\.com\/mig-(.+)$/;

const whole = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

/** Sum over the nodes that have the resource; null where none has it: absent is not zero. */
function sumOf(nodes: readonly KubeNode[], part: "capacity" | "allocatable"): number | null {
  const found = nodes.flatMap((n) =>
    Object.entries(n[part]).flatMap(([key, v]) => (WHOLE.test(key) ? (whole(v) ?? []) : [])),
  );
  return found.length === 0 ? null : found.reduce((a, b) => a + b, 0);
}

export const gpuCapacity = (nodes: readonly KubeNode[]): number | null => sumOf(nodes, "capacity");
export const gpuAllocatable = (nodes: readonly KubeNode[]): number | null => sumOf(nodes, "allocatable");

/** Slices by profile under the mixed strategy, over all nodes. */
export function migResources(nodes: readonly KubeNode[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { allocatable } of nodes) {
    for (const [key, v] of Object.entries(allocatable)) {
      const profile = MIG.exec(key)?.[1];
      const count = whole(v);
      if (profile !== undefined && count !== null && count > 0) sums.set(profile, (sums.get(profile) ?? 0) + count);
    }
  }
  return Object.fromEntries(sums);
}

/** Other resources of NVIDIA: cards passed through whole to virtual machines, and their audio functions. */
export function otherResources(nodes: readonly KubeNode[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { allocatable } of nodes) {
    for (const [key, v] of Object.entries(allocatable)) {
      const count = key.startsWith("nvidia.com/") && !WHOLE.test(key) && !MIG.test(key) ? whole(v) : null;
      if (count !== null) sums.set(key, (sums.get(key) ?? 0) + count);
    }
  }
  return Object.fromEntries(sums);
}

/** A node that offers cards, whole or in slices, whatever their number. */
export const isGpuNode = (n: KubeNode): boolean =>
  [...Object.keys(n.capacity), ...Object.keys(n.allocatable)].some((k) => WHOLE.test(k) || MIG.test(k));

const PREFIX = "nvidia.com/";
const label = (n: KubeNode, key: string): string | null => {
  const value = n.labels[PREFIX + key];
  return value === undefined || value === "" ? null : value;
};

export const labels = (nodes: readonly KubeNode[], key: string): string[] =>
  sortedDistinct(nodes.flatMap((n) => label(n, key) ?? []));

/** Whole version where a label has it, else of its parts; the last part may be empty. */
function versionOf(n: KubeNode, whole_: readonly string[], parts: readonly string[]): string | null {
  for (const key of whole_) {
    const found = label(n, key);
    if (found !== null) return found;
  }
  const found = parts.map((p) => label(n, p));
  return found[0] === null ? null : found.filter((p) => p !== null).join(".");
}

export const driverOf = (n: KubeNode): string | null =>
  versionOf(n, ["cuda.driver-version.full"], ["cuda.driver.major", "cuda.driver.minor", "cuda.driver.rev"]);

export const cudaOf = (n: KubeNode): string | null =>
  versionOf(n, ["cuda.runtime-version.full"], ["cuda.runtime.major", "cuda.runtime.minor"]);

/** Profile behind `nvidia.com/gpu` under the single strategy: the product's name ends with it. */
export function singleProfile(n: KubeNode): string | null {
  if (label(n, "mig.strategy") !== "single") return null;
  return /-MIG-(.+?)(?:-SHARED)?$/.exec(label(n, "gpu.product") ?? "")?.[1] ?? null;
}

/** How one card is shared between pods; `none` where a label says so or nothing hints at it. */
export function sharingOf(n: KubeNode): string {
  const strategy = label(n, "gpu.sharing-strategy");
  if (strategy !== null && strategy !== "none") return strategy;
  const replicas = whole(n.labels[`${PREFIX}gpu.replicas`]) ?? 1;
  const product = label(n, "gpu.product") ?? "";
  const shared = replicas > 1 || product.endsWith("-SHARED") || "nvidia.com/gpu.shared" in n.capacity;
  return shared ? "time-slicing" : "none";
}

const COMPUTE_SLICES = 7;
const MEMORY_SLICES = 8;

/** Cards behind slices of one profile: at most seven compute and eight memory slices fit a card. */
function cardsBehind(count: number, profile: string, product: string): number {
  const m = /^(?:\d+c\.)?(\d+)g\.(\d+)gb/.exec(profile);
  if (!m) return count;
  const compute = Math.max(1, Math.floor(COMPUTE_SLICES / Number(m[1])));
  const cardGb = /(\d+)GB/i.exec(product)?.[1];
  const memory = cardGb === undefined ? MEMORY_SLICES : Math.max(1, Math.floor(Number(cardGb) / Number(m[2])));
  return Math.ceil(count / Math.min(compute, memory));
}

/** Physical cards of a node; null where no label counts them. */
export function physicalGpus(n: KubeNode): number | null {
  const count = whole(n.labels[`${PREFIX}gpu.count`]);
  if (count === null) return null;
  const profile = singleProfile(n);
  return profile === null ? count : cardsBehind(count, profile, label(n, "gpu.product") ?? "");
}

export const labelledCount = (nodes: readonly KubeNode[]): number | null => {
  const found = nodes.flatMap((n) => whole(n.labels[`${PREFIX}gpu.count`]) ?? []);
  return found.length === 0 ? null : found.reduce((a, b) => a + b, 0);
};

export const isVgpu = (n: KubeNode): boolean =>
  n.labels["nvidia.com/vgpu.present"] === "true" || /^(?:NVIDIA-)?GRID-/.test(label(n, "gpu.product") ?? "");
