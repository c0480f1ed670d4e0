import { ByteReader } from "./byte-reader";
import { isRecord, parseConfigText } from "./config-text";
import { NotEstimable } from "./not-estimable";
import { word } from "./word";

/** Bits per stored element. Packed 4-bit weights are stored as bytes or 32-bit words. */
const ELEMENT_BITS: Readonly<Record<string, number>> = {
  F64: 64,
  I64: 64,
  U64: 64,
  F32: 32,
  I32: 32,
  U32: 32,
  F16: 16,
  BF16: 16,
  I16: 16,
  U16: 16,
  F8_E4M3: 8,
  F8_E5M2: 8,
  F8_E8M0: 8,
  I8: 8,
  U8: 8,
  BOOL: 8,
  F4: 4,
};

export interface SafetensorsSize {
  /** Bytes of all tensors: true also where several parameters are packed into one element. */
  readonly bytes: number;
  /** Elements of floating tensors, with packed ones counted as what they unpack to. */
  readonly parameters: number;
}

const FIELD = "model.safetensorsIndexPath";
/** Longer than the header of any model in one file. */
const LONGEST_HEADER = 100_000_000;

/** Length of the header text in a safetensors file, from its first eight bytes. */
export function safetensorsHeaderLength(start: Uint8Array): number {
  const length = new ByteReader(start, FIELD).count();
  if (length > 0 && length <= LONGEST_HEADER) return length;
  throw new NotEstimable(FIELD, word("reason.not-safetensors"), "unusable-field");
}

/** Sums the tensors of one safetensors header (the JSON text after the first eight bytes). */
export function safetensorsSize(headerText: string): SafetensorsSize {
  const parsed = parseConfigText(headerText);
  if (!parsed.ok) {
    throw new NotEstimable(FIELD, word("reason.safetensors-header", { why: parsed.words }), "unusable-field");
  }
  let bytes = 0;
  let parameters = 0;
  for (const [name, tensor] of Object.entries(parsed.config)) {
    if (name === "__metadata__" || !isRecord(tensor)) continue;
    const offsets = tensor.data_offsets;
    const [from, to] = Array.isArray(offsets) ? offsets : [];
    if (typeof from !== "number" || typeof to !== "number" || to < from) {
      throw new NotEstimable(FIELD, word("reason.no-offsets", { name }), "unusable-field");
    }
    bytes += to - from;
    parameters += parametersOf(name, String(tensor.dtype), to - from);
  }
  return { bytes, parameters };
}

/** Names of packed 4-bit weights: GPTQ and AWQ words, compressed-tensors, NVFP4 and MXFP4 bytes. */
const PACKED = /(qweight|weight_packed|_blocks)$/;
/** What quantisation adds beside the weights: no parameters. */
const BESIDE = /(scales?|scale_inv|zeros|qzeros|g_idx|weight_shape|input_scale|absmax|quant_map|quant_state\S*)$/;

function parametersOf(name: string, dtype: string, bytes: number): number {
  if (BESIDE.test(name)) return 0;
  const bits = ELEMENT_BITS[dtype];
  if (bits === undefined)
    throw new NotEstimable(FIELD, word("reason.tensor-type", { name, type: dtype }), "unusable-field");
  const packed = PACKED.test(name) || (dtype === "U8" && /weight$/.test(name));
  return Math.round((8 * bytes) / (packed ? 4 : bits));
}
