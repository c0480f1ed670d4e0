import type { ModelPreset, PipelineComponent } from "@/lib/catalog/schema";

const CARD = "parameter count in the model card or its weight files";
const part = (name: PipelineComponent["name"], parameters: string, source = CARD): PipelineComponent => ({
  name,
  parameters,
  weightFormat: "bf16",
  source,
});
const FLUX_SOURCE =
  "component sizes in the diffusers quantisation post: 23.8, 9.52, 0.246 and 0.168 decimal GB at 16 bits";
/** Transformers keeps the 24 output matrices (10240 × 4096) of T5's feed-forward layers at 32 bits. */
const T5_XXL: PipelineComponent = {
  ...part("text-encoder", "4762310656", "T5 v1.1 XXL encoder: half of the encoder-decoder checkpoint"),
  fp32Parameters: "1006632960",
};

const pipeline = (
  id: string,
  name: string,
  family: string,
  components: PipelineComponent[],
  source = CARD,
): ModelPreset => ({
  id,
  name,
  family,
  kind: "media",
  config: null,
  components,
  parameters: null,
  source,
  dated: "2026-11-29",
});

/** Picture and video pipelines: their networks, each with the part it plays. */
export const MODELS_MEDIA: readonly ModelPreset[] = [
  pipeline(
    "black-forest-labs/FLUX.1-dev",
    "FLUX.1 dev",
    "flux",
    [
      part("transformer", "11900000000", FLUX_SOURCE),
      { ...T5_XXL, parameters: "4760000000", source: FLUX_SOURCE },
      part("text-encoder", "123000000", FLUX_SOURCE),
      part("vae", "84000000", FLUX_SOURCE),
    ],
    FLUX_SOURCE,
  ),
  pipeline("stabilityai/stable-diffusion-xl-base-1.0", "Stable Diffusion XL", "sdxl", [
    part("transformer", "2567000000"),
    part("text-encoder", "695000000"),
    part("text-encoder", "123000000"),
    part("vae", "84000000"),
  ]),
  pipeline("stabilityai/stable-diffusion-3-medium", "Stable Diffusion 3 medium", "sd3", [
    part("transformer", "2084000000"),
    T5_XXL,
    part("text-encoder", "695000000"),
    part("text-encoder", "123000000"),
    part("vae", "84000000"),
  ]),
  pipeline("PixArt-alpha/PixArt-Sigma-XL-2-1024-MS", "PixArt-Sigma XL", "pixart", [
    part("transformer", "611000000"),
    T5_XXL,
    part("vae", "84000000"),
  ]),
  pipeline("black-forest-labs/FLUX.2-klein-base-4B", "FLUX.2 klein base 4B", "flux2", [
    part("transformer", "3875544576", "total_params of PEFT's full fine-tuning result"),
    part("text-encoder", "4022468096", "Qwen3 4B"),
    part("vae", "84000000"),
  ]),
  pipeline("Qwen/Qwen-Image", "Qwen-Image", "qwen-image", [
    part("transformer", "20430000000"),
    part("text-encoder", "8292000000"),
    part("vae", "127000000"),
  ]),
  pipeline("Wan-AI/Wan2.1-T2V-14B", "Wan 2.1 text to video 14B", "wan", [
    part("transformer", "14290000000"),
    part("text-encoder", "5680000000", "UMT5 XXL encoder"),
    part("vae", "127000000"),
  ]),
  pipeline("Wan-AI/Wan2.1-T2V-1.3B", "Wan 2.1 text to video 1.3B", "wan", [
    part("transformer", "1419000000"),
    part("text-encoder", "5680000000", "UMT5 XXL encoder"),
    part("vae", "127000000"),
  ]),
  pipeline("hunyuanvideo-community/HunyuanVideo", "HunyuanVideo", "hunyuan-video", [
    part("transformer", "12821000000"),
    part("text-encoder", "7505000000", "Llama 3 8B without its output head"),
    part("text-encoder", "123000000"),
    part("vae", "246000000"),
  ]),
  pipeline("zai-org/CogVideoX-5b", "CogVideoX 5B", "cogvideox", [
    {
      ...part("transformer", "5570000000"),
      shape: { hidden: 3072, layers: 42, patchPixels: 16, patchLatentFrames: 1 },
    },
    T5_XXL,
    part("vae", "216000000"),
  ]),
  pipeline("zai-org/CogVideoX-2b", "CogVideoX 2B", "cogvideox", [
    {
      ...part("transformer", "1694000000"),
      shape: { hidden: 1920, layers: 30, patchPixels: 16, patchLatentFrames: 1 },
    },
    T5_XXL,
    part("vae", "216000000"),
  ]),
  pipeline(
    "black-forest-labs/FLUX.1-schnell",
    "FLUX.1 schnell",
    "flux",
    [
      part("transformer", "11890000000", FLUX_SOURCE),
      { ...T5_XXL, parameters: "4760000000", source: FLUX_SOURCE },
      part("text-encoder", "123000000", FLUX_SOURCE),
      part("vae", "84000000", FLUX_SOURCE),
    ],
    FLUX_SOURCE,
  ),
  pipeline("black-forest-labs/FLUX.2-dev", "FLUX.2 dev", "flux2", [
    part("transformer", "32000000000", "model card: 32 billion parameters"),
    part("text-encoder", "24011361280", "Mistral Small 3.1 24B"),
    part("vae", "84000000"),
  ]),
  pipeline("stabilityai/stable-diffusion-3.5-large", "Stable Diffusion 3.5 large", "sd3", [
    part("transformer", "8057000000"),
    T5_XXL,
    part("text-encoder", "695000000"),
    part("text-encoder", "123000000"),
    part("vae", "84000000"),
  ]),
  pipeline("stabilityai/stable-diffusion-3.5-medium", "Stable Diffusion 3.5 medium", "sd3", [
    part("transformer", "2470000000"),
    T5_XXL,
    part("text-encoder", "695000000"),
    part("text-encoder", "123000000"),
    part("vae", "84000000"),
  ]),
  pipeline("zai-org/CogVideoX1.5-5B", "CogVideoX 1.5 5B", "cogvideox", [
    {
      ...part("transformer", "5570000000"),
      shape: { hidden: 3072, layers: 42, patchPixels: 16, patchLatentFrames: 2 },
    },
    T5_XXL,
    part("vae", "216000000"),
  ]),
  pipeline("Lightricks/LTX-Video", "LTX-Video 2B", "ltx-video", [
    part("transformer", "1923000000"),
    T5_XXL,
    part("vae", "419000000"),
  ]),
  pipeline("Wan-AI/Wan2.2-TI2V-5B", "Wan 2.2 text and image to video 5B", "wan", [
    part("transformer", "5000000000"),
    part("text-encoder", "5680000000", "UMT5 XXL encoder"),
    part("vae", "705000000"),
  ]),
];
