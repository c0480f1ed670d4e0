import { GIB } from "@/lib/units/bytes";
import type { EngineFacts } from "./engines";
import type { Inputs } from "./line-words";
import { Memo } from "./memo";
import type { FeedForward, ModelShape } from "./model-shape";
import { asWritten, type Word, word } from "./word";

export interface ActivationInputs {
  readonly model: ModelShape;
  readonly facts: EngineFacts;
  readonly tensor: number;
  readonly pipeline: number;
  readonly lastStage: boolean;
  readonly maxNumSeqs: number;
  readonly batchedTokens: number;
  readonly maxModelLen: number;
  /** Weights of 8 bits quantise their input on the fly. */
  readonly eightBitWeights: boolean;
  /** Experts run by the fused 16-bit kernel, which keeps a workspace. */
  readonly sixteenBitExperts: boolean;
  readonly expertParallel: boolean;
  readonly bytesPerElement: number;
}

export interface ActivationPart {
  readonly what: Word;
  readonly bytes: number;
  readonly formula: Word;
  readonly inputs: Inputs;
}

const LONGEST_PROFILED = 32_768;
const SHORT_BATCH = 2048;
/** Small buffers of the profile run that no term covers. */
const REST_BYTES = Math.round(0.02 * GIB);

/**
 * The peak of one profiling step: either the sampler's copies of the logits or the forward pass is the larger, since
 * they do not live at once. Fitted on 0.19 logs (59 of 72 cases within 5 %); the expert workspace is the kernel's own
 * size: max(2·m, h) + max(m, h) per routed token.
 */
export function activationParts(inputs: ActivationInputs): ActivationPart[] {
  const { model, facts } = inputs;
  const tokens = profiledTokens(inputs);
  const scale = inputs.bytesPerElement / 2;
  const parts: ActivationPart[] = [larger(samplerPart(inputs, tokens, scale), forwardPart(inputs, tokens, scale))];
  const workspace = expertWorkspace(inputs, tokens);
  if (workspace !== null) parts.push(workspace);
  const images = imagePart(inputs);
  if (images !== null) parts.push(images);
  if (inputs.pipeline > 1) {
    const bytes = 4 * tokens * model.hidden;
    parts.push({
      what: word("what.hand-over"),
      bytes,
      formula: asWritten("4 × T × h"),
      inputs: { T: tokens, h: model.hidden },
    });
  }
  const rest = facts.cache === "rest-of-budget" ? REST_BYTES : 0;
  if (rest > 0)
    parts.push({
      what: word("what.small-buffers"),
      bytes: rest,
      formula: word("formula.gib", { gib: 0.02 }),
      inputs: {},
    });
  return parts;
}

/**
 * Until 0.7 the profile run encodes the largest input that the processor takes, by the forward law on the tower's own
 * widths (Qwen2.5-VL 3B and 72B: 1.7 GiB above the text); later only the embedded tokens of one budget remain.
 */
function imagePart(inputs: ActivationInputs): ActivationPart | null {
  const { model, facts } = inputs;
  const tower = model.vision;
  if (tower === null) return null;
  if (facts.profilesWholeContext && tower.profiled !== null) {
    const patches = tower.profiled.patches * (tower.profiled.perSequence ? inputs.maxNumSeqs : 1);
    return {
      what: word("what.profiled-images"),
      bytes: patches * (6 * tower.inner + 6 * tower.hidden),
      formula: word("formula.tower"),
      inputs: { patches, I: tower.inner, h: tower.hidden },
    };
  }
  return {
    what: word("what.image-tokens"),
    bytes: 2 * 8192 * model.hidden,
    formula: asWritten("2 × 8192 × h"),
    inputs: { h: model.hidden },
  };
}

function profiledTokens(inputs: ActivationInputs): number {
  if (!inputs.facts.profilesWholeContext) return inputs.batchedTokens;
  return inputs.maxModelLen <= LONGEST_PROFILED ? Math.max(inputs.maxModelLen, inputs.batchedTokens) : SHORT_BATCH;
}

const larger = (a: ActivationPart, b: ActivationPart) => (a.bytes >= b.bytes ? a : b);

function samplerPart(inputs: ActivationInputs, tokens: number, scale: number): ActivationPart {
  const { model, facts } = inputs;
  if (facts.batchLogits) {
    return {
      what: word("what.micro-batch-logits"),
      bytes: 4 * tokens * (model.vocabulary + model.hidden),
      formula: asWritten("4 × T × (V + h)"),
      inputs: { T: tokens, V: model.vocabulary, h: model.hidden },
    };
  }
  const bytesPerLogit = facts.samplerBytes + 2 * (scale - 1);
  const logits = inputs.lastStage ? bytesPerLogit * inputs.maxNumSeqs * model.vocabulary : 0;
  return {
    what: word("what.sampling"),
    bytes: Math.ceil(logits + 3 * scale * tokens * model.hidden),
    formula: asWritten("B × S × V + 3 × T × h"),
    inputs: { B: bytesPerLogit, S: inputs.maxNumSeqs, V: model.vocabulary, T: tokens, h: model.hidden },
  };
}

function forwardPart(inputs: ActivationInputs, tokens: number, scale: number): ActivationPart {
  const { model, facts } = inputs;
  const widest = widestDense(model);
  const width = Math.ceil(widest.width / inputs.tensor);
  // Every matrix into the wide side leaves 16-bit rows, and so does the activation.
  const wide = 2 * widest.matrices;
  const eight = inputs.eightBitWeights ? width + model.hidden : 0;
  const dense = tokens * (scale * (wide * width + facts.forwardHiddenBytes * model.hidden) + eight);
  const routed = inputs.sixteenBitExperts ? 0 : routedBytes(inputs, tokens);
  const bytes = dense + routed;
  return {
    what: word("what.forward-pass"),
    bytes: Math.ceil(bytes),
    formula: asWritten(
      `T × (${wide} × I + H × h${inputs.eightBitWeights ? " + I + h" : ""})${routed > 0 ? " + R" : ""}`,
    ),
    inputs: { T: tokens, I: width, H: facts.forwardHiddenBytes, h: model.hidden, R: routed },
  };
}

/** The widest dense feed-forward; experts have their own workspace. */
const widestDense = (model: ModelShape): Widest => widths.of(model, "", () => findWidest(model));

interface Widest {
  readonly width: number;
  readonly matrices: 2 | 3;
}

const widths = new Memo<ModelShape, Widest>();

function findWidest(model: ModelShape): Widest {
  let widest: Widest = { width: 0, matrices: 3 };
  for (const layer of new Set(model.layers)) {
    for (const part of layer.feedForward) {
      if (part.kind !== "experts" && part.width * part.matrices > widest.width * widest.matrices) widest = part;
    }
  }
  return widest;
}

function expertsOf(model: ModelShape): FeedForward | null {
  for (const layer of model.layers) {
    const experts = layer.feedForward.find((part) => part.kind === "experts");
    if (experts) return experts;
  }
  return null;
}

const expertWidth = (experts: FeedForward, inputs: ActivationInputs): number =>
  inputs.expertParallel ? experts.width : Math.ceil(experts.width / inputs.tensor);

/** Rows of routed tokens: the 16-bit kernel keeps them, the others need them only during the forward pass. */
function routedBytes(inputs: ActivationInputs, tokens: number): number {
  const experts = expertsOf(inputs.model);
  if (experts === null || inputs.facts.cache === "as-needed") return 0;
  const width = expertWidth(experts, inputs);
  const rows = Math.max(2 * width, experts.inner) + Math.max(width, experts.inner);
  return 2 * tokens * experts.activeExperts * rows;
}

function expertWorkspace(inputs: ActivationInputs, tokens: number): ActivationPart | null {
  const experts = expertsOf(inputs.model);
  if (experts === null || !inputs.sixteenBitExperts) return null;
  const width = expertWidth(experts, inputs);
  const h = experts.inner;
  return {
    what: word("what.expert-workspace"),
    bytes: routedBytes(inputs, tokens),
    formula: asWritten("2 × T × k × (max(2m, h) + max(m, h))"),
    inputs: { T: tokens, k: experts.activeExperts, m: width, h },
  };
}

/** Widths that decide activations kept for the backward pass: per token and layer. */
export function activeWidth(model: ModelShape): number {
  let widest = 0;
  for (const layer of new Set(model.layers)) {
    let width = 0;
    for (const part of layer.feedForward) width += part.width * part.activeExperts;
    widest = Math.max(widest, width);
  }
  return widest;
}

export const headsOf = (model: ModelShape): number => {
  for (const { mixer } of model.layers) if (mixer !== null && "heads" in mixer) return mixer.heads;
  return 0;
};
