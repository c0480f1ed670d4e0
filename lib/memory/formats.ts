import type { WeightFormatName } from "./model-shape";
import { NotEstimable } from "./not-estimable";

/** How one matrix is stored. `bits` are per element; scales and zero points are counted by their blocks. */
export interface MatrixFormat {
  readonly name: string;
  readonly bits: number;
  /** Bytes of scales and zero points for a matrix of `rows × columns`. */
  readonly scaleBytes: (rows: number, columns: number) => number;
  readonly source: string;
}

const none = () => 0;
const perRow = (bytes: number) => (rows: number) => bytes * rows;
const perGroup = (size: number, bytes: number) => (rows: number, columns: number) =>
  rows * Math.ceil(columns / size) * bytes;

const PLAIN: Readonly<Record<string, MatrixFormat>> = {
  fp32: { name: "fp32", bits: 32, scaleBytes: none, source: "4 bytes" },
  bf16: { name: "bf16", bits: 16, scaleBytes: none, source: "2 bytes" },
  fp16: { name: "fp16", bits: 16, scaleBytes: none, source: "2 bytes" },
};

function quantised(format: WeightFormatName, groupSize: number | null): MatrixFormat {
  const group = groupSize ?? 128;
  switch (format) {
    case "fp8":
      return { name: "fp8", bits: 8, scaleBytes: perRow(4), source: "one fp32 scale per output channel" };
    case "fp8-block":
      return {
        name: "fp8, blocks of 128 × 128",
        bits: 8,
        scaleBytes: (rows, columns) => Math.ceil(rows / 128) * Math.ceil(columns / 128) * 4,
        source: "one fp32 scale per block of 128 × 128",
      };
    case "int8":
      return { name: "int8", bits: 8, scaleBytes: perRow(4), source: "one fp32 scale per output channel" };
    case "awq-int4":
      return {
        name: "AWQ int4",
        bits: 4,
        scaleBytes: perGroup(group, 2.5),
        source: `fp16 scale and 4-bit zero point per ${group}`,
      };
    case "gptq-int4":
    case "w4a16":
      return { name: "int4", bits: 4, scaleBytes: perGroup(group, 2), source: `fp16 scale per ${group}, symmetric` };
    case "nf4":
      return { name: "NF4", bits: 4, scaleBytes: perGroup(64, 4), source: "fp32 scale per 64" };
    case "nvfp4":
      return { name: "NVFP4", bits: 4, scaleBytes: perGroup(16, 1), source: "fp8 scale per 16" };
    case "mxfp4":
      return { name: "MXFP4", bits: 4, scaleBytes: perGroup(32, 1), source: "8-bit exponent per 32" };
    default: {
      const plain = PLAIN[format];
      if (plain) return plain;
      throw new NotEstimable("weightFormat", `weight format ${format} is not known`, "unsupported");
    }
  }
}

/**
 * Mean bits per weight of GGUF files, by type: block types by their layout in llama.cpp (ggml-common.h), mixes
 * (`_s`, `_m`, `_l`) by the mean of published 7–9 B files, so a single model may lie some per cent off.
 */
const GGUF_BITS: Readonly<Record<string, number>> = {
  f32: 32,
  f16: 16,
  bf16: 16,
  q8_0: 8.5,
  q6_k: 6.5625,
  q5_0: 5.5,
  q5_1: 6,
  q5_k_s: 5.57,
  q5_k_m: 5.7,
  q4_0: 4.55,
  q4_1: 5,
  q4_k_s: 4.62,
  q4_k_m: 4.89,
  q3_k_s: 3.64,
  q3_k_m: 4,
  q3_k_l: 4.3,
  q2_k: 3.16,
  iq4_xs: 4.36,
  iq4_nl: 4.6,
  iq3_m: 3.7,
  iq3_s: 3.52,
  iq3_xs: 3.3,
  iq3_xxs: 3.15,
  iq2_m: 2.76,
  iq2_s: 2.6,
  iq2_xs: 2.42,
  iq2_xxs: 2.2,
  iq1_m: 1.95,
  iq1_s: 1.78,
};

/** Formats that a request may name, `auto` beside them. */
const WEIGHT_FORMATS = [
  "fp32",
  "bf16",
  "fp16",
  "fp8",
  "fp8-block",
  "int8",
  "awq-int4",
  "gptq-int4",
  "w4a16",
  "nf4",
  "mxfp4",
  "nvfp4",
] as const;

export function isWeightFormat(text: string): boolean {
  return text === "auto" || (WEIGHT_FORMATS as readonly string[]).includes(text) || ggufBits(text) !== null;
}

/** Mean bits per weight of `gguf:<type>`; null for anything else. */
export function ggufBits(format: string): number | null {
  return format.startsWith("gguf:") ? (GGUF_BITS[format.slice(5).toLowerCase()] ?? null) : null;
}

/** The storage of one matrix in a named format. `groupSize` null takes the format's usual group. */
export function matrixFormat(format: string, groupSize: number | null): MatrixFormat {
  const bits = ggufBits(format);
  if (bits !== null)
    return { name: format, bits, scaleBytes: none, source: "llama.cpp block layouts, scales included" };
  return quantised(format as WeightFormatName, groupSize);
}
