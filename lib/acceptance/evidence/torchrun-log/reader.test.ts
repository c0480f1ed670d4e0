import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readEvidence } from "../read";

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name), "utf8");
const facts = (text: string) => {
  const answer = readEvidence(text);
  return answer.format === null ? {} : { ...answer.facts, format: answer.format, complete: answer.complete };
};

const step = (n: number, of = 40, ms = 2_000) =>
  ` [2026-03-07 16:01:00] iteration ${n}/${of} | consumed samples: ${n * 64} | elapsed time per iteration (ms): ${ms} | global batch size: 64 | lm loss: ${(9 - n / 10).toFixed(3)} | number of skipped iterations: 0 | number of nan iterations: 0 |`;
const steps = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => step(from + i));
const page = (...lines: readonly string[]) => `${lines.join("\n")}\n`;
const agent = (text: string) => `INFO 2026-03-07 16:09:00,100 torch.distributed.elastic.agent.server.api: ${text}`;
/** One restart as the elastic agent tells it: in several lines. */
const RESTART = [
  "Traceback (most recent call last):",
  agent("[default] Worker group FAILED. 3/3 attempts left;  will restart worker group"),
  agent("[default] Rendezvous complete for workers. Result: restart_count=1 group_rank=0"),
];

describe("restarts", () => {
  it("count once, and the steps done again are the work that was lost", () => {
    const text = page(...steps(1, 25), ...RESTART, ...steps(21, 40));
    expect(facts(text)).toMatchObject({
      restarts: 1,
      lost_steps: 5,
      steps_since_failure: 20,
      last_step: 40,
      finished: true,
      complete: true,
    });
  });

  it("lose nothing where the run goes on at the next step", () => {
    expect(facts(page(...steps(1, 20), ...RESTART, ...steps(21, 40)))).toMatchObject({ restarts: 1, lost_steps: 0 });
  });

  it("that no step followed leave the loss unknown", () => {
    const text = page(...steps(1, 25), ...RESTART);
    expect(facts(text)).toMatchObject({ restarts: 1, lost_steps: null, complete: false });
  });

  it("do not excuse what failed after them", () => {
    const text = page(...steps(1, 25), ...RESTART, ...steps(21, 40), "torch.OutOfMemoryError: CUDA out of memory.");
    expect(facts(text)).toMatchObject({ out_of_memory: true, steps_since_failure: 0, complete: false });
  });

  it("that are not told make the log contradict itself", () => {
    expect(facts(page(...steps(1, 25), ...steps(15, 40)))).toMatchObject({ restarts: 0, complete: false });
  });
});

describe("the pace", () => {
  it("is the mean without the first step, which warms up", () => {
    expect(facts(page(step(1, 40, 60_000), step(2), step(3)))).toMatchObject({ seconds_per_step: 2 });
  });

  it("of ranks apart shows the slowest over the fastest", () => {
    const rank = (r: number, ms: number) => [1, 2, 3].map((n) => `[default${r}]:${step(n, 40, ms)}`);
    const of = (...ms: number[]) => facts(page(...ms.flatMap((m, r) => rank(r, m))));
    expect(of(2_000, 2_100)).toMatchObject({ ranks_printed: [0, 1], rank_spread_pct: 5, steps_logged: 3 });
    expect(of(2_000)).toMatchObject({ ranks_printed: [0], rank_spread_pct: null });
  });

  it("of the job is known by batch and length, and by nothing less", () => {
    const seq = "  seq_length ...................................... 4096";
    const world = "using world size: 8, data-parallel size: 8, tensor-model-parallel size: 1";
    const text = page(world, seq, ...steps(1, 3));
    expect(facts(text)).toMatchObject({ world_size: 8, samples_per_s: 32, tokens_per_s_job: 131_072 });
    expect(facts(page(...steps(1, 3)))).toMatchObject({ world_size: null, samples_per_s: 32, tokens_per_s_job: null });
    expect(facts(fixture("ok-torchtitan.txt"))).toMatchObject({ tokens_per_s_card: 7_004.5, tokens_per_s_job: null });
  });

  it("knows the cards of a Trainer by its batches, where they divide", () => {
    const of = (total: number) =>
      facts(
        page(
          "  Instantaneous batch size per device = 8",
          `  Total train batch size (w. parallel, distributed & accumulation) = ${total}`,
          "  Gradient Accumulation steps = 2",
          ...fixture("ok-trainer.txt").trimEnd().split("\n"),
        ),
      );
    expect(of(64)).toMatchObject({ world_size: 4, micro_batch: 8 });
    expect(of(60)).toMatchObject({ world_size: null });
  });

  it("is unknown for a group whose size is told in two ways", () => {
    const world = (n: number) => `using world size: ${n}, data-parallel size: ${n}`;
    expect(facts(page(world(8), world(4), ...steps(1, 3)))).toMatchObject({ world_size: null });
  });
});

describe("checkpoints", () => {
  const saved = (n: number) => `  successfully saved checkpoint from iteration ${n} to /ckpt`;
  it("are counted once each, and the last steps without one count too", () => {
    const text = page(...steps(1, 10), saved(10), saved(10), ...steps(11, 30), saved(30), ...steps(31, 40));
    expect(facts(text)).toMatchObject({ checkpoints_saved: 2, checkpoint_gap_steps: 20 });
    expect(facts(page(...steps(1, 10), saved(10), ...steps(11, 40)))).toMatchObject({ checkpoint_gap_steps: 30 });
  });
  it("that only began are none", () => {
    const text = page(...steps(1, 10), "saving checkpoint at iteration 10 to /ckpt", ...steps(11, 20));
    expect(facts(text)).toMatchObject({ checkpoints_saved: 0, checkpoint_gap_steps: null });
  });
});
