import { MODELS_DEEPSEEK } from "./data/models-deepseek";
import { MODELS_DEEPSEEK_MORE } from "./data/models-deepseek-more";
import { MODELS_GEMMA } from "./data/models-gemma";
import { MODELS_GEMMA_MORE } from "./data/models-gemma-more";
import { MODELS_GLM } from "./data/models-glm";
import { MODELS_LLAMA } from "./data/models-llama";
import { MODELS_LLAMA_MORE } from "./data/models-llama-more";
import { MODELS_MEDIA } from "./data/models-media";
import { MODELS_MISTRAL } from "./data/models-mistral";
import { MODELS_MISTRAL_MORE } from "./data/models-mistral-more";
import { MODELS_MIXED_LANGUAGE } from "./data/models-mixed-language";
import { MODELS_NVIDIA_DEEPSEEK } from "./data/models-nvidia-deepseek";
import { MODELS_NVIDIA_GEMMA_LLAMA } from "./data/models-nvidia-gemma-llama";
import { MODELS_NVIDIA_GLM_KIMI } from "./data/models-nvidia-glm-kimi";
import { MODELS_NVIDIA_NEMOTRON } from "./data/models-nvidia-nemotron";
import { MODELS_NVIDIA_NEMOTRON_LARGE } from "./data/models-nvidia-nemotron-large";
import { MODELS_NVIDIA_QWEN } from "./data/models-nvidia-qwen";
import { MODELS_OPEN_LARGE } from "./data/models-open-large";
import { MODELS_OPEN_SMALL } from "./data/models-open-small";
import { MODELS_OTHER_LANGUAGE } from "./data/models-other-language";
import { MODELS_QWEN } from "./data/models-qwen";
import { MODELS_QWEN_HYBRID } from "./data/models-qwen-hybrid";
import { MODELS_QWEN_HYBRID_LARGE } from "./data/models-qwen-hybrid-large";
import { MODELS_QWEN_MORE } from "./data/models-qwen-more";
import { MODELS_QWEN_VISION } from "./data/models-qwen-vision";
import { MODELS_VISION_SPEECH } from "./data/models-vision-speech";
import { plain } from "./near-names";
import type { ModelPreset } from "./schema";

const ALL: readonly ModelPreset[] = [
  ...MODELS_LLAMA,
  ...MODELS_QWEN,
  ...MODELS_MISTRAL,
  ...MODELS_DEEPSEEK,
  ...MODELS_GEMMA,
  ...MODELS_OTHER_LANGUAGE,
  ...MODELS_OPEN_LARGE,
  ...MODELS_QWEN_MORE,
  ...MODELS_QWEN_VISION,
  ...MODELS_QWEN_HYBRID,
  ...MODELS_QWEN_HYBRID_LARGE,
  ...MODELS_DEEPSEEK_MORE,
  ...MODELS_GEMMA_MORE,
  ...MODELS_LLAMA_MORE,
  ...MODELS_OPEN_SMALL,
  ...MODELS_NVIDIA_DEEPSEEK,
  ...MODELS_NVIDIA_GLM_KIMI,
  ...MODELS_NVIDIA_GEMMA_LLAMA,
  ...MODELS_NVIDIA_NEMOTRON_LARGE,
  ...MODELS_NVIDIA_QWEN,
  ...MODELS_NVIDIA_NEMOTRON,
  ...MODELS_GLM,
  ...MODELS_MISTRAL_MORE,
  ...MODELS_MIXED_LANGUAGE,
  ...MODELS_VISION_SPEECH,
  ...MODELS_MEDIA,
];
const BY_ID = new Map(ALL.map((model) => [model.id.toLowerCase(), model]));

/** By what people call a model: its id without the owner, or its name, where one model alone is called so. */
const BY_NAME = byName();

function byName(): ReadonlyMap<string, ModelPreset | null> {
  const names = new Map<string, ModelPreset | null>();
  for (const model of ALL) {
    for (const name of new Set([plain(model.id.split("/").at(-1) ?? ""), plain(model.name)])) {
      names.set(name, names.has(name) ? null : model);
    }
  }
  return names;
}

/** All models of the catalogue, language models first, by family. */
export function listModelPresets(): readonly ModelPreset[] {
  return ALL;
}

/**
 * The model with this id, whatever its case, or without an owner the only one that is called so ("Llama 3.1 8B"); null when
 * the catalogue has none, or several.
 */
export function findModelPreset(id: string): ModelPreset | null {
  const model = BY_ID.get(id.toLowerCase());
  if (model !== undefined || id.includes("/")) return model ?? null;
  return BY_NAME.get(plain(id)) ?? null;
}
