/** Block layouts of llama.cpp (ggml-common.h): elements per block and bytes per block, by the number files store. */
const BLOCKS: Readonly<Record<number, readonly [name: string, elements: number, bytes: number]>> = {
  0: ["f32", 1, 4],
  1: ["f16", 1, 2],
  2: ["q4_0", 32, 18],
  3: ["q4_1", 32, 20],
  6: ["q5_0", 32, 22],
  7: ["q5_1", 32, 24],
  8: ["q8_0", 32, 34],
  9: ["q8_1", 32, 36],
  10: ["q2_k", 256, 84],
  11: ["q3_k", 256, 110],
  12: ["q4_k", 256, 144],
  13: ["q5_k", 256, 176],
  14: ["q6_k", 256, 210],
  15: ["q8_k", 256, 292],
  16: ["iq2_xxs", 256, 66],
  17: ["iq2_xs", 256, 74],
  18: ["iq3_xxs", 256, 98],
  19: ["iq1_s", 256, 50],
  20: ["iq4_nl", 32, 18],
  21: ["iq3_s", 256, 110],
  22: ["iq2_s", 256, 82],
  23: ["iq4_xs", 256, 136],
  24: ["i8", 1, 1],
  25: ["i16", 1, 2],
  26: ["i32", 1, 4],
  27: ["i64", 1, 8],
  28: ["f64", 1, 8],
  29: ["iq1_m", 256, 56],
  30: ["bf16", 1, 2],
  34: ["tq1_0", 256, 54],
  35: ["tq2_0", 256, 66],
  39: ["mxfp4", 32, 17],
};

export interface GgufType {
  readonly name: string;
  readonly elements: number;
  readonly bytes: number;
}

/** The block type with this number; null for one that llama.cpp does not define. */
export function ggufType(number: number): GgufType | null {
  const found = BLOCKS[number];
  return found === undefined ? null : { name: found[0], elements: found[1], bytes: found[2] };
}

const BITS = new Map(Object.values(BLOCKS).map(([name, elements, bytes]) => [name, (8 * bytes) / elements]));

/** Which matrix of a layer, as far as llama.cpp's mixes tell them apart. */
export type GgufPart = "embedding" | "head" | "query-key" | "value" | "attention-out" | "gate-up" | "down";

/** Parts that a mix stores otherwise: the type, and the share of layers that have it (1 when not said). */
type Mix = Readonly<{ base: string }> &
  Readonly<Partial<Record<GgufPart, readonly (readonly [type: string, share: number])[]>>>;

const all = (type: string): readonly (readonly [string, number])[] => [[type, 1]];
/** The first and last eighth of layers, and every third between: half of them. */
const half = (type: string): readonly (readonly [string, number])[] => [[type, 0.5]];
const eighth = (type: string): readonly (readonly [string, number])[] => [[type, 0.125]];

/**
 * llama.cpp's own recipes (llama-quant.cpp) for models with grouped heads. The head is q6_k in nearly all; embeddings
 * take the base type. Sizes of Llama 3.1 8B by these recipes lie within 1 % of the published files.
 */
const MIXES: Readonly<Record<string, Mix>> = {
  f32: { base: "f32" },
  f16: { base: "f16" },
  bf16: { base: "bf16" },
  q8_0: { base: "q8_0" },
  q6_k: { base: "q6_k" },
  q5_0: { base: "q5_0", head: all("q6_k") },
  q5_1: { base: "q5_1", head: all("q6_k") },
  q5_k_s: { base: "q5_k", head: all("q6_k") },
  q5_k_m: { base: "q5_k", head: all("q6_k"), value: half("q6_k"), down: half("q6_k") },
  q4_0: { base: "q4_0", head: all("q6_k") },
  q4_1: { base: "q4_1", head: all("q6_k") },
  q4_k_s: { base: "q4_k", head: all("q6_k"), value: eighth("q5_k"), down: eighth("q5_k") },
  q4_k_m: { base: "q4_k", head: all("q6_k"), value: half("q6_k"), down: half("q6_k") },
  q3_k_s: { base: "q3_k", head: all("q6_k") },
  q3_k_m: {
    base: "q3_k",
    head: all("q6_k"),
    value: all("q4_k"),
    "attention-out": all("q4_k"),
    down: all("q4_k"),
  },
  q3_k_l: { base: "q3_k", head: all("q6_k"), value: all("q5_k"), "attention-out": all("q5_k"), down: all("q5_k") },
  q2_k: { base: "q2_k", head: all("q6_k"), value: all("q4_k"), "attention-out": all("q3_k"), down: all("q3_k") },
  iq4_xs: { base: "iq4_xs", head: all("q6_k"), value: all("q5_k"), down: eighth("q5_k") },
  iq4_nl: { base: "iq4_nl", head: all("q6_k"), value: all("q5_k"), down: eighth("q5_k") },
  iq3_m: { base: "iq3_s", head: all("q6_k"), value: all("q4_k"), "attention-out": all("q4_k"), down: eighth("q4_k") },
  iq3_s: { base: "iq3_s", head: all("q6_k"), value: all("q4_k") },
  iq3_xs: {
    base: "iq3_s",
    head: all("q6_k"),
    value: all("q4_k"),
    "gate-up": half("iq3_xxs"),
    "query-key": all("iq3_xxs"),
  },
  iq3_xxs: {
    base: "iq3_xxs",
    embedding: all("q3_k"),
    head: all("q5_k"),
    value: all("q4_k"),
    "attention-out": all("iq3_s"),
    "query-key": all("iq2_s"),
    down: eighth("q4_k"),
  },
  iq2_m: {
    base: "iq2_s",
    embedding: all("iq3_s"),
    head: all("q5_k"),
    value: all("q4_k"),
    "attention-out": all("iq3_s"),
    down: eighth("iq3_s"),
  },
  iq2_s: {
    base: "iq2_xs",
    embedding: all("iq3_s"),
    head: all("q5_k"),
    value: all("q4_k"),
    "attention-out": all("iq3_s"),
    down: eighth("iq3_s"),
  },
  iq2_xs: { base: "iq2_xs", embedding: all("q2_k"), head: all("q5_k"), value: all("q4_k"), down: eighth("q3_k") },
  iq2_xxs: { base: "iq2_xxs", embedding: all("q2_k"), head: all("q5_k"), value: all("q4_k"), down: eighth("q2_k") },
  iq1_m: {
    base: "iq1_m",
    embedding: all("q2_k"),
    head: all("q5_k"),
    value: all("q4_k"),
    "attention-out": all("iq2_xxs"),
  },
  iq1_s: {
    base: "iq1_s",
    embedding: all("q2_k"),
    head: all("q5_k"),
    value: all("q4_k"),
    "attention-out": all("iq2_xxs"),
  },
  mxfp4: {
    base: "mxfp4",
    head: all("q8_0"),
    embedding: all("q8_0"),
    value: all("q8_0"),
    "query-key": all("q8_0"),
    "attention-out": all("q8_0"),
  },
};

/** Whether llama.cpp has a recipe of this name. */
export const isGgufMix = (name: string): boolean => MIXES[name] !== undefined;

/** Bits per element that a recipe gives to one part of the model. */
export function ggufPartBits(name: string, part: GgufPart): number {
  const mix = MIXES[name];
  const base = BITS.get(mix?.base ?? "") ?? Number.NaN;
  let bits = 0;
  let rest = 1;
  for (const [type, share] of mix?.[part] ?? []) {
    bits += share * (BITS.get(type) ?? Number.NaN);
    rest -= share;
  }
  return bits + rest * base;
}
