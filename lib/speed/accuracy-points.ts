import { type SpeedRequestInput, speedRequestSchema } from "./schema";
import { servingSpeed } from "./serving-speed";

/** One public throughput point as its list keeps it; fields that it does not state are absent. */
export interface ThroughputPoint {
  readonly id: string;
  /** What it is, in the list's own words: `audited benchmark submission`, `vendor benchmark` … */
  readonly evidence: string;
  readonly source: string;
  readonly model: string;
  readonly gpu_id: string;
  readonly parallel?: string;
  readonly precision?: string | null;
  readonly engine?: string;
  readonly isl?: number;
  readonly osl?: number;
  readonly concurrency?: number;
  readonly metric?: string | null;
  readonly per_gpu?: number;
  readonly per_gpu_derived?: number;
  readonly decode_tok_s_per_gpu_derived?: number;
}

export interface PointScore {
  readonly points: number;
  /** With a load and lengths: how many lie inside the planning figure's range. */
  readonly compared: number;
  readonly inside: number;
  /** With lengths alone, at the best load: how many upper bounds the planning figure does not pass even at its low end. */
  readonly bounds: number;
  readonly belowBound: number;
  readonly notCompared: Readonly<Record<string, number>>;
  readonly outliers: readonly { readonly id: string; readonly ratio: number }[];
}

const FORMATS: Readonly<Record<string, string>> = { fp4: "nvfp4", fp8: "fp8", bf16: "bf16", mxfp4: "mxfp4" };
const LOADS = [1, 4, 16, 64, 128, 256, 512];

/** Points by what they are: each sanity check on its own, since a vendor's best is no measurement of a service. */
export function scorePoints(
  points: readonly ThroughputPoint[],
  configOf: (model: string) => Readonly<Record<string, unknown>> | null,
): Readonly<Record<string, PointScore>> {
  const kinds: Record<string, PointScore> = {};
  for (const kind of [...new Set(points.map((p) => p.evidence))].sort()) {
    kinds[kind] = scoreOf(
      points.filter((p) => p.evidence === kind),
      configOf,
    );
  }
  return kinds;
}

type Judged = { readonly why: string } | { readonly kind: "range" | "bound"; readonly holds: boolean; ratio: number };

function scoreOf(points: readonly ThroughputPoint[], configOf: Parameters<typeof scorePoints>[1]): PointScore {
  const notCompared: Record<string, number> = {};
  const judged: (Exclude<Judged, { why: string }> & { id: string })[] = [];
  for (const point of points) {
    const answer = judgePoint(point, configOf);
    if ("why" in answer) notCompared[answer.why] = (notCompared[answer.why] ?? 0) + 1;
    else judged.push({ ...answer, id: point.id });
  }
  const [ranges, bounds] = [judged.filter((j) => j.kind === "range"), judged.filter((j) => j.kind === "bound")];
  const outliers = judged
    .filter((j) => !j.holds)
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  return {
    points: points.length,
    compared: ranges.length,
    inside: ranges.filter((r) => r.holds).length,
    bounds: bounds.length,
    belowBound: bounds.filter((b) => b.holds).length,
    notCompared,
    outliers: outliers.slice(0, 3).map(({ id, ratio }) => ({ id, ratio })),
  };
}

function judgePoint(point: ThroughputPoint, configOf: Parameters<typeof scorePoints>[1]): Judged {
  const stated = tokensPerCard(point);
  if (stated === null) return { why: "counts no tokens" };
  if (point.isl === undefined || point.osl === undefined) return { why: "states no lengths" };
  const tensor = /^TP(\d+)\b/.exec(point.parallel ?? "TP1")?.[1];
  if (tensor === undefined) return { why: "data or expert parallelism" };
  const config = configOf(point.model.replace(/ fp\d+$/, ""));
  if (config === null) return { why: `config of ${point.model}` };
  const named = `${point.precision ?? ""} ${point.parallel ?? ""} ${point.model}`;
  const weightFormat = FORMATS[/mxfp4|fp4|fp8|bf16/.exec(named)?.[0] ?? "bf16"] ?? "bf16";
  const engine = /sglang/i.test(point.engine ?? "") ? "sglang" : point.engine ? "vllm" : "tensorrt-llm";
  const base = {
    model: { config },
    weightFormat,
    engine,
    gpu: point.gpu_id,
    tensor: Number(tensor),
    inputTokens: point.isl,
    outputTokens: point.osl,
  } as const;
  if (point.concurrency !== undefined) {
    const range = perCard({ ...base, concurrency: point.concurrency });
    if (range === null) return { why: "not estimable" };
    const holds = stated >= range.low && stated <= range.high;
    return { kind: "range", holds, ratio: range.expected / stated };
  }
  const best = LOADS.flatMap((concurrency) => perCard({ ...base, concurrency }) ?? []).reduce<{
    low: number;
    expected: number;
  } | null>((most, r) => (most === null || r.expected > most.expected ? r : most), null);
  if (best === null) return { why: "not estimable" };
  return { kind: "bound", holds: best.low <= stated, ratio: best.expected / stated };
}

function tokensPerCard(point: ThroughputPoint): number | null {
  if (point.decode_tok_s_per_gpu_derived !== undefined) return point.decode_tok_s_per_gpu_derived;
  return /tok/i.test(point.metric ?? "") ? (point.per_gpu ?? point.per_gpu_derived ?? null) : null;
}

function perCard(input: SpeedRequestInput) {
  const parsed = speedRequestSchema.safeParse(input);
  const found = parsed.success ? servingSpeed(parsed.data).outputTokensPerSecond : null;
  if (found === null || !parsed.success) return null;
  const { tensor } = parsed.data;
  return { low: found.low / tensor, expected: found.expected / tensor, high: found.high / tensor };
}
