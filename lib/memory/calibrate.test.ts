import { describe, expect, it } from "vitest";
import {
  besideMeasured,
  calibrated,
  calibrationFrom,
  calibrationText,
  type MeasuredRun,
  readCalibration,
} from "./calibrate";
import { estimate } from "./estimate";
import { type EstimateRequestInput, estimateRequestSchema } from "./schema";

const ask = (run: object, more: Partial<EstimateRequestInput> = {}) =>
  estimate(
    estimateRequestSchema.parse({
      model: { preset: "meta-llama/Llama-3.1-8B" },
      weightFormat: "bf16",
      gpu: "rtx-4090",
      run: { kind: "serve", engineVersion: "0.19.0", maxModelLen: 8192, ...run } as EstimateRequestInput["run"],
      ...more,
    }),
  );
const NOTHING: MeasuredRun = {
  weightsGib: null,
  activationsGib: null,
  cudaGraphsGib: null,
  kvAvailableGib: null,
  peakGib: null,
};

describe("an estimate calibrated by a measured run", () => {
  it("gives the measured pool back exactly, and narrows its range", () => {
    const plain = ask({});
    const seen = { ...NOTHING, weightsGib: 15.2, activationsGib: 0.7, kvAvailableGib: 4.1 };
    const fitted = calibrated(plain, calibrationFrom(plain, seen));
    expect(fitted.kv?.poolGib.expected).toBeCloseTo(4.1, 9);
    expect(fitted.perGpu?.weightsGib).toBeCloseTo(15.2, 9);
    const width = (answer: typeof plain) => (answer.kv?.poolGib.high ?? 0) - (answer.kv?.poolGib.low ?? 0);
    expect(width(fitted)).toBeLessThan(width(plain));
    const p = fitted.perGpu;
    const sum =
      (p?.weightsGib ?? 0) +
      (p?.activationsGib ?? 0) +
      (p?.runtimeGib ?? 0) +
      (p?.cudaGraphsGib ?? 0) +
      (p?.kvCacheGib ?? 0);
    expect(sum).toBeCloseTo(p?.totalGib ?? 0, 6);
  });

  it("carries the correction to other settings of the same model and engine", () => {
    const at = ask({});
    const calibration = calibrationFrom(at, { ...NOTHING, weightsGib: (at.perGpu?.weightsGib ?? 0) + 1 });
    const longer = ask({ maxModelLen: 4096, maxNumBatchedTokens: 4096 });
    const fitted = calibrated(longer, calibration);
    expect((longer.kv?.poolGib.expected ?? 0) - (fitted.kv?.poolGib.expected ?? 0)).toBeCloseTo(1, 6);
    expect(calibrated(longer, calibrationFrom(longer, NOTHING)).kv?.poolGib.expected).toBe(longer.kv?.poolGib.expected);
  });

  it("turns a fit into none where the measured engine leaves too little", () => {
    const plain = ask({ concurrency: 8, contextTokens: 4096 });
    const calibration = calibrationFrom(plain, { ...NOTHING, kvAvailableGib: 1 });
    expect(calibrated(plain, calibration).verdict).toBe("does-not-fit");
  });

  it("scales the peak of a training, and shows both beside each other", () => {
    const train = ask({}, { gpu: "h100-sxm", run: { kind: "train", method: "lora", sequenceLength: 2048 } });
    const seen = { ...NOTHING, peakGib: 30 };
    const fitted = calibrated(train, calibrationFrom(train, seen));
    expect(fitted.perGpu?.totalGib).toBeCloseTo(30, 9);
    expect(fitted.perGpu?.peakGib.high).toBeCloseTo(30.9, 9);
    expect(besideMeasured(train, seen)).toEqual([
      { what: "peak", estimatedGib: train.perGpu?.totalGib, measuredGib: 30 },
    ]);
  });

  it("its lines sum to its total in whole bytes, and its load and reasons are those of the measured cache", () => {
    const load = { concurrency: 4, contextTokens: 4096 };
    const plain = ask(load);
    const train = ask({}, { gpu: "h100-sxm", run: { kind: "train", method: "lora", sequenceLength: 2048 } });
    const answers = [
      calibrated(plain, calibrationFrom(plain, { ...NOTHING, weightsGib: 15.2, kvAvailableGib: 4.1 })),
      calibrated(train, calibrationFrom(train, { ...NOTHING, peakGib: 30 })),
    ];
    for (const { lines, perGpu } of answers) {
      const sum = lines.reduce((total, line) => total + Number(line.bytes), 0);
      expect(Math.abs(sum - (perGpu?.totalGib ?? 0) * 2 ** 30)).toBeLessThan(8);
    }
    expect(answers[0]?.plannedLoad?.batchHeadroomSequences).toBe(Math.floor(4.1 / 0.5) - 4);
    const short = calibrated(plain, calibrationFrom(plain, { ...NOTHING, kvAvailableGib: 1 }));
    expect(short).toMatchObject({ verdict: "does-not-fit", plannedLoad: { fits: false } });
    expect(short.reasons.map((reason) => reason.code)).toEqual(["measured-cache"]);
  });

  it("never makes a server start that does not: a length that it refuses, memory that others hold", () => {
    const room = { ...NOTHING, kvAvailableGib: 6 };
    const longer = ask({ concurrency: 1, contextTokens: 9000 });
    expect(calibrated(longer, calibrationFrom(longer, room)).verdict).toBe("does-not-fit");
    const held = ask({}, { otherProcessesMib: 8000 });
    expect(calibrated(held, calibrationFrom(held, room)).verdict).toBe("does-not-fit");
  });

  it("survives an address, and refuses what no run would give", () => {
    const calibration = { weights: 1.01234, activations: 0.9, cudaGraphs: 1.2, runtimeOffsetGib: -0.25, peak: 1 };
    expect(readCalibration(calibrationText(calibration))).toEqual(calibration);
    for (const text of ["", "w1", "w0_a1_g1_r0_p1", "w1_a1_g1_rNaN_p1", "w99_a1_g1_r0_p1"])
      expect(readCalibration(text)).toBeNull();
  });
});
