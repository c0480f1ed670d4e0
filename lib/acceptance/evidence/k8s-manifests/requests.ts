import { type Container, type Dict, isDict, type PodSpec } from "./pods";

export interface Refusal {
  /** What the API server would answer, or what makes the manifest unreadable. */
  readonly apiError: string | null;
  readonly invalid: string | null;
}

const GPU = /^(?:nvidia\.com\/(?:gpu(?:\.shared)?|mig-\S+)|amd\.com\/gpu|gpu\.intel\.com\/\S+)$/;
const WHOLE_GPU = /^(?:nvidia\.com\/gpu|amd\.com\/gpu)/;
const MIG = /^nvidia\.com\/mig-(\S+)$/;

/** Quantities are numbers or texts; extended resources take whole numbers only. */
function quantity(v: unknown): number | null {
  const text = typeof v === "number" || typeof v === "string" ? String(v) : "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

const part = (c: Container, name: "limits" | "requests"): unknown =>
  isDict(c.spec.resources) ? c.spec.resources[name] : undefined;

const devices = (v: unknown): Dict =>
  isDict(v) ? Object.fromEntries(Object.entries(v).filter(([k]) => GPU.test(k))) : {};

/** Quantities as the API server writes them back: 0.5 is 500m. */
function canonical(v: unknown): string {
  const text = String(v);
  return /^0?\.\d{1,3}$|^\d+\.\d{1,3}$/.test(text) ? `${Math.round(Number(text) * 1000)}m` : text;
}

/** The first thing in a container for which the API server refuses it. */
function refusalOf(c: Container): Refusal | null {
  const limits = part(c, "limits");
  const requests = part(c, "requests");
  for (const [name, value] of [
    ["limits", limits],
    ["requests", requests],
  ] as const) {
    if (value !== undefined && value !== null && !isDict(value))
      return { apiError: null, invalid: `${c.path}.resources.${name} is ${JSON.stringify(value)}: a text, not a map` };
    for (const [key, amount] of Object.entries(devices(value))) {
      if (quantity(amount) === null)
        return {
          apiError: `${c.path}.resources.${name}[${key}]: Invalid value: "${canonical(amount)}": must be an integer`,
          invalid: null,
        };
    }
  }
  return mismatch(c, devices(limits), devices(requests));
}

/** Devices cannot be overcommitted: limits alone are enough, requests must be equal to them. */
function mismatch(c: Container, limits: Dict, requests: Dict): Refusal | null {
  for (const [key, amount] of Object.entries(requests)) {
    const limit = limits[key];
    if (limit === undefined)
      return {
        apiError: `${c.path}.resources.limits: Required value: Limit must be set for non overcommitable resources`,
        invalid: null,
      };
    if (quantity(limit) !== quantity(amount))
      return {
        apiError: `${c.path}.resources.requests: Invalid value: "${String(amount)}": must be equal to ${key} limit of ${String(limit)}`,
        invalid: null,
      };
  }
  return null;
}

export function firstRefusal(pod: PodSpec): Refusal | null {
  for (const c of [...pod.init, ...pod.main]) {
    const found = refusalOf(c);
    if (found) return found;
  }
  return null;
}

const amountsOf = (c: Container, pattern: RegExp): Map<string, number> =>
  new Map(
    Object.entries(devices(part(c, "limits"))).flatMap(([key, v]) =>
      pattern.test(key) ? [[key, quantity(v) ?? 0]] : [],
    ),
  );

function added(containers: readonly Container[], pattern: RegExp): Map<string, number> {
  const sum = new Map<string, number>();
  for (const c of containers) {
    for (const [key, n] of amountsOf(c, pattern)) sum.set(key, (sum.get(key) ?? 0) + n);
  }
  return sum;
}

/** Containers run together and add up; init containers run before, one by one, and count only where they need more. */
function perPod(pod: PodSpec, pattern: RegExp): Map<string, number> {
  const sum = added(pod.main, pattern);
  for (const c of pod.init) {
    for (const [key, n] of amountsOf(c, pattern)) sum.set(key, Math.max(sum.get(key) ?? 0, n));
  }
  return sum;
}

export const gpusPerPod = (pod: PodSpec): number => [...perPod(pod, WHOLE_GPU).values()].reduce((a, b) => a + b, 0);

/** MIG slices by profile; null where none is asked. */
export function migPerPod(pod: PodSpec): Record<string, number> | null {
  const found = [...perPod(pod, MIG)].map(([key, n]): [string, number] => [MIG.exec(key)?.[1] ?? key, n]);
  return found.length === 0 ? null : Object.fromEntries(found);
}

const WIDTH = /^(?:--tensor-parallel-size|--tp-size|--tp|-tp|--tensor_parallel_size)(?:=(\d+))?$/;

/** Width of tensor parallelism that a server is started with; null where the command does not say. */
export function tensorParallel(pod: PodSpec): number | null {
  for (const c of pod.main) {
    for (const [i, word] of c.words.entries()) {
      const m = WIDTH.exec(word);
      const value = m?.[1] ?? (m ? c.words[i + 1] : undefined);
      if (value !== undefined && /^\d+$/.test(value)) return Number(value);
    }
  }
  return null;
}

/** A reference is pinned by its 64 digits after `@sha256:`, never by a tag. */
export const isPinned = (image: string | null): boolean => image !== null && /@sha256:[0-9a-f]{64}$/.test(image);
