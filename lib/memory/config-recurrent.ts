import type { ConfigFields } from "./config-fields";
import type { RecurrentKind } from "./config-layer-kinds";
import type { RecurrentMixer } from "./model-shape";

/** Mixers with a fixed state per sequence, by kind; `linear` is the gated delta net or Kimi's delta attention. */
export function readRecurrent(
  text: ConfigFields,
  modelType: string,
  hidden: number,
  kind: RecurrentKind,
): RecurrentMixer {
  if (kind === "mamba1") return readMamba1(text, modelType, hidden);
  if (kind === "mamba2") return readMamba2(text, hidden);
  if (kind === "short-conv") return readShortConvolution(text, hidden);
  if (kind === "lightning") return readLightning(text, hidden);
  const kda = text.maybeObject("linear_attn_config");
  return kda === null ? readGatedDelta(text, hidden) : readKimiDelta(text, kda, hidden);
}

function stateBytes(text: ConfigFields): number {
  const stated = text.maybeText("mamba_ssm_dtype", "mamba_ssm_cache_dtype");
  return stated === null || stated === "float32" ? 4 : 2;
}

function readGatedDelta(text: ConfigFields, hidden: number): RecurrentMixer {
  const keyHeads = text.needCount("linear_num_key_heads");
  const valueHeads = text.needCount("linear_num_value_heads");
  const keyDim = text.needCount("linear_key_head_dim");
  const valueDim = text.needCount("linear_value_head_dim");
  const kernel = text.needCount("linear_conv_kernel_dim");
  const mixed = 2 * keyHeads * keyDim + valueHeads * valueDim;
  return {
    kind: "gdn",
    matrices: [
      ["query, key, value and gate", mixed + valueHeads * valueDim, hidden],
      ["decay and update rate", 2 * valueHeads, hidden],
      ["convolution", mixed, kernel],
      ["output", hidden, valueHeads * valueDim],
    ],
    vectors: 2 * valueHeads + valueDim,
    convState: mixed * (kernel - 1),
    recurrentState: valueHeads * keyDim * valueDim,
    recurrentBytesPerElement: stateBytes(text),
  };
}

function readKimiDelta(text: ConfigFields, kda: ConfigFields, hidden: number): RecurrentMixer {
  const heads = kda.needCount("num_heads");
  const dim = kda.needCount("head_dim");
  const kernel = kda.needCount("short_conv_kernel_size");
  const width = heads * dim;
  const fullRankGate = kda.maybeFlag("use_full_rank_gate") === true;
  return {
    kind: "kda",
    matrices: [
      ["query, key and value", 3 * width, hidden],
      ["convolutions", 3 * width, kernel],
      ["decay, low rank", dim, hidden],
      ["decay", width, dim],
      ["update rate", heads, hidden],
      ...(fullRankGate
        ? ([["output gate", width, hidden]] as const)
        : ([
            ["output gate, low rank", dim, hidden],
            ["output gate", width, dim],
          ] as const)),
      ["output", hidden, width],
    ],
    vectors: heads + width + dim,
    convState: 3 * width * (kernel - 1),
    recurrentState: heads * dim * dim,
    recurrentBytesPerElement: stateBytes(text),
  };
}

/** Mamba 2, alone or beside attention. */
export function readMamba2(text: ConfigFields, hidden: number): RecurrentMixer {
  const heads = text.needCount("mamba_num_heads", "mamba_n_heads", "num_heads");
  const dim = text.needCount("mamba_head_dim", "mamba_d_head", "head_dim");
  const state = text.needCount("ssm_state_size", "mamba_d_state", "state_size");
  const groups = text.needCount("n_groups", "mamba_n_groups");
  const kernel = text.needCount("conv_kernel", "mamba_d_conv");
  const inner = heads * dim;
  const convolved = inner + 2 * groups * state;
  return {
    kind: "mamba2",
    matrices: [
      ["input", inner + convolved + heads, hidden],
      ["convolution", convolved, kernel],
      ["output", hidden, inner],
    ],
    vectors: convolved + 3 * heads + inner,
    convState: convolved * (kernel - 1),
    recurrentState: heads * dim * state,
    recurrentBytesPerElement: stateBytes(text),
  };
}

/** Mamba 1: a state for every inner channel; Jamba normalises what decides the step. */
function readMamba1(text: ConfigFields, modelType: string, hidden: number): RecurrentMixer {
  const inner = hidden * text.needCount("mamba_expand", "expand");
  const state = text.needCount("mamba_d_state", "state_size");
  const kernel = text.needCount("mamba_d_conv", "conv_kernel");
  const stepRank = text.needCount("mamba_dt_rank", "time_step_rank");
  const norms = modelType === "jamba" ? stepRank + 2 * state : 0;
  return {
    kind: "mamba1",
    matrices: [
      ["input", 2 * inner, hidden],
      ["convolution", inner, kernel],
      ["step, input and output of the state", stepRank + 2 * state, inner],
      ["step", inner, stepRank],
      ["decay", inner, state],
      ["output", hidden, inner],
    ],
    vectors: 3 * inner + norms,
    convState: inner * (kernel - 1),
    recurrentState: inner * state,
    recurrentBytesPerElement: stateBytes(text),
  };
}

/** LFM2: a gated convolution over a few tokens; the state is those tokens. */
function readShortConvolution(text: ConfigFields, hidden: number): RecurrentMixer {
  const kernel = text.needCount("conv_L_cache");
  return {
    kind: "short-conv",
    matrices: [
      ["input and both gates", 3 * hidden, hidden],
      ["convolution", hidden, kernel],
      ["output", hidden, hidden],
    ],
    vectors: 0,
    convState: hidden * (kernel - 1),
    recurrentState: 0,
    recurrentBytesPerElement: 0,
  };
}

/** MiniMax's lightning attention: one matrix of keys by values per head, and a gate before the output. */
function readLightning(text: ConfigFields, hidden: number): RecurrentMixer {
  const heads = text.needCount("num_attention_heads");
  const dim = text.needCount("head_dim");
  const width = heads * dim;
  return {
    kind: "lightning",
    matrices: [
      ["query, key and value", 3 * width, hidden],
      ["output gate", width, hidden],
      ["output", hidden, width],
    ],
    vectors: width,
    convState: 0,
    recurrentState: heads * dim * dim,
    recurrentBytesPerElement: 4,
  };
}
