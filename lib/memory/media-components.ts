import { findModelPreset, listModelPresets } from "@/lib/catalog/models";
import type { PipelineComponent } from "@/lib/catalog/schema";
import { gib } from "@/lib/units/bytes";
import { type Estimate, FORMULA_VERSION, linesOf, perGpuOf } from "./answer";
import { matrixFormat } from "./formats";
import type { Lines } from "./lines";
import { NotEstimable } from "./not-estimable";
import { notInCatalogue } from "./not-in-catalogue";
import type { EstimateRequest, MediaRun } from "./schema";
import { whole } from "./size";
import type { Target } from "./target";
import { judgeByPeak } from "./verdict";
import { word } from "./word";

/** One network of a pipeline in the format it is loaded in. */
export interface Component {
  readonly name: string;
  readonly role: NetworkRole;
  readonly parameters: number;
  readonly format: string;
  readonly bytes: number;
}

/** What a network does in the pipeline: which phase it works in. Others (a guide, an adapter) work with the denoiser. */
type NetworkRole = "text-encoder" | "transformer" | "vae" | "other";

/** Names as diffusers and people write them: `text_encoder_2`, `unet`, `transformer_2`, `image_encoder`. */
const ROLES: readonly (readonly [RegExp, NetworkRole])[] = [
  [/^(text|image|prompt|clip|t5)[-_]?encoder|^(clip|t5|llm)\b|^image[-_]encoder/i, "text-encoder"],
  [/^(transformer|unet|dit|prior|denoiser)/i, "transformer"],
  [/^(vae|vqvae|vqgan|autoencoder|movq)/i, "vae"],
];

const roleOf = (name: string): NetworkRole => ROLES.find(([pattern]) => pattern.test(name))?.[1] ?? "other";

/** Formats under which a network's sensitive layers stay at 32 bits: fp16, and what bitsandbytes loads. */
const KEEPS_FP32 = ["fp16", "int8", "nf4", "nf4-dq"];

/**
 * The networks of the request, stated or of a known pipeline. The request's format is that of the denoising network;
 * encoders and decoder keep their own. Throws NotEstimable where no network is named.
 */
export function readComponents(request: EstimateRequest, stated: MediaRun["components"]): Component[] {
  if (stated != null) {
    if (stated.length === 0) throw new NotEstimable("run.components", word("reason.no-network"));
    return stated.map((c, i) =>
      component(c.name, c.parameters, c.weightFormat, `run.components[${i}]`, c.fp32Parameters),
    );
  }
  const preset = request.model.preset == null ? null : findModelPreset(request.model.preset);
  if (preset === null && request.model.preset != null) {
    const why = notInCatalogue("model", request.model.preset, listModelPresets());
    throw new NotEstimable("model.preset", why, "unusable-field");
  }
  if (preset?.components == null) {
    throw new NotEstimable("run.components", word("reason.name-networks"));
  }
  const formatOf = (c: PipelineComponent) =>
    request.weightFormat !== "auto" && c.name === "transformer" ? request.weightFormat : c.weightFormat;
  return preset.components.map((c) => component(c.name, c.parameters, formatOf(c), "model.preset", c.fp32Parameters));
}

function component(
  name: string,
  parameters: string,
  weightFormat: string,
  field: string,
  fp32Parameters?: string | null,
): Component {
  const count = whole(parameters, `${field}.parameters`) ?? 0;
  if (weightFormat === "auto") throw new NotEstimable(`${field}.weightFormat`, word("reason.component-format"));
  const format = matrixFormat(weightFormat, null);
  const kept = KEEPS_FP32.includes(weightFormat) ? Number(fp32Parameters ?? 0) : 0;
  const rest = count - kept;
  const bytes = Math.ceil((rest * format.bits) / 8 + format.scaleBytes(1, rest)) + 4 * kept;
  return { name, role: roleOf(name), parameters: count, format: format.name, bytes };
}

/** The answer of a pipeline: what its lines sum to, with the share within which nine of ten measurements lie. */
export function pipelineAnswer(
  request: EstimateRequest,
  lines: Lines,
  components: readonly Component[],
  target: Target,
  spread: number,
): Estimate {
  const total = gib(lines.total());
  const peak = { low: total * (1 - spread), expected: total, high: total * (1 + spread) };
  let parameters = 0;
  let weightBytes = 0;
  for (const c of components) {
    parameters += c.parameters;
    weightBytes += c.bytes;
  }
  return {
    id: request.id ?? null,
    formulaVersion: FORMULA_VERSION,
    ...judgeByPeak(target, peak),
    perGpu: perGpuOf(lines, target.usable, target.usable, peak),
    kv: null,
    parameters: { total: String(parameters), active: String(parameters), weightBytes: String(weightBytes) },
    plannedLoad: null,
    lines: linesOf(lines),
  };
}
