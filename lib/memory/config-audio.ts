import type { ConfigFields } from "./config-fields";

/**
 * Parameters of the encoder for sound beside a language model, with its projection: layers of Whisper's kind, or a
 * conformer where the config states one. 0 without sound; a config of another kind is refused by the field it lacks.
 */
export function readAudio(outer: ConfigFields, textHidden: number): number {
  const audio = outer.maybeObject("audio_config");
  // Gemma 3n's is counted with its image network.
  if (audio === null || outer.maybeObject("vision_config")?.maybeText("model_type") === "gemma3n_vision") return 0;
  const conformer = audio.maybeCount("conf_num_hidden_layers");
  const width = audio.needCount("d_model", "hidden_size");
  if (conformer !== null) return conformerParameters(conformer, width) + width * textHidden;
  const layers = audio.needCount("encoder_layers", "num_hidden_layers");
  const inner = audio.needCount("encoder_ffn_dim", "intermediate_size");
  const perLayer = 4 * width * width + 2 * width * inner + inner + 9 * width;
  const convolutions = 3 * width * (audio.needCount("num_mel_bins") + width);
  const positions = (audio.maybeCount("max_source_positions") ?? 0) * width;
  return layers * perLayer + convolutions + positions + projection(outer, audio, width, textHidden);
}

/** Two feed-forward halves of 4 × width, attention with a position projection, a gated convolution. */
export function conformerParameters(layers: number, width: number): number {
  return layers * width * width * (16 + 5 + 3);
}

/** Voxtral stacks four frames before two matrices; Qwen's Omni has two, its audio model one. */
function projection(outer: ConfigFields, audio: ConfigFields, width: number, textHidden: number): number {
  const family = outer.maybeText("model_type") ?? "";
  if (family.startsWith("voxtral")) return 4 * width * textHidden + textHidden * textHidden;
  if (audio.has("output_dim")) return width * width + width * textHidden;
  return width * textHidden;
}
