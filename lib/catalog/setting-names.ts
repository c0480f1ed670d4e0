/** What engines, formats and trainers call themselves: the same in every language. */
const PROPER = new Map(
  Object.entries({
    vllm: "vLLM",
    sglang: "SGLang",
    "tensorrt-llm": "TensorRT-LLM",
    "llama.cpp": "llama.cpp",
    transformers: "Transformers",
    torchtitan: "TorchTitan",
    torchtune: "torchtune",
    deepspeed: "DeepSpeed",
    fsdp: "FSDP",
    peft: "PEFT",
    litgpt: "LitGPT",
    fp32: "FP32",
    bf16: "BF16",
    fp16: "FP16",
    fp8: "FP8",
    fp8_e4m3: "FP8 (E4M3)",
    fp8_e5m2: "FP8 (E5M2)",
    fp8_ds_mla: "FP8 (DS-MLA)",
    int8: "INT8",
    "awq-int4": "AWQ INT4",
    "gptq-int4": "GPTQ INT4",
    w4a16: "W4A16",
    nf4: "NF4",
    mxfp4: "MXFP4",
    nvfp4: "NVFP4",
    lora: "LoRA",
    qlora: "QLoRA",
    adamw: "AdamW",
    "adamw-8bit": "AdamW 8-bit",
    "paged-adamw-8bit": "Paged AdamW 8-bit",
    adafactor: "Adafactor",
    sgd: "SGD",
    lion: "Lion",
    muon: "Muon",
    zero1: "ZeRO-1",
    zero2: "ZeRO-2",
    zero3: "ZeRO-3",
  }),
);

/** The proper name behind a stored setting (`vllm` → vLLM); null where it is a word that each language has its own for. */
export function settingName(value: string): string | null {
  const mix = /^(gguf:)?(\w+)$/.exec(value);
  if (mix?.[2] && (mix[1] || /^q\d_\d$/.test(value))) return `${mix[1] ? "GGUF " : ""}${mix[2].toUpperCase()}`;
  return PROPER.get(value) ?? null;
}
