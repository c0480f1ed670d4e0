import type { AnswerLine } from "./answer";
import { estimate } from "./estimate";
import { type EstimateRequest, estimateRequestSchema } from "./schema";
import { english, type Word } from "./word";

/** One formula of the estimate, with everything that is worked out by it. */
export interface Formula {
  readonly part: string;
  readonly whats: readonly Word[];
  /** In English, and as a code. */
  readonly formula: string;
  readonly words: Word;
  readonly sources: readonly Word[];
}

type Asked = Readonly<Record<string, unknown>>;

const llama: Asked = { preset: "meta-llama/Llama-3.1-8B" };
const serve = (model: Asked, run: Asked = {}, more: Asked = {}): Asked => ({
  model,
  run: { kind: "serve", maxModelLen: 8192, ...run },
  gpu: "h100-sxm",
  ...more,
});
const train = (run: Asked, more: Asked = {}): Asked => ({
  model: llama,
  run: { kind: "train", ...run },
  gpu: "h100-sxm",
  ...more,
});

/** Requests that between them go through every formula; what they add up is what is shown. */
const ROADS = {
  serve: [
    serve(llama),
    serve(llama, { maxLoras: 4 }, { weightFormat: "fp8", parallel: { tensor: 1, pipeline: 2 } }),
    serve({ preset: "mistralai/Mixtral-8x7B-v0.1" }, {}, { parallel: { tensor: 2 } }),
    serve({ preset: "openai/gpt-oss-20b" }),
    serve(
      { preset: "deepseek-ai/DeepSeek-V3" },
      { speculativeTokens: 1 },
      { gpu: "h200-sxm", parallel: { tensor: 8 } },
    ),
    serve({ preset: "Qwen/Qwen2.5-VL-7B-Instruct" }),
    serve({ preset: "Qwen/Qwen2.5-VL-7B-Instruct" }, { engineVersion: "0.7.0" }),
    serve(llama, { engine: "sglang" }),
    serve(llama, { engine: "tensorrt-llm" }),
    serve(llama, { engine: "llama.cpp", concurrency: 4, contextTokens: 4096 }, { weightFormat: "gguf:q4_k_m" }),
    serve({ ...llama, parameters: "9000000000" }),
    serve({ ...llama, parameters: "9000000000" }, {}, { parallel: { tensor: 2 } }),
    serve(llama, { engine: "transformers", concurrency: 4, contextTokens: 4096 }),
  ],
  train: [
    train({ method: "full" }),
    train({ method: "full", precision: "bf16-mixed", checkpointing: "full" }),
    train(
      { method: "full", framework: "deepspeed", shard: "zero3", checkpointing: "selective" },
      { parallel: { data: 8 } },
    ),
    train({ method: "lora" }),
    train({ method: "qlora" }),
    train({ method: "freeze" }),
    train({ method: "full" }, { model: { preset: "openai/whisper-large-v3" } }),
    train({ method: "full", checkpointing: "full" }, { model: { preset: "openai/whisper-large-v3" } }),
  ],
  media: [
    {
      model: { preset: "black-forest-labs/FLUX.1-dev" },
      run: { kind: "media", width: 1024, height: 1024 },
      gpu: "l40s",
    },
    {
      model: { preset: "black-forest-labs/FLUX.1-dev" },
      run: { kind: "media", width: 1024, height: 1024, vaeTiling: true, offload: "sequential" },
      gpu: "l40s",
    },
    { model: { preset: "BAAI/bge-m3" }, run: { kind: "embed", batch: 32, sequenceLength: 512 }, gpu: "l4" },
  ],
} as const satisfies Readonly<Record<string, readonly Asked[]>>;
export type FormulaKind = keyof typeof ROADS;

/** The requests behind the formulas of one kind of work. */
export const requestsOf = (kind: FormulaKind): EstimateRequest[] =>
  ROADS[kind].map((asked) => estimateRequestSchema.parse(asked));

/** Every formula of one kind of work, each once, in the order in which an estimate adds them. */
export function formulasOf(kind: FormulaKind): Formula[] {
  const found = new Map<string, Collected>();
  for (const request of requestsOf(kind)) for (const line of estimate(request).lines) collect(found, line);
  return [...found.values()].map(({ part, whats, words, sources }) => ({
    part,
    formula: english(words),
    words,
    whats: [...whats.values()],
    sources: [...sources.values()],
  }));
}

interface Collected {
  readonly part: string;
  readonly words: Word;
  /** By their English words. */
  readonly whats: Map<string, Word>;
  readonly sources: Map<string, Word>;
}

function collect(found: Map<string, Collected>, { part: named, what, formula, source, words }: AnswerLine): void {
  const part = named.startsWith("component:") ? "components" : named;
  const key = `${part}\n${formula}`;
  const known = found.get(key) ?? { part, words: words.formula, whats: new Map(), sources: new Map() };
  known.whats.set(what, words.what);
  known.sources.set(source, words.source);
  found.set(key, known);
}

/** Letters that formulas use for what they multiply, so that each can be explained. */
export function symbolsIn(formulas: readonly Pick<Formula, "formula">[]): string[] {
  const found = new Set<string>();
  for (const { formula } of formulas)
    for (const [word] of formula.matchAll(/(?<![\p{L}\d])(?:\d+)?(TP|[A-Za-z])(?![\p{L}\d])/gu))
      found.add(word.replace(/^\d+/, ""));
  found.delete("M");
  return [...found];
}
