import type { ConfigFields } from "./config-fields";
import type { RecurrentMixer } from "./model-shape";

/** Mixers with a fixed state per sequence: gated delta net, Kimi delta attention, Mamba 2. */
export function readRecurrent(text: ConfigFields, hidden: number, kind: "linear" | "mamba"): RecurrentMixer {
  if (kind === "mamba") return readMamba2(text, hidden);
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
  const heads = text.needCount("mamba_num_heads", "mamba_n_heads");
  const dim = text.needCount("mamba_head_dim", "mamba_d_head");
  const state = text.needCount("ssm_state_size", "mamba_d_state");
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
