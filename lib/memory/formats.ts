import { ggufPartBits, isGgufMix } from "./gguf-types";
import type { WeightFormatName } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { type Word, word } from "./word";

/** How one matrix is stored. `bits` are per element; scales and zero points are counted by their blocks. */
export interface MatrixFormat {
  readonly name: string;
  readonly bits: number;
  /** Bytes of scales and zero points for a matrix of `rows × columns`. */
  readonly scaleBytes: (rows: number, columns: number) => number;
  readonly source: Word;
}

/** A group of -1 is the whole row: one scale per output channel. */
export const WHOLE_ROW = 1_000_000_000;

const none = () => 0;
const perRow = (bytes: number) => (rows: number) => bytes * rows;
const perGroup = (size: number, bytes: number) => (rows: number, columns: number) =>
  rows * Math.ceil(columns / size) * bytes;

const PLAIN: Readonly<Record<string, MatrixFormat>> = {
  fp32: { name: "fp32", bits: 32, scaleBytes: none, source: word("source.bytes", { bytes: 4 }) },
  bf16: { name: "bf16", bits: 16, scaleBytes: none, source: word("source.bytes", { bytes: 2 }) },
  fp16: { name: "fp16", bits: 16, scaleBytes: none, source: word("source.bytes", { bytes: 2 }) },
};

function quantised(format: WeightFormatName, groupSize: number | null): MatrixFormat {
  const group = groupSize ?? 128;
  switch (format) {
    case "fp8":
      return { name: "fp8", bits: 8, scaleBytes: perRow(4), source: word("source.scale-per-channel") };
    case "fp8-block":
      return {
        name: "fp8 (128 × 128)",
        bits: 8,
        scaleBytes: (rows, columns) => Math.ceil(rows / 128) * Math.ceil(columns / 128) * 4,
        source: word("source.scale-per-block"),
      };
    case "int8":
      return groupSize === null || groupSize >= WHOLE_ROW
        ? { name: "int8", bits: 8, scaleBytes: perRow(4), source: word("source.scale-per-channel") }
        : { name: "int8", bits: 8, scaleBytes: perGroup(group, 2), source: word("source.fp16-scale", { group }) };
    case "awq-int4":
      return {
        name: "AWQ int4",
        bits: 4,
        scaleBytes: perGroup(group, 2.5),
        source: word("source.awq", { group }),
      };
    case "gptq-int4":
    case "w4a16":
      return {
        name: "int4",
        bits: 4,
        scaleBytes: perGroup(group, 2),
        source: word("source.fp16-scale-symmetric", { group }),
      };
    case "nf4":
      return { name: "NF4", bits: 4, scaleBytes: perGroup(64, 4), source: word("source.nf4") };
    case "nf4-dq":
      return {
        name: "NF4 (double quant)",
        bits: 4,
        scaleBytes: (rows, columns) => (rows * columns) / 64 + (rows * columns * 4) / (64 * 256),
        source: word("source.nf4-dq"),
      };
    case "nvfp4":
      return { name: "NVFP4", bits: 4, scaleBytes: perGroup(16, 1), source: word("source.nvfp4") };
    case "mxfp4":
      return { name: "MXFP4", bits: 4, scaleBytes: perGroup(32, 1), source: word("source.mxfp4") };
    default: {
      const plain = PLAIN[format];
      if (plain) return plain;
      throw new NotEstimable("weightFormat", word("reason.format-unknown", { format }), "unsupported");
    }
  }
}

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
  "nf4-dq",
  "mxfp4",
  "nvfp4",
] as const;

export function isWeightFormat(text: string): boolean {
  return text === "auto" || (WEIGHT_FORMATS as readonly string[]).includes(text) || ggufMix(text) !== null;
}

/** The recipe that `gguf:<name>` names; null for anything else. */
export function ggufMix(format: string): string | null {
  const name = format.startsWith("gguf:") ? format.slice(5).toLowerCase() : "";
  return isGgufMix(name) ? name : null;
}

/** The storage of one matrix in a named format. `groupSize` null takes the format's usual group. */
export function matrixFormat(format: string, groupSize: number | null): MatrixFormat {
  const mix = ggufMix(format);
  if (mix !== null) {
    const bits = ggufPartBits(mix, "gate-up");
    return { name: format, bits, scaleBytes: none, source: word("source.gguf") };
  }
  return quantised(format as WeightFormatName, groupSize);
}
