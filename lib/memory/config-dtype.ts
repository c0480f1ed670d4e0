import type { ConfigFields } from "./config-fields";
import { word } from "./word";

const DTYPES: Readonly<Record<string, "bf16" | "fp16" | "fp32">> = {
  bfloat16: "bf16",
  float16: "fp16",
  float32: "fp32",
};

/** The type of plain weights, as `torch_dtype` or `dtype` on either level; null when not stated. */
export function readDtype(text: ConfigFields, outer: ConfigFields): "bf16" | "fp16" | "fp32" | null {
  const stated = text.maybeText("torch_dtype", "dtype") ?? outer.maybeText("torch_dtype", "dtype");
  if (stated === null) return null;
  const dtype = DTYPES[stated.replace("torch.", "")];
  if (dtype === undefined) throw text.unusable("torch_dtype", word("must.dtype"), stated);
  return dtype;
}
