import type { ThresholdRow } from "./threshold-rows";

const README = "compute/accelerator/README.md";

/** Training: what a run prints of its ranks and its loss. */
export const TRAINING: readonly ThresholdRow[] = [
  [
    "collective-timeouts",
    "collective-timeouts",
    null,
    null,
    "at-most",
    0,
    null,
    "fail",
    "headroom",
    "one hung collective",
  ],
  ["group-errors", "group-errors", null, null, "at-most", 0, null, "fail", "headroom", "watchdogs and connections"],
  // Cards of one node differ by so much in measurements: a narrower limit would be a false alarm.
  ["step-spread", "step-spread", null, null, "at-most", 5, "%", "ask", "mleng", README],
  ["loss-finite", "loss-finite", null, null, "at-most", 0, null, "fail", "headroom", "a loss that is no number"],
  ["loss-rise", "loss-rise", null, null, "at-most", 1, null, "ask", "headroom", "last over first loss"],
  ["loss-diverged", "loss-diverged", null, null, "at-most", 1.5, null, "fail", "headroom", "last over first loss"],
];
