import { readConfig } from "@/lib/memory/config";
import type { LayerShape, ModelShape } from "@/lib/memory/model-shape";
import type { TrainRun } from "./training-schema";
import { multiplied } from "./work";

/** Passes over the weights that a token costs, in units of one forward pass: activations, then weights. */
interface Passes {
  readonly weights: number;
  readonly attention: number;
}

/**
 * Forward, gradients of activations, gradients of weights: three passes. Frozen weights need no gradients of their own,
 * so adapters take two. Full checkpointing works the forward pass once more; selective saves what is dear to repeat.
 */
function passesOf(run: TrainRun): Passes {
  const again = run.checkpointing === "full" ? 1 : 0;
  const frozen = run.method === "lora" || run.method === "qlora";
  return { weights: (frozen ? 2 : 3) + again, attention: 3 + again };
}

/** Operations of one token in the attention of one layer, forward: queries by keys and weights by values. */
function attentionOperations({ mixer }: LayerShape, keys: (window: number | null) => number): number {
  switch (mixer?.kind) {
    case "full":
    case "sliding":
    case "chunked":
      return 2 * mixer.heads * (mixer.headDim + mixer.valueDim) * keys(mixer.window);
    case "mla":
      return 2 * mixer.heads * (mixer.nopeDim + mixer.ropeDim + mixer.valueDim) * keys(null);
    case "compressed":
      return 4 * mixer.heads * mixer.headDim * (keys(mixer.window) + (mixer.ratio > 0 ? keys(null) / mixer.ratio : 0));
    default:
      // Recurrent mixers work on a state of fixed size: their matrices are counted with the weights.
      return 0;
  }
}

/** Operations that one token of training costs over all cards, from the config. Throws NotEstimable, with the field. */
export function operationsPerToken(config: unknown, run: TrainRun): number {
  const model: ModelShape = readConfig(config);
  const passes = passesOf(run);
  const length = run.sequenceLength;
  // Half of the keys of a causal sequence are seen on average; an encoder sees all of them.
  const keys = (window: number | null) => {
    const seen = model.role === "encoder" ? length : length / 2;
    return window === null ? seen : Math.min(window, seen);
  };
  const attention = model.layers.reduce((sum, layer) => sum + attentionOperations(layer, keys), 0);
  return 2 * multiplied(model) * passes.weights + attention * passes.attention;
}
