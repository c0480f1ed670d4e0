import {
  atLeast,
  DRIVER_FLOOR,
  DRIVER_OF_CUDA,
  FIRST_CUDA,
  FORMAT_CC,
  LOWEST_CC,
  type Version,
  VLLM_CC,
  VLLM_ROCM,
  versionOf,
} from "./compatibility-facts";
import { type MatrixReason, rocmMatrix, type WheelReason, wheelFor } from "./compatibility-wheels";
import type { Accelerator } from "./schema";

/** What a brief states about its software; absent and null both mean not stated. */
export interface SoftwareChain {
  readonly cuda?: string | null | undefined;
  readonly driver?: string | null | undefined;
  readonly rocm?: string | null | undefined;
  readonly framework?: string | null | undefined;
  readonly frameworkVersion?: string | null | undefined;
  readonly engine?: string | null | undefined;
  readonly engineVersion?: string | null | undefined;
  readonly weightFormat?: string | null | undefined;
  readonly migProfile?: string | null | undefined;
  readonly tensorParallel?: number | null | undefined;
  readonly pipelineParallel?: number | null | undefined;
}

export type CompatibilityCheck = "platform" | "rocm" | "driver" | "cuda" | "wheel" | "engine" | "format" | "mig";
export type CompatibilityReason =
  | "cuda-on-other-vendor"
  | "rocm-on-nvidia"
  | "rocm-target"
  | "rocm-older"
  | "not-covered"
  | "driver-own"
  | "driver-minor"
  | "driver-branch"
  | "driver-older"
  | "cuda-not-in-table"
  | "cuda-dropped"
  | "cuda-too-early"
  | "cuda-no-first"
  | "cuda-fits"
  | "engine-fits"
  | "engine-below"
  | "engine-between"
  | "engine-no-table"
  | "format-native"
  | "format-weight-only"
  | "format-below"
  | "format-no-table"
  | "mig-parallel"
  | "mig-not-offered"
  | "mig-fits"
  | WheelReason
  | MatrixReason;

/** One check; `a` is what was stated or what the card has, `b` what the table asks for. */
export interface CompatibilityFinding {
  readonly check: CompatibilityCheck;
  readonly state: "met" | "failed" | "unknown";
  readonly reason: CompatibilityReason;
  readonly a: string;
  readonly b: string;
}

type State = CompatibilityFinding["state"];

/**
 * The stated software against the card, check by check. A check whose sides are not stated is left out; one that no
 * published table settles is "unknown", never met.
 */
export function compatibility(card: Accelerator, chain: SoftwareChain): readonly CompatibilityFinding[] {
  return [
    ...platform(card, chain),
    ...matrix(card, chain),
    ...driver(chain),
    ...cudaForCard(card, chain),
    ...wheel(card, chain),
    ...engine(card, chain),
    ...format(card, chain),
    ...mig(card, chain),
  ];
}

function finding(
  check: CompatibilityCheck,
  state: State,
  reason: CompatibilityReason,
  a = "",
  b = "",
): CompatibilityFinding[] {
  return [{ check, state, reason, a, b }];
}

/** NVIDIA's compute capability; null for cards of others. */
const capability = (card: Accelerator): Version | null =>
  card.vendor === "NVIDIA" ? versionOf(card.computeCapability) : null;

const asked = (text: string): Version => versionOf(text) ?? [];

function platform(card: Accelerator, { cuda, rocm }: SoftwareChain): CompatibilityFinding[] {
  if (card.vendor === "NVIDIA") return versionOf(rocm) ? finding("platform", "failed", "rocm-on-nvidia") : [];
  if (versionOf(cuda)) return finding("platform", "failed", "cuda-on-other-vendor");
  const stated = versionOf(rocm);
  if (stated === null || card.vendor !== "AMD") return [];
  const first = VLLM_ROCM[card.computeCapability];
  if (first === undefined) return finding("platform", "unknown", "not-covered");
  const fits = atLeast(stated, asked(first));
  return finding(
    "platform",
    fits ? "met" : "failed",
    fits ? "rocm-target" : "rocm-older",
    card.computeCapability,
    first,
  );
}

function matrix(card: Accelerator, { rocm }: SoftwareChain): CompatibilityFinding[] {
  const found = card.vendor === "AMD" ? rocmMatrix(card.computeCapability, rocm) : null;
  return found === null ? [] : finding("rocm", found.state, found.reason, found.a, found.b);
}

function wheel(card: Accelerator, { framework, frameworkVersion, cuda, rocm }: SoftwareChain): CompatibilityFinding[] {
  if (framework !== "pytorch" || (card.vendor !== "NVIDIA" && card.vendor !== "AMD")) return [];
  const nvidia = card.vendor === "NVIDIA";
  const platform = nvidia ? ({ kind: "cuda", version: cuda } as const) : ({ kind: "rocm", version: rocm } as const);
  const found = wheelFor(frameworkVersion, platform, nvidia ? card.computeCapability : null);
  return found === null ? [] : finding("wheel", found.state, found.reason, found.a, found.b);
}

function driver({ cuda, driver }: SoftwareChain): CompatibilityFinding[] {
  const [release, stated] = [versionOf(cuda), versionOf(driver)];
  if (release === null || stated === null) return [];
  const a = stated.map((n, i) => (i === 2 ? String(n).padStart(2, "0") : n)).join(".");
  const own = DRIVER_OF_CUDA[release.slice(0, 2).join(".")];
  const floor = DRIVER_FLOOR[release[0] ?? 0];
  if (floor !== undefined && !atLeast(stated, asked(floor)))
    return finding("driver", "failed", "driver-older", a, floor);
  if (own === undefined) return finding("driver", "unknown", "cuda-not-in-table", release.join("."));
  const fits = atLeast(stated, asked(own));
  // `570` names a branch: it may or may not hold 570.26.
  if (!fits && stated.length === 1 && stated[0] === asked(own)[0])
    return finding("driver", "unknown", "driver-branch", a, own);
  return finding("driver", fits ? "met" : "unknown", fits ? "driver-own" : "driver-minor", a, own);
}

function cudaForCard(card: Accelerator, { cuda }: SoftwareChain): CompatibilityFinding[] {
  const [release, cc] = [versionOf(cuda), capability(card)];
  if (release === null || cc === null) return [];
  const a = card.computeCapability;
  const lowest = LOWEST_CC[release[0] ?? 0];
  if (lowest === undefined) return finding("cuda", "unknown", "cuda-not-in-table", release.join("."));
  if (!atLeast(cc, asked(lowest))) return finding("cuda", "failed", "cuda-dropped", a, lowest);
  const first = FIRST_CUDA[a];
  if (first !== undefined) {
    const fits = atLeast(release, asked(first));
    return finding("cuda", fits ? "met" : "failed", fits ? "cuda-fits" : "cuda-too-early", a, first);
  }
  // Older cards came before every release of the table; newer ones have no first release with a source.
  const older = !atLeast(cc, [8, 9]);
  return finding("cuda", older ? "met" : "unknown", older ? "cuda-fits" : "cuda-no-first", a);
}

function engine(card: Accelerator, chain: SoftwareChain): CompatibilityFinding[] {
  const cc = capability(card);
  if (!chain.engine || cc === null) return [];
  if (chain.engine !== "vllm") return finding("engine", "unknown", "engine-no-table");
  const a = card.computeCapability;
  const version = versionOf(chain.engineVersion);
  const { upTo, lowest, from, lowestLater } = VLLM_CC;
  if (!atLeast(cc, asked(lowest))) return finding("engine", "failed", "engine-below", a, lowest);
  if (atLeast(cc, asked(lowestLater))) return finding("engine", "met", "engine-fits", a, lowestLater);
  if (version === null) return finding("engine", "unknown", "engine-between", a);
  if (atLeast(version, asked(from))) return finding("engine", "failed", "engine-below", a, lowestLater);
  const old = atLeast(asked(upTo), version.slice(0, 2));
  return finding("engine", old ? "met" : "unknown", old ? "engine-fits" : "engine-between", a, lowest);
}

/** Widths that every card of the catalogue computes or that need no kernels of their own. */
const PLAIN_FORMATS = new Set(["auto", "fp32", "fp16", "bf16"]);

function format(card: Accelerator, chain: SoftwareChain): CompatibilityFinding[] {
  const [name, cc] = [chain.weightFormat, capability(card)];
  if (!name || PLAIN_FORMATS.has(name) || chain.engine !== "vllm") return [];
  const needs = FORMAT_CC[name.startsWith("gguf") ? "gguf" : name];
  if (needs === undefined || cc === null) return finding("format", "unknown", "format-no-table");
  const a = card.computeCapability;
  if (atLeast(cc, asked(needs.native))) return finding("format", "met", "format-native", a, needs.native);
  const stored = needs.weightOnly !== null && atLeast(cc, asked(needs.weightOnly));
  if (stored) return finding("format", "met", "format-weight-only", a, needs.native);
  return finding("format", "failed", "format-below", a, needs.weightOnly ?? needs.native);
}

function mig(card: Accelerator, chain: SoftwareChain): CompatibilityFinding[] {
  const profile = chain.migProfile;
  if (!profile) return [];
  const offered = card.mig?.some((p) => p.profile === profile) === true;
  if (!offered) return finding("mig", "failed", "mig-not-offered", profile);
  const split = (chain.tensorParallel ?? 1) > 1 || (chain.pipelineParallel ?? 1) > 1;
  return finding("mig", split ? "failed" : "met", split ? "mig-parallel" : "mig-fits", profile);
}
