import type { WeightPart } from "./tensors";
import { type Word, word } from "./word";

/** What each part of the weights is called. */
export const PART_WORDS: Readonly<Record<WeightPart, Word>> = {
  embedding: word("what.embedding"),
  attention: word("what.attention"),
  "recurrent mixer": word("what.recurrent-mixer"),
  "dense feed-forward": word("what.dense-feed-forward"),
  experts: word("what.experts"),
  "shared expert": word("what.shared-expert"),
  router: word("what.router"),
  norms: word("what.norms"),
  "output head": word("what.output-head"),
  "vision tower": word("what.vision-tower"),
  "audio tower": word("what.audio-tower"),
  encoder: word("what.encoder"),
};
