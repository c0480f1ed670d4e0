import type { Json } from "@/lib/digest/canonical";

export interface ListedPackage {
  readonly id: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly license: string | null;
  readonly purl: string | null;
}

/** Packages whose version decides whether a model runs on a card. */
const WATCHED =
  /^(?:torch|vllm|sglang|tensorrt|tensorrt[-_]llm|transformers|accelerate|deepspeed|flash[-_]attn|triton|xformers|diffusers|nccl|libnccl2|cuda|nvidia-(?:cuda|cudnn|nccl|cublas)[\w.-]*|cuda-(?:cudart|compat)[\w.-]*|python3?|libc6|glibc)$/i;

const missing = (text: string | null): boolean =>
  text === null || text === "" || /^(?:NOASSERTION|NONE|UNKNOWN)$/i.test(text);

/** What both kinds of bill of materials are asked for. */
export function packageFacts(packages: readonly ListedPackage[]): Record<string, Json> {
  const watched: Record<string, string[]> = {};
  for (const { name, version } of packages) {
    if (name === null || version === null || !WATCHED.test(name)) continue;
    const known = watched[name] ?? [];
    if (!known.includes(version)) watched[name] = [...known, version].sort();
  }
  return {
    packages: packages.length,
    packages_without_version: packages.filter((p) => missing(p.version)).length,
    packages_without_license: packages.filter((p) => missing(p.license)).length,
    packages_with_purl: packages.filter((p) => p.purl !== null).length,
    repeated: packages.length - new Set(packages.map((p) => p.id)).size,
    watched,
  };
}

/** A digest that names an image or a file; a cut one is none. */
export const sha256In = (text: string | null): string | null =>
  /(?:sha256[:=]|^)([0-9a-f]{64})\b/i.exec(text?.replaceAll("%3A", ":") ?? "")?.[1]?.toLowerCase() ?? null;
