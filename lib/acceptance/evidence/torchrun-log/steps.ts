/** One printed step of training, whatever the framework; null where it is not printed. */
export interface Step {
  readonly step: number | null;
  readonly of: number | null;
  /** NaN where the loss is printed and is no number. */
  readonly loss: number | null;
  readonly gradNorm: number | null;
  readonly stepMs: number | null;
  /** Samples of one step over all cards. */
  readonly globalBatch: number | null;
  readonly tokensPerSecond: number | null;
  readonly tflopsPerGpu: number | null;
  readonly mfuPct: number | null;
  readonly memoryGib: number | null;
  readonly skipped: number | null;
  readonly nan: number | null;
}

const NOTHING: Step = {
  step: null,
  of: null,
  loss: null,
  gradNorm: null,
  stepMs: null,
  globalBatch: null,
  tokensPerSecond: null,
  tflopsPerGpu: null,
  mfuPct: null,
  memoryGib: null,
  skipped: null,
  nan: null,
};

const VALUE = String.raw`([+-]?(?:\d[\d,]*\.?\d*(?:[eE][+-]?\d+)?|nan|inf|NaN|Infinity))`;

function valueAfter(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) return null;
  const value = Number(found.replaceAll(",", ""));
  return Number.isNaN(value) && /inf/i.test(found) ? Number.POSITIVE_INFINITY : value;
}

const after = (words: string): RegExp => new RegExp(`${words}\\s*${VALUE}`, "i");

/** ` iteration 5/ 100 | consumed samples: … | elapsed time per iteration (ms): … | lm loss: … |` */
const MEGATRON = {
  step: /\biteration:?\s+(\d+)\s*\/\s*(\d+)\s*\|/,
  loss: after("lm[_ ]loss:"),
  gradNorm: after("grad[_ ]norm:"),
  stepMs: after(String.raw`elapsed[_ ]time[_ ]per[_ ]iteration(?: \(ms\)|_ms):`),
  batch: after("global batch size:"),
  tflops: after(String.raw`(?:throughput per GPU \(TFLOP/s/GPU\)|model_tflops_per_gpu):`),
  skipped: after("number of skipped iterations:"),
  nan: after("number of nan iterations:"),
};

function megatron(text: string): Step | null {
  const m = MEGATRON.step.exec(text);
  if (!m) return null;
  return {
    ...NOTHING,
    step: Number(m[1]),
    of: Number(m[2]),
    loss: valueAfter(text, MEGATRON.loss),
    gradNorm: valueAfter(text, MEGATRON.gradNorm),
    stepMs: valueAfter(text, MEGATRON.stepMs),
    globalBatch: valueAfter(text, MEGATRON.batch),
    tflopsPerGpu: valueAfter(text, MEGATRON.tflops),
    skipped: valueAfter(text, MEGATRON.skipped),
    nan: valueAfter(text, MEGATRON.nan),
  };
}

/** `step: 22  loss:  2.91  grad_norm:  0.59  memory:  9.46GiB(64.99%)  tps: 7,094  tflops: 0.51  mfu: 0.16%` */
const TITAN = {
  step: /\bstep:\s+(\d+)\s+loss:/,
  loss: after("loss:"),
  gradNorm: after("grad_norm:"),
  memory: /memory:\s*([\d.]+)GiB/,
  tps: after("tps:"),
  tflops: after("tflops:"),
  mfu: after("mfu:"),
};

function titan(text: string): Step | null {
  const step = TITAN.step.exec(text)?.[1];
  if (step === undefined) return null;
  return {
    ...NOTHING,
    step: Number(step),
    loss: valueAfter(text, TITAN.loss),
    gradNorm: valueAfter(text, TITAN.gradNorm),
    memoryGib: valueAfter(text, TITAN.memory),
    tokensPerSecond: valueAfter(text, TITAN.tps),
    tflopsPerGpu: valueAfter(text, TITAN.tflops),
    mfuPct: valueAfter(text, TITAN.mfu),
  };
}

/** `{'loss': 3.55, 'grad_norm': 1.41, 'learning_rate': 2e-06, 'epoch': 0.01}`: no step is printed beside it. */
const TRAINER = { is: /\{'loss':/, loss: after("'loss': ?'?"), gradNorm: after("'grad_norm': ?'?") };

function trainer(text: string): Step | null {
  if (!TRAINER.is.test(text)) return null;
  return { ...NOTHING, loss: valueAfter(text, TRAINER.loss), gradNorm: valueAfter(text, TRAINER.gradNorm) };
}

/** `iter 10: loss 3.1, time 120.50ms, mfu 30.00%` */
const PLAIN =
  /^\s*(?:iter|step) (\d+): (?:train )?loss ([\d.eE+-]+|nan|inf)(?:, time ([\d.]+)ms)?(?:, mfu (-?[\d.]+)%)?/i;

function plain(text: string): Step | null {
  const m = PLAIN.exec(text);
  if (!m) return null;
  return {
    ...NOTHING,
    step: Number(m[1]),
    loss: /inf/i.test(m[2] ?? "") ? Number.POSITIVE_INFINITY : Number(m[2]),
    stepMs: m[3] === undefined ? null : Number(m[3]),
    mfuPct: m[4] === undefined || Number(m[4]) < 0 ? null : Number(m[4]),
  };
}

const MAX_CHARS = 2_000;

/** The step that a line prints, and whose form it is; null for any other line. */
export function stepOf(text: string): { framework: string; step: Step } | null {
  if (text.length > MAX_CHARS || !/loss|iteration/.test(text)) return null;
  const forms = { megatron, torchtitan: titan, transformers: trainer, plain };
  for (const [framework, form] of Object.entries(forms)) {
    const step = form(text);
    if (step) return { framework, step };
  }
  return null;
}
