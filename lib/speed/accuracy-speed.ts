import { speedRequestSchema } from "./schema";
import { servingSpeed } from "./serving-speed";

/** One public serving run, as its table keeps it: every field is text. */
export type ServingRun = Readonly<Record<string, string>>;

interface RunScore {
  readonly n: number;
  readonly medianPct: number;
  readonly p90Pct: number;
  readonly coveragePct: number;
  readonly worst: readonly { readonly id: string; readonly errorPct: number }[];
}

export interface SpeedScore {
  readonly runs: number;
  readonly asked: number;
  readonly notAsked: readonly { readonly id: string; readonly missing: string }[];
  readonly kinds: Readonly<Record<string, Readonly<Record<"timePerToken" | "timeToFirstToken", RunScore>>>>;
}

const FORMATS: Readonly<Record<string, string>> = {
  fp8: "fp8",
  fp8_block: "fp8-block",
  nvfp4: "nvfp4",
  int4_wo: "w4a16",
  "": "bf16",
  bf16: "bf16",
};
const ENGINES: Readonly<Record<string, string>> = { vllm: "vllm", sglang: "sglang", trtllm: "tensorrt-llm" };

const cardOf = (system: string): string => system.replaceAll("_", "-");

/** Why a run is not of the kind that is estimated: one group of cards in pure tensor parallel under steady load. */
function otherShape(run: ServingRun): string | null {
  if (run.mode !== "agg") return "prompts and decoding on separate cards";
  const one = (name: string) => ["", "0", "1"].includes(run[name] ?? "");
  if (!one("attention_dp_size") || !one("moe_ep_size") || !one("pp_size"))
    return "data, expert or pipeline parallelism";
  if (Number(run.tp_size) > 8) return "tensor parallelism beyond one node";
  const concurrency = /concurrency=(\d+)/.exec(run.silicon_data_source ?? "")?.[1] ?? run.batch_size;
  return concurrency === run.batch_size ? null : "several replicas behind one figure";
}

/** Scores public serving runs. `configOf` gives the config of a model by the name that the run states, or null. */
export function scoreServingRuns(
  runs: readonly ServingRun[],
  configOf: (model: string) => Readonly<Record<string, unknown>> | null,
): SpeedScore {
  const notAsked: { id: string; missing: string }[] = [];
  const found: { kind: string; field: "timePerToken" | "timeToFirstToken"; id: string; error: number; in: boolean }[] =
    [];
  let asked = 0;
  for (const run of runs) {
    const id = run.id ?? "";
    const answer = ask(run, configOf);
    if (typeof answer === "string") {
      notAsked.push({ id, missing: answer });
      continue;
    }
    asked++;
    for (const [field, range, measured] of [
      ["timePerToken", answer.timePerTokenMs, Number(run.silicon_tpot_ms)],
      ["timeToFirstToken", answer.timeToFirstTokenMs, Number(run.silicon_ttft_ms)],
    ] as const) {
      if (range === null || !(measured > 0)) continue;
      const inside = measured >= range.low && measured <= range.high;
      found.push({ kind: answer.kind, field, id, error: 100 * (range.expected / measured - 1), in: inside });
    }
  }
  const kinds: Record<string, Record<"timePerToken" | "timeToFirstToken", RunScore>> = {};
  for (const kind of ["dense", "mixture"]) {
    const of = (field: string) => scoreOf(found.filter((f) => f.kind === kind && f.field === field));
    kinds[kind] = { timePerToken: of("timePerToken"), timeToFirstToken: of("timeToFirstToken") };
  }
  return { runs: runs.length, asked, notAsked, kinds };
}

function ask(run: ServingRun, configOf: (model: string) => Readonly<Record<string, unknown>> | null) {
  const shape = otherShape(run);
  if (shape !== null) return shape;
  const model = run.model_path ?? "";
  const config = configOf(model);
  if (config === null) return `config of ${model}`;
  const moeFormat = /gpt-oss/.test(model) ? "mxfp4" : null;
  const weightFormat = moeFormat ?? FORMATS[run.gemm_quant_mode ?? ""];
  if (weightFormat === undefined) return `weight format ${run.gemm_quant_mode}`;
  const parsed = speedRequestSchema.safeParse({
    model: { config },
    weightFormat,
    engine: ENGINES[run.backend ?? ""],
    gpu: cardOf(run.system ?? ""),
    tensor: Number(run.tp_size),
    concurrency: Number(run.batch_size),
    inputTokens: Number(run.isl),
    outputTokens: Number(run.osl),
  });
  if (!parsed.success) return parsed.error.issues[0]?.path.join(".") ?? "request";
  const answer = servingSpeed(parsed.data);
  if (answer.verdict === "not-estimable") return answer.reasons[0]?.field ?? "unknown";
  return { ...answer, kind: answer.mixture ? "mixture" : "dense" };
}

function scoreOf(list: readonly { readonly id: string; readonly error: number; readonly in: boolean }[]): RunScore {
  const byWorst = [...list].sort((a, b) => Math.abs(b.error) - Math.abs(a.error));
  const sizes = byWorst.map((one) => Math.abs(one.error)).reverse();
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0;
  const coveragePct = list.length === 0 ? 0 : (100 * list.filter((one) => one.in).length) / list.length;
  const worst = byWorst.slice(0, 5).map(({ id, error }) => ({ id, errorPct: error }));
  return { n: list.length, medianPct: at(0.5), p90Pct: at(0.9), coveragePct, worst };
}
