import { MODELS_DEEPSEEK } from "./data/models-deepseek";
import { MODELS_GEMMA } from "./data/models-gemma";
import { MODELS_LLAMA } from "./data/models-llama";
import { MODELS_MEDIA } from "./data/models-media";
import { MODELS_MISTRAL } from "./data/models-mistral";
import { MODELS_OTHER_LANGUAGE } from "./data/models-other-language";
import { MODELS_QWEN } from "./data/models-qwen";
import type { ModelPreset } from "./schema";

const ALL: readonly ModelPreset[] = [
  ...MODELS_LLAMA,
  ...MODELS_QWEN,
  ...MODELS_MISTRAL,
  ...MODELS_DEEPSEEK,
  ...MODELS_GEMMA,
  ...MODELS_OTHER_LANGUAGE,
  ...MODELS_MEDIA,
];
const BY_ID = new Map(ALL.map((model) => [model.id.toLowerCase(), model]));

/** All models of the catalogue, language models first, by family. */
export function listModelPresets(): readonly ModelPreset[] {
  return ALL;
}

/** The model with this id, whatever its case; null when the catalogue has none. */
export function findModelPreset(id: string): ModelPreset | null {
  return BY_ID.get(id.toLowerCase()) ?? null;
}
